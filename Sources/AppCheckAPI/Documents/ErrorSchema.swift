internal import AppCheck
internal import StrictJSON

/// The form of all errors (`google.rpc.Status` in JSON), as JSON Schema.
enum ErrorSchema {
    static let schema = object(
        [
            (
                "error",
                object(
                    [
                        ("code", typed("integer", "The HTTP status.")), ("message", typed("string", "For people.")),
                        ("status", typed("string", "The canonical code (`google.rpc.Code`).")),
                        ("details", array(.object([("anyOf", .array([errorInfo, badRequest]))]))),
                        (
                            "errors",
                            array(
                                object(
                                    [
                                        ("message", typed("string")), ("domain", typed("string")),
                                        ("reason", typed("string")),
                                    ], requiring: ["message", "domain", "reason"]))
                        ),
                    ], requiring: ["code", "message", "status", "details"])
            )
        ], requiring: ["error"])

    private static let errorInfo = object(
        [
            ("@type", constant("type.googleapis.com/google.rpc.ErrorInfo")),
            (
                "reason",
                .object([
                    ("type", .string("string")), ("pattern", .string("^[A-Z][A-Z0-9_]*$")),
                    ("description", .string("The word to decide by.")),
                ])
            ), ("domain", typed("string")), ("metadata", metadata),
        ], requiring: ["@type", "reason", "domain"])

    /// Further words about the reason.
    private static let metadata = JSONText.object([
        ("type", .string("object")),
        (
            "properties",
            .object([
                (
                    "action",
                    .object([
                        ("type", .string("string")),
                        ("enum", DiscoveryDocument.texts(ExchangeAdvice.allCases.map(\.rawValue))),
                        ("description", .string("What a client may do about the refusal of an exchange.")),
                    ])
                )
            ])
        ), ("additionalProperties", .object([("type", .string("string"))])),
    ])

    private static let badRequest = object(
        [
            ("@type", constant("type.googleapis.com/google.rpc.BadRequest")),
            (
                "fieldViolations",
                array(
                    object(
                        [
                            ("field", typed("string", "By original names; absent for the whole request.")),
                            ("description", typed("string")),
                        ], requiring: ["description"]))
            ),
        ], requiring: ["@type", "fieldViolations"])

    private static func object(_ properties: [(String, JSONText)], requiring required: [String]) -> JSONText {
        .object([
            ("type", .string("object")), ("properties", .object(properties)),
            ("required", DiscoveryDocument.texts(required)),
        ])
    }

    private static func array(_ items: JSONText) -> JSONText {
        .object([("type", .string("array")), ("items", items)])
    }

    private static func constant(_ text: String) -> JSONText { .object([("const", .string(text))]) }

    private static func typed(_ type: String, _ meaning: String? = nil) -> JSONText {
        .object([("type", .string(type))] + (meaning.map { [("description", .string($0))] } ?? []))
    }
}
