internal import AppCheck
internal import StrictJSON

/// A method at one of its paths, as an OpenAPI document has it.
struct OpenAPIOperation {
    let method: APIMethod
    let prefix: String
    let version: APIVersion

    var text: JSONText {
        var members: [(String, JSONText)] = [
            ("operationId", .string(id)), ("summary", .string(method.summary)),
            ("tags", DiscoveryDocument.texts([tag])),
        ]
        if case .bearer(let permission) = method.access {
            members.append(("description", .string("Needs the permission `\(permission.rawValue)`.")))
        }
        members.append(("parameters", .array(parameters)))
        if method.request != nil { members.append(("requestBody", requestBody)) }
        members.append(("responses", responses))
        members.append(("security", OpenAPISecurity.requirement(of: method.access)))
        return .object(members)
    }

    /// `v1.projects.apps.debugTokens.create`; unique in the document.
    private var id: String {
        switch method.surface {
        case .appCheck: "\(version.rawValue).\(method.id)"
        case .administration: "assay.\(method.id)"
        case .operations: method.id
        }
    }

    private var tag: String {
        switch method.surface {
        case .appCheck: "App Check \(version.rawValue)"
        case .administration: "Administration"
        case .operations: "Server"
        }
    }

    private var parameters: [JSONText] {
        let segments = method.template.captures.map { name in
            JSONText.object([
                ("name", .string(name)), ("in", .string("path")), ("required", .bool(true)),
                ("description", .string(name == "project" ? "The project's id or number." : "The \(name)'s id.")),
                (
                    "schema",
                    .object([
                        ("type", .string("string")), ("pattern", .string(TextPattern.pathSegment(name))),
                    ])
                ),
            ])
        }
        let query = method.query.map { field in
            let isRequired = method.requiredQuery.contains(field.name)
            return JSONText.object([
                ("name", .string(field.jsonName)), ("in", .string("query")), ("required", .bool(isRequired)),
                ("description", .string(field.meaning)),
                ("schema", RequestSchema.parameter(field.type, isRequired: isRequired)),
            ])
        }
        return segments + query + [.object([("$ref", .string("#/components/parameters/prettyPrint"))])]
    }

    private var requestBody: JSONText {
        let name = method.requestName(in: version)
        return .object([
            ("required", .bool(!method.required.isEmpty)),
            ("content", content(.object([("$ref", .string("#/components/schemas/\(name)"))]))),
        ])
    }

    private var responses: JSONText {
        let fine: [(String, JSONText)] = [
            ("description", .string("It was done.")),
            ("content", content(ResponseSchema.reference(to: method.response, in: version))),
        ]
        let errors = ErrorResponses.statuses(of: method).map { (String($0), ErrorResponses.reference($0)) }
        return .object([("200", .object(fine))] + errors)
    }

    private func content(_ schema: JSONText) -> JSONText {
        .object([("application/json", .object([("schema", schema)]))])
    }
}
