package import StrictJSON

/// What is wrong with one field of a request.
package struct FieldViolation: Sendable, Equatable {
    /// As the wire definition names it; empty when it is the whole message, the path or the query.
    package let field: String
    package let description: String

    package init(_ field: String, _ description: String) { (self.field, self.description) = (field, description) }
}

/// An answer that is an error, in the shape of `google.rpc.Status`.
package struct APIError: Error, Sendable, Equatable {
    /// The canonical codes in use (`google.rpc.Code`), and their HTTP statuses.
    package enum Status: String, Sendable {
        case invalidArgument = "INVALID_ARGUMENT"
        case failedPrecondition = "FAILED_PRECONDITION"
        case unauthenticated = "UNAUTHENTICATED"
        case permissionDenied = "PERMISSION_DENIED"
        case notFound = "NOT_FOUND"
        case alreadyExists = "ALREADY_EXISTS"
        case aborted = "ABORTED"
        case resourceExhausted = "RESOURCE_EXHAUSTED"
        case unimplemented = "UNIMPLEMENTED"
        case `internal` = "INTERNAL"
        case unavailable = "UNAVAILABLE"
    }

    /// Reasons of this layer's own, beside those of the domain.
    package enum Reason: String, Sendable, CaseIterable {
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
        case malformedEncoding = "MALFORMED_ENCODING"
        case unsupportedEncoding = "UNSUPPORTED_ENCODING"
        case expectationFailed = "EXPECTATION_FAILED"
        case requestTimeout = "REQUEST_TIMEOUT"
        case rateLimited = "RATE_LIMITED"
        case notReady = "NOT_READY"
    }

    package let http: Int
    package let status: Status
    package let message: String
    package let reason: String
    /// Whose word the reason is: ours, or the reference service's.
    var domain = "assay"
    package var violations: [FieldViolation] = []
    /// What a client may do about the refusal of an exchange, as `action` in the metadata of `ErrorInfo`; nil for other
    /// errors.
    package var action: String?
    var headers: [(String, String)] = []
    /// For the log, never for the client.
    package var detail: String?

    package static func == (left: APIError, right: APIError) -> Bool {
        (left.http, left.status, left.reason) == (right.http, right.status, right.reason)
            && left.violations == right.violations
    }

    package static func invalid(_ reason: Reason, _ message: String) -> APIError {
        .violations(reason, [FieldViolation("", message)])
    }

    package static func invalidField(_ field: String, _ reason: Reason, _ message: String) -> APIError {
        .violations(reason, [FieldViolation(field, message)])
    }

    /// What may pass by itself: the one way to a 503, which always says when to ask again.
    /// - Parameters:
    ///   - seconds: to wait for.
    ///   - detail: for the log.
    static func unavailable(
        _ reason: String, _ message: String = "The service is temporarily unavailable.", retryAfter seconds: Int = 1,
        detail: String? = nil
    ) -> APIError {
        APIError(
            http: 503, status: .unavailable, message: message, reason: reason,
            headers: [("Retry-After", String(seconds))], detail: detail)
    }

    static func violations(_ reason: Reason, _ violations: [FieldViolation]) -> APIError {
        APIError(
            http: 400, status: .invalidArgument, message: violations.map(\.description).joined(separator: "\n"),
            reason: reason.rawValue, violations: violations)
    }

    /// `{"error": {"code", "message", "status", "details"}}`; with `legacy` the older list of errors as well.
    package func body(legacy: Bool) -> JSONText {
        let metadata = action.map { [("metadata", JSONText.object([("action", .string($0))]))] } ?? []
        var details: [JSONText] = [
            .object(
                [
                    ("@type", .string("type.googleapis.com/google.rpc.ErrorInfo")), ("reason", .string(reason)),
                    ("domain", .string(domain)),
                ] + metadata)
        ]
        if !violations.isEmpty {
            details.append(
                .object([
                    ("@type", .string("type.googleapis.com/google.rpc.BadRequest")),
                    (
                        "fieldViolations",
                        .array(
                            violations.map { violation in
                                let field = [("field", JSONText.string(violation.field))]
                                return .object(
                                    (violation.field.isEmpty ? [] : field)
                                        + [("description", .string(violation.description))])
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
