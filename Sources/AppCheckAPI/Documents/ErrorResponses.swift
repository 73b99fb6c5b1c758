internal import AppCheck
internal import StrictJSON

/// The errors that methods answer, as an OpenAPI document has them.
enum ErrorResponses {
    /// The statuses that the method may answer beside 200, in order.
    static func statuses(of method: APIMethod) -> [Int] {
        var statuses = [400, 414, 429, 431, 500, 503]
        if !method.template.captures.isEmpty { statuses.append(404) }
        if method.request != nil { statuses += [413, 415, 417] }
        switch method.access {
        case .anyone: break
        case .apps: statuses.append(403)
        case .bearer(let permission):
            statuses += [401, 403]
            // What changes a resource may meet another change of it.
            let isUse = permission == .mintTokens || permission == .verifyTokens
            if method.verb != "GET", !isUse { statuses.append(409) }
        }
        return statuses.sorted()
    }

    static func reference(_ status: Int) -> JSONText {
        .object([("$ref", .string("#/components/responses/\(name(status))"))])
    }

    /// `components.responses`
    static let components = JSONText.object(
        all.map { status, meaning, headers in
            (
                name(status),
                .object(
                    [("description", .string(meaning))]
                        + (headers.isEmpty ? [] : [("headers", .object(headers))]) + content(status))
            )
        })

    /// A head that is too long is not read to its end; the listener answers it in its own words, of no declared type.
    private static func content(_ status: Int) -> [(String, JSONText)] {
        guard ![414, 431].contains(status) else { return [] }
        let error = JSONText.object([("$ref", .string("#/components/schemas/Error"))])
        return [("content", .object([("application/json", .object([("schema", error)]))]))]
    }

    private static func name(_ status: Int) -> String { "Error\(status)" }

    private static let all: [(status: Int, meaning: String, headers: [(String, JSONText)])] = [
        (400, "The request is malformed, or cannot be met as things are.", []),
        (401, "There is no good bearer token.", [header("WWW-Authenticate", "`Bearer realm=\"assay\"`", "string")]),
        (403, "The caller may not do this, or what an app showed was not accepted.", []),
        (404, "There is no such project or resource.", []),
        (409, "The resource is there already, or was changed by others meanwhile.", []),
        (413, "The body is too long, as it was sent or inflated.", []),
        (414, "The target of the request is longer than about 18 KiB.", []),
        (
            415, "The body has another content coding than gzip.",
            [header("Accept-Encoding", "The content coding that is understood: `gzip`", "string")]
        ),
        (417, "Only the expectation `100-continue` can be met.", []),
        (429, "Too many requests of one kind from one address.", [retryAfter]),
        (431, "The head of the request is longer than about 18 KiB.", []),
        (500, "A fault of the server's own.", []),
        (503, "The server cannot reach or write its database, has not reached it yet, or is stopping.", [retryAfter]),
    ]

    private static let retryAfter = header("Retry-After", "Seconds to wait.", "integer")

    private static func header(_ name: String, _ meaning: String, _ type: String) -> (String, JSONText) {
        (
            name,
            .object([
                ("description", .string(meaning)), ("required", .bool(true)),
                ("schema", .object([("type", .string(type))])),
            ])
        )
    }
}
