import HTTP

enum PathInput {
    /// The shapes of the wire contract, with captures and verbs in every combination that is in use.
    static let routes: [(method: String, template: String)] = [
        ("POST", "/v1/projects/{project}/apps/{app}:generateAppAttestChallenge"),
        ("POST", "/v1/projects/{project}/apps/{app}:exchangeAppAttestAttestation"),
        ("POST", "/v1/projects/{project}/apps/{app}:exchangeAppAttestAssertion"),
        ("POST", "/v1/projects/{project}:verifyAppCheckToken"),
        ("GET", "/v1/projects/{project}/apps/{app}/appAttestConfig"),
        ("PATCH", "/v1/projects/{project}/apps/{app}/appAttestConfig"),
        ("GET", "/v1/projects/{project}/apps/-/appAttestConfig:batchGet"),
        ("DELETE", "/v1/projects/{project}/apps/{app}/debugTokens/{token}"),
        ("GET", "/v1/jwks"),
    ]

    private static let router = Result { () throws(RouteTemplateError) in
        var table: [Route<Int>] = []
        for (index, route) in routes.enumerated() {
            table.append(try Route(route.method, route.template, index))
        }
        return try Router(table)
    }

    static func check(_ input: [UInt8]) throws(BrokenPromise) {
        guard let target = try? RequestTarget(parsing: input) else { return }
        try promise(target.rawPath.utf8.first == 0x2F, "a path was accepted that does not begin with a slash")
        try promise(!target.rawPath.utf8.contains(0x3F), "a path holds a question mark")
        try checkQuery(of: target)
        guard case .success(let router) = router else { throw BrokenPromise(description: "the routes are refused") }
        for method in ["GET", "HEAD", "POST", "PATCH", "DELETE"] {
            switch router.match(method: method, rawPath: target.rawPath) {
            case .matched(let route, let captures): try check(captures, of: route)
            case .methodNotAllowed(let allowed): try promise(!allowed.isEmpty, "a path without any method was found")
            case .notFound, .badPath: break
            }
        }
    }

    private static func check(_ captures: RouteCaptures, of route: Route<Int>) throws(BrokenPromise) {
        for case .capture(let name) in route.template.segments {
            guard let value = captures[name] else { throw BrokenPromise(description: "\(name) was not captured") }
            try promise(!value.isEmpty && value != "." && value != "..", "\(name) was captured as \"\(value)\"")
            try promise(!value.utf8.contains(0x2F), "\(name) was captured with a slash")
            try promise(!value.utf8.contains(0), "\(name) was captured with a NUL")
        }
    }

    private static func checkQuery(of target: RequestTarget) throws(BrokenPromise) {
        guard let parameters = try? target.queryParameters() else { return }
        try promise(parameters.count <= 256, "\(parameters.count) parameters were accepted")
        for parameter in parameters {
            try promise(
                !parameter.name.utf8.contains(0) && !parameter.value.utf8.contains(0), "a parameter holds a NUL")
        }
    }
}
