/// The `error` object of an error's body: `google.rpc.Status` in the shape of the JSON surface.
package struct ErrorBody: Codable, Equatable, Sendable {
    package struct Detail: Codable, Equatable, Sendable {
        package struct Violation: Codable, Equatable, Sendable {
            package let field: String?
            package let description: String
        }

        package let type: String
        package let reason: String?
        package let domain: String?
        package let metadata: [String: String]?
        package let fieldViolations: [Violation]?

        enum CodingKeys: String, CodingKey {
            case type = "@type"
            case reason, domain, metadata, fieldViolations
        }
    }

    package let code: Int
    package let message: String
    package let status: String
    package let details: [Detail]?

    package init(code: Int, message: String, status: String, details: [Detail]? = nil) {
        (self.code, self.message, self.status, self.details) = (code, message, status, details)
    }

    /// The reason of the one `ErrorInfo`; nil when there is none or more than one.
    package var reason: String? { info?.reason }

    /// What the `ErrorInfo` advises a client to do; nil where it advises nothing.
    package var action: String? { info?.metadata?["action"] }

    private var info: Detail? {
        let infos = (details ?? []).filter { $0.type == "type.googleapis.com/google.rpc.ErrorInfo" }
        return infos.count == 1 ? infos[0] : nil
    }

    /// The fields that the one `BadRequest` names, an empty text for a violation without a field.
    package var violatedFields: [String] {
        let requests = (details ?? []).filter { $0.type == "type.googleapis.com/google.rpc.BadRequest" }
        return requests.count == 1 ? (requests[0].fieldViolations ?? []).map { $0.field ?? "" } : []
    }
}
