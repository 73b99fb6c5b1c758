/// One line of the table of routes. The payload is whatever the owner of the table wants back: a closure, an enum case.
package struct Route<Payload: Sendable>: Sendable {
    package let method: String
    package let template: RouteTemplate
    package let payload: Payload

    package init(_ method: String, _ template: String, _ payload: Payload) throws(RouteTemplateError) {
        self.method = method
        self.template = try RouteTemplate(parsing: template)
        self.payload = payload
    }
}

/// What the router says about a method and a path.
package enum RouteMatch<Payload: Sendable>: Sendable {
    case matched(Route<Payload>, RouteCaptures)
    /// The path is known, the method is not: 405. `allowed` is sorted and meant for the `Allow` field.
    case methodNotAllowed(allowed: [String])
    case notFound
    /// The path would be a known one if a captured segment could be decoded: 400.
    case badPath(PercentDecodingError)
}

/// Finds the route for a request by its raw path (wire contract, sections 0.5, 9 and 13).
///
/// The most specific template that matches the path decides, and then the method is looked for among its routes alone.
package struct Router<Payload: Sendable>: Sendable {
    /// The table, in the order given.
    package let routes: [Route<Payload>]
    /// By number of segments: groups of routes of one shape, the most specific shape first.
    private let groups: [Int: [[Route<Payload>]]]

    package init(_ routes: [Route<Payload>]) throws(RouteTemplateError) {
        self.routes = routes
        var groups: [Int: [[Route<Payload>]]] = [:]
        for route in routes {
            var candidates = groups[route.template.segments.count] ?? []
            let shape = route.template.shape
            if let index = candidates.firstIndex(where: { $0.first?.template.shape == shape }) {
                guard !candidates[index].contains(where: { $0.method == route.method }) else {
                    throw .duplicate(method: route.method, template: route.template.description)
                }
                candidates[index].append(route)
            } else {
                let index = candidates.firstIndex { group in
                    group.first.map { route.template.isMoreSpecific(than: $0.template) } ?? false
                }
                candidates.insert([route], at: index ?? candidates.endIndex)
            }
            groups[route.template.segments.count] = candidates
        }
        self.groups = groups
    }

    /// - Parameter rawPath: The path as received, still percent-encoded, without the query.
    package func match(method: String, rawPath: String) -> RouteMatch<Payload> {
        guard rawPath.utf8.first == 0x2F else { return .notFound }
        let path = rawPath.utf8.dropFirst().split(separator: 0x2F, omittingEmptySubsequences: false).map(Substring.init)
        for group in groups[path.count] ?? [] {
            guard let template = group.first?.template else { continue }
            switch template.match(path) {
            case .differs: continue
            case .undecodable(let error): return .badPath(error)
            case .matches: return choose(from: group, method: method, path: path)
            }
        }
        return .notFound
    }

    private func choose(from group: [Route<Payload>], method: String, path: [Substring]) -> RouteMatch<Payload> {
        let wanted = group.first { $0.method == method }
        // HEAD is GET without the body, which the server leaves out (RFC 9110 section 9.3.2).
        guard let route = wanted ?? (method == "HEAD" ? group.first { $0.method == "GET" } : nil) else {
            var allowed = Set(group.map(\.method))
            if allowed.contains("GET") { allowed.insert("HEAD") }
            return .methodNotAllowed(allowed: allowed.sorted())
        }
        // Routes of one shape may name their captures differently.
        guard case .matches(let captures) = route.template.match(path) else { return .notFound }
        return .matched(route, captures)
    }
}
