internal import StrictJSON

/// What is wrong with one field of a request.
struct FieldViolation: Sendable, Equatable {
    let field: String
    let description: String

    init(_ field: String, _ description: String) { (self.field, self.description) = (field, description) }
}

/// An answer that is an error, in the shape of `google.rpc.Status`.
package struct APIError: Error, Sendable, Equatable {
    /// The canonical codes in use (`google.rpc.Code`), and their HTTP statuses.
    enum Status: String, Sendable {
        case invalidArgument = "INVALID_ARGUMENT"
        case failedPrecondition = "FAILED_PRECONDITION"
        case permissionDenied = "PERMISSION_DENIED"
        case notFound = "NOT_FOUND"
        case unimplemented = "UNIMPLEMENTED"
        case `internal` = "INTERNAL"
        case unavailable = "UNAVAILABLE"
    }

    /// Reasons of this layer's own, beside those of the domain.
    enum Reason: String, Sendable {
        case invalidJSON = "INVALID_JSON"
        case unknownField = "UNKNOWN_FIELD"
        case duplicateField = "DUPLICATE_FIELD"
        case missingField = "MISSING_FIELD"
        case invalidValue = "INVALID_VALUE"
        case invalidQuery = "INVALID_QUERY"
        case invalidPath = "INVALID_PATH"
        case noSuchMethod = "NO_SUCH_METHOD"
        case methodNotAllowed = "METHOD_NOT_ALLOWED"
        case malformedRequest = "MALFORMED_REQUEST"
        case bodyTooLarge = "BODY_TOO_LARGE"
        case expectationFailed = "EXPECTATION_FAILED"
        case requestTimeout = "REQUEST_TIMEOUT"
    }

    let http: Int
    let status: Status
    let message: String
    let reason: String
    var violations: [FieldViolation] = []
    var headers: [(String, String)] = []
    /// For the log, never for the client.
    var detail: String?

    package static func == (left: APIError, right: APIError) -> Bool {
        (left.http, left.status, left.reason) == (right.http, right.status, right.reason)
            && left.violations == right.violations
    }

    static func invalid(_ reason: Reason, _ message: String) -> APIError {
        APIError(http: 400, status: .invalidArgument, message: message, reason: reason.rawValue)
    }

    static func invalidField(_ field: String, _ reason: Reason, _ message: String) -> APIError {
        .violations(reason, [FieldViolation(field, message)])
    }

    static func violations(_ reason: Reason, _ violations: [FieldViolation]) -> APIError {
        APIError(
            http: 400, status: .invalidArgument, message: violations.map(\.description).joined(separator: "\n"),
            reason: reason.rawValue, violations: violations)
    }

    /// `{"error": {"code", "message", "status", "details"}}`; with `legacy` the older list of errors as well.
    func body(legacy: Bool) -> JSONText {
        var details: [JSONText] = [
            .object([
                ("@type", .string("type.googleapis.com/google.rpc.ErrorInfo")), ("reason", .string(reason)),
                ("domain", .string("assay")),
            ])
        ]
        if !violations.isEmpty {
            details.append(
                .object([
                    ("@type", .string("type.googleapis.com/google.rpc.BadRequest")),
                    (
                        "fieldViolations",
                        .array(
                            violations.map {
                                .object([("field", .string($0.field)), ("description", .string($0.description))])
                            })
                    ),
                ]))
        }
        var error: [(String, JSONText)] = [("code", .number(http)), ("message", .string(message))]
        if legacy {
            error.append(
                (
                    "errors",
                    .array([
                        .object([
                            ("message", .string(message)), ("domain", .string("global")), ("reason", .string(reason)),
                        ])
                    ])
                ))
        }
        error += [("status", .string(status.rawValue)), ("details", .array(details))]
        return .object([("error", .object(error))])
    }
}
