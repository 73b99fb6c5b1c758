package import StrictJSON

/// Google's discovery format (`discovery#restDescription`), which Google's client libraries are made from.
package enum DiscoveryDocument {
    /// - Parameter root: the URL that paths are appended to, with a slash at its end.
    package static func text(of api: DescribedAPI, at root: String) -> JSONText {
        .object(
            [
                ("kind", .string("discovery#restDescription")), ("discoveryVersion", .string("v1")),
                ("id", .string("\(api.name):\(api.version.rawValue)")), ("name", .string(api.name)),
                ("version", .string(api.version.rawValue)), ("title", .string(api.title)),
                ("description", .string(api.summary)), ("protocol", .string("rest")),
                ("rootUrl", .string(root)), ("servicePath", .string("")), ("basePath", .string("")),
                ("baseUrl", .string(root)), ("fullyEncodeReservedExpansion", .bool(true)), ("auth", auth),
                ("parameters", parameters),
            ] + (contents[api] ?? []))
    }

    /// What does not depend on the address, made once.
    private static let contents: [DescribedAPI: [(String, JSONText)]] = Dictionary(
        uniqueKeysWithValues: DescribedAPI.allCases.map { api in
            var tree = DiscoveryResource()
            for method in api.methods { tree.add(method, of: api) }
            return (api, [("schemas", DiscoverySchemas.all(of: api)), ("resources", tree.resources)])
        })

    /// Names that client libraries attach credentials for. The server reads none of them: a bearer token's role decides.
    static let scopes = [
        "https://www.googleapis.com/auth/cloud-platform", "https://www.googleapis.com/auth/firebase",
    ]

    private static let auth = JSONText.object([
        (
            "oauth2",
            .object([
                (
                    "scopes",
                    .object(
                        scopes.map {
                            ($0, .object([("description", .string("Use Assay as the bearer token's role allows."))]))
                        })
                )
            ])
        )
    ])

    /// The parameters of every method that are taken, with or without an effect.
    private static let parameters = JSONText.object([
        parameter(
            "$.xgafv", "The form of errors: `1` adds the older list of errors.", [("enum", texts(["1", "2"]))]),
        parameter("access_token", "Taken and not looked at: bearer tokens belong in a header."),
        parameter("alt", "The form of answers.", [("default", .string("json")), ("enum", texts(["json"]))]),
        parameter("fields", "Taken and not looked at: answers are always whole."),
        parameter("key", "API key, where the project has any."),
        parameter("oauth_token", "Taken and not looked at: bearer tokens belong in a header."),
        parameter("prettyPrint", type: "boolean", "Whether answers are indented.", [("default", .string("true"))]),
        parameter("quotaUser", "Taken and not looked at."), parameter("uploadType", "Taken and not looked at."),
        parameter("upload_protocol", "Taken and not looked at."),
    ])

    private static func parameter(
        _ name: String, type: String = "string", _ meaning: String, _ more: [(String, JSONText)] = []
    ) -> (String, JSONText) {
        let members = [
            ("description", JSONText.string(meaning)), ("location", .string("query")), ("type", .string(type)),
        ]
        return (name, .object(members + more))
    }

    static func texts(_ texts: [String]) -> JSONText { .array(texts.map { .string($0) }) }
}
