internal import AppCheck
internal import StrictJSON

extension APIError {
    /// What a caller with a bearer token reads of a change or a question that failed. Resources are named as the caller
    /// named their project (AIP-2510).
    ///
    /// - Parameter element: what comes before the names of fields of one among several, by its place.
    init(_ error: AdministrationError, _ call: APICall, element: (Int) -> String = { _ in "" }) {
        func words(_ name: String, project: String?) -> String {
            let path = String(name.unicodeScalars.prefix(400).map(Character.init))
            guard !call.project.isEmpty, let number = project else { return path }
            return call.projectName + path.dropFirst("projects/\(number)".count)
        }
        func words(_ name: ResourceName) -> String { words(name.description, project: name.projectNumber) }
        let reason = error.reason
        switch error {
        case .projectNotFound(let reference):
            self.init(
                http: 404, status: .notFound, message: "Project not found: \(reference.prefix(150)).", reason: reason)
        case .notFound(let name):
            self.init(
                http: 404, status: .notFound, message: "Requested entity was not found: \(words(name)).",
                reason: reason)
        case .keyNotFound(let name):
            let path = words(name.description, project: name.projectNumber)
            self.init(
                http: 404, status: .notFound, message: "Requested entity was not found: \(path).", reason: reason)
        case .alreadyExists(let what):
            self.init(
                http: 409, status: .alreadyExists, message: "Requested entity already exists: \(what).", reason: reason)
        case .invalid(let fault, let place):
            let field = (place.map(element) ?? "") + fault.field.wireName
            self = .invalidField(field, .invalidValue, "Invalid value at '\(field)', expected \(fault.expectation).")
        case .etagMismatch(let name):
            self.init(
                http: 409, status: .aborted,
                message: "The etag is not that of \(words(name)): it was changed meanwhile. Read it again.",
                reason: reason)
        case .overtaken(let name):
            self.init(
                http: 409, status: .aborted, message: "Others are changing \(words(name)) at the same time. Try again.",
                reason: reason)
        case .limitReached(let name, let most):
            self.init(
                http: 400, status: .failedPrecondition,
                message: "There may be at most \(most) of this kind: \(words(name)) is one too many.", reason: reason)
        case .inUse(let name):
            self.init(
                http: 400, status: .failedPrecondition,
                message: "\(words(name)) still has resources under it. Remove them first, or set force=true.",
                reason: reason)
        case .unavailable(let detail):
            self = .unavailable(reason, detail: detail)
        case .internalFailure(let detail):
            self.init(http: 500, status: .internal, message: Self.internalFailure, reason: reason, detail: detail)
        }
    }

    static let internalFailure = "Internal error."
}

extension RegistrationField {
    /// As messages name it.
    var wireName: String {
        switch self {
        case .projectNumber: "project_number"
        case .projectID: "project_id"
        case .displayName: "display_name"
        case .appID: "app_id"
        case .teamID: "team_id"
        case .bundleIDs: "bundle_ids"
        case .environments: "environments"
        case .trustAnchors: "trust_anchors"
        case .tokenTTL: "token_ttl"
        case .debugTokenLimit: "debug_token_limit"
        case .receiptPolicy: "receipt_policy"
        case .riskPolicy: "risk_policy"
        case .launchPolicy: "launch_policy"
        case .debugTokenSecret: "token"
        case .expiry: "expire_time"
        case .serviceID: "name"
        case .replayProtection: "replay_protection"
        case .keyID: "key_id"
        case .serviceAccount: "service_account"
        case .publicKey: "public_key"
        }
    }
}
