internal import AppCheck

extension APIError {
    /// What somebody reads who is not let in: the words of the reference service.
    init(_ error: AccessError) {
        let reason = error.reason
        switch error {
        case .unauthenticated:
            self.init(
                http: 401, status: .unauthenticated,
                message: "Request had invalid authentication credentials. Expected a bearer token in the header "
                    + "Authorization, as `assay token create` makes it.",
                reason: reason, headers: [("WWW-Authenticate", "Bearer realm=\"assay\"")])
        case .permissionDenied(let permission, let resource):
            self.init(
                http: 403, status: .permissionDenied,
                message: "Permission '\(permission.rawValue)' denied on resource '\(resource.prefix(300))' "
                    + "(or it may not exist).", reason: reason)
        case .apiKeyMissing:
            self.init(
                http: 403, status: .permissionDenied,
                message: "Method doesn't allow unregistered callers (callers without established identity). "
                    + "Please use API Key or other form of API consumer identity to call this API.", reason: reason)
        case .apiKeyInvalid:
            self.init(
                http: 400, status: .invalidArgument, message: "API key not valid. Please pass a valid API key.",
                reason: reason, domain: "googleapis.com")
        case .apiKeyBlocked(let bundleID):
            let named = bundleID.isEmpty ? "<empty>" : String(bundleID.prefix(155))
            self.init(
                http: 403, status: .permissionDenied,
                message: "Requests from this iOS client application \(named) are blocked.", reason: reason,
                domain: "googleapis.com")
        case .unavailable(let detail):
            self = .unavailable(reason, detail: detail)
        case .internalFailure(let detail):
            self.init(http: 500, status: .internal, message: Self.internalFailure, reason: reason, detail: detail)
        }
    }
}
