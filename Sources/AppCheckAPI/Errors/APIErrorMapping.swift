internal import AppAttest
package import AppCheck
package import HTTP
internal import StrictJSON

extension APIError {
    /// What strangers may read of a refusal. A 400 or a 404 keeps a phone from asking again for a day, so only mistakes in
    /// the client's build or in the registration are told that way; whatever may pass by itself is a 403 or a 503.
    package init(_ error: ExchangeError) {
        let reason = error.reason
        switch error {
        case .projectNotFound(let reference):
            self.init(
                http: 404, status: .notFound, message: "Project not found: \(Self.short(reference)).", reason: reason)
        case .appNotRegistered(let appID):
            self.init(
                http: 400, status: .failedPrecondition, message: "App not registered: \(Self.short(appID)).",
                reason: reason)
        case .attestation, .assertion, .receipt, .challenge, .artifact, .keyAlreadyRegistered, .keyMismatch,
            .keyNoLongerAllowed, .keyRevoked, .riskTooHigh, .counterStale, .debugTokenUnknown, .debugTokenExpired,
            .customToken:
            self.init(
                http: 403, status: .permissionDenied, message: Self.refused, reason: reason,
                detail: error.step.map { "step \($0)" })
        case .appCheckToken:
            self.init(http: 403, status: .permissionDenied, message: "App Check token is invalid.", reason: reason)
        case .invalidTTL:
            self = .invalidField(
                "token_ttl", .invalidValue,
                "Invalid value at 'token_ttl', must be between 30 minutes and 7 days (1800s to 604800s).")
        case .invalidJTI(.length):
            self = .invalidField("jti", .invalidValue, "Invalid value at 'jti', must have 16 to 250 bytes.")
        case .invalidJTI(.onlyForLimitedUse):
            self = .invalidField("jti", .invalidValue, "Invalid value at 'jti', only legal with 'limited_use'.")
        case .unavailable(let detail):
            self = .unavailable(reason, detail: detail)
        case .internalFailure(let detail):
            self.init(http: 500, status: .internal, message: "Internal error.", reason: reason, detail: detail)
        }
        action = error.advice?.rawValue
    }

    /// What the listener refuses before there is a request.
    package init(_ refusal: HTTPRefusal) {
        switch refusal {
        case .malformed(let detail):
            // The detail is a whole sentence.
            self.init(
                http: 400, status: .invalidArgument, message: "Malformed HTTP request. \(detail)",
                reason: Reason.malformedRequest.rawValue)
        case .bodyTooLarge(let limit):
            self.init(
                http: 413, status: .invalidArgument, message: "The request body is longer than \(limit) bytes.",
                reason: Reason.bodyTooLarge.rawValue)
        case .expectationFailed:
            self.init(
                http: 417, status: .invalidArgument, message: "Only the expectation 100-continue can be met.",
                reason: Reason.expectationFailed.rawValue)
        case .headTimeout, .bodyTimeout:
            self.init(
                http: 408, status: .unavailable, message: "The request did not arrive in time.",
                reason: Reason.requestTimeout.rawValue)
        }
    }

    /// The words of the reference service for every failed exchange; the reason beside them is ours.
    private static let refused = "App attestation failed."

    /// A caller's own word, cut so that it cannot fill the answer.
    private static func short(_ text: String) -> String { String(text.unicodeScalars.prefix(150).map(Character.init)) }
}
