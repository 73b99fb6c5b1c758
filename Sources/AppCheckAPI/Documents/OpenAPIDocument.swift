package import StrictJSON

/// All that is served, in OpenAPI 3.1.
package enum OpenAPIDocument {
    /// - Parameters:
    ///   - version: of the server.
    ///   - server: the URL that paths are appended to, without a slash at its end; nil for where the document came from.
    package static func text(version: String, server: String?) -> JSONText {
        let info: [(String, JSONText)] = [
            ("title", .string("Assay")), ("version", .string(version)),
            (
                "description",
                .string(
                    "A self-hosted App Check service for Apple App Attest. Fields are read by their lowerCamelCase names, "
                        + "which are described here, and by their snake_case names; answers have the former.")
            ),
        ]
        return .object(
            [
                ("openapi", .string("3.1.0")), ("info", .object(info)),
                ("servers", .array([.object([("url", .string(server ?? "/"))])])),
            ] + contents)
    }

    /// What does not depend on the server, made once.
    private static let contents: [(String, JSONText)] = [("paths", paths), ("components", components)]

    private static let paths: JSONText = {
        var paths: [String: [(String, JSONText)]] = [:]
        for method in APIMethods.all {
            for (prefix, version) in method.surface.prefixes {
                let operation = OpenAPIOperation(method: method, prefix: prefix, version: version)
                paths[prefix + method.template.path, default: []].append((method.verb.lowercased(), operation.text))
            }
        }
        return .object(paths.sorted { $0.key < $1.key }.map { ($0.key, .object($0.value)) })
    }()

    private static let components = JSONText.object([
        ("schemas", schemas), ("responses", ErrorResponses.components),
        ("parameters", .object([("prettyPrint", prettyPrint)])), ("securitySchemes", OpenAPISecurity.schemes),
    ])

    private static let schemas: JSONText = {
        var schemas: [String: JSONText] = ["Error": ErrorSchema.schema]
        for version in APIVersion.allCases {
            let methods = APIMethods.all.filter { $0.surface.prefixes.contains { $0.version == version } }
            var answers = MessageCollection(version: version)
            for method in methods {
                answers.add(method.response)
                if let request = method.request {
                    schemas[method.requestName(in: version)] = RequestSchema.body(
                        request, of: method, in: version)
                }
            }
            for (name, message) in answers.messages { schemas[name] = ResponseSchema.message(message, in: version) }
        }
        return .object(schemas.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }()

    private static let prettyPrint = JSONText.object([
        ("name", .string("prettyPrint")), ("in", .string("query")),
        ("description", .string("Whether the answer is indented; it is unless told otherwise.")),
        ("schema", .object([("type", .string("boolean"))])),
    ])
}

extension APIMethod {
    /// Original names of the fields that an update can change; nil for what is no update.
    var updatable: [String]? {
        for field in query { if case .fieldMask(let fields) = field.type { return fields } }
        return nil
    }

    /// What the schema of the body is called. A resource is taken in another form by each method, and given in a third.
    func requestName(in version: APIVersion) -> String {
        let name = request?.name(in: version) ?? ""
        guard !name.hasSuffix("Request"), let verb = id.split(separator: ".").last else { return name }
        return name + verb.prefix(1).uppercased() + verb.dropFirst()
    }
}
