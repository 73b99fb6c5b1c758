internal import StrictJSON

/// What callers show, in the words of OpenAPI.
enum OpenAPISecurity {
    static let schemes = JSONText.object([
        (
            "bearer",
            .object([
                ("type", .string("http")), ("scheme", .string("bearer")),
                (
                    "description",
                    .string("A token as `assay token create` makes it. Its role decides what it is good for.")
                ),
            ])
        ), ("apiKey", apiKey("header", "X-Goog-Api-Key")), ("apiKeyInQuery", apiKey("query", "key")),
    ])

    /// The alternatives of a method; an empty one stands for nothing at all.
    static func requirement(of access: APIAccess) -> JSONText {
        switch access {
        case .anyone: .array([])
        // While the project has no API key none is needed.
        case .apps: .array([.object([]), scheme("apiKey"), scheme("apiKeyInQuery"), scheme("bearer")])
        case .bearer: .array([scheme("bearer")])
        }
    }

    private static func scheme(_ name: String) -> JSONText { .object([(name, .array([]))]) }

    private static func apiKey(_ place: String, _ name: String) -> JSONText {
        .object([
            ("type", .string("apiKey")), ("in", .string(place)), ("name", .string(name)),
            ("description", .string("Needed where the project has API keys.")),
        ])
    }
}
