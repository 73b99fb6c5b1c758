internal import StrictJSON

/// A method in a discovery document.
enum DiscoveryMethod {
    static func text(of method: APIMethod, in api: DescribedAPI) -> JSONText {
        let template = method.template
        // `debug_token.name` is the parameter `name`.
        let parameter = template.parameter?.split(separator: ".").last.map(String.init)
        let expression = parameter.map { "{+\($0)}" } ?? ""
        var members: [(String, JSONText)] = [
            ("id", .string("\(api.name).\(method.id)")),
            ("path", .string(api.pathPrefix + expression + template.suffix)),
            ("flatPath", .string(api.pathPrefix + template.flatResource + template.suffix)),
            ("httpMethod", .string(method.verb)), ("description", .string(method.summary)),
            ("parameterOrder", DiscoveryDocument.texts(parameter.map { [$0] } ?? [])),
            ("parameters", parameters(of: method, path: parameter)),
        ]
        if let request = method.request { members.append(("request", reference(request, api))) }
        members.append(("response", reference(method.response, api)))
        members.append(("scopes", DiscoveryDocument.texts(DiscoveryDocument.scopes)))
        return .object(members)
    }

    private static func parameters(of method: APIMethod, path: String?) -> JSONText {
        var members: [(String, JSONText)] = []
        if let path {
            let resource = String(method.template.path.dropLast(method.template.suffix.count))
            members.append(
                (
                    path,
                    .object([
                        ("description", .string("Required. The resource's name: `\(resource)`.")),
                        ("location", .string("path")), ("pattern", .string(method.template.pattern)),
                        ("required", .bool(true)), ("type", .string("string")),
                    ])
                ))
        }
        for field in method.query {
            let isRequired = method.requiredQuery.contains(field.name)
            var parameter: [(String, JSONText)] = [
                ("description", .string("\(isRequired ? "Required. " : "")\(field.meaning)")),
                ("location", .string("query")),
            ]
            if case .list(let element, _) = field.type {
                parameter += [("repeated", .bool(true))] + DiscoverySchemas.members(of: element, in: .v1)
            } else {
                parameter += DiscoverySchemas.members(of: field.type, in: .v1)
            }
            members.append((field.jsonName, .object(parameter)))
        }
        return .object(members)
    }

    private static func reference(_ message: MessageSchema, _ api: DescribedAPI) -> JSONText {
        .object([("$ref", .string(message.name(in: api.version)))])
    }
}

extension ResourceTemplate {
    /// With the collection's name in braces for each segment that varies, as discovery documents have it:
    /// `projects/{projectsId}/apps/{appsId}`.
    fileprivate var flatResource: String {
        var pieces: [String] = []
        for segment in resource.split(separator: "/") {
            pieces.append(segment == "*" ? "{\(pieces.last ?? "")Id}" : String(segment))
        }
        return pieces.joined(separator: "/")
    }
}
