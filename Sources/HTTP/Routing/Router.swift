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
    private let table: RouteTable

    package init(_ routes: [Route<Payload>]) throws(RouteTemplateError) {
        self.routes = routes
        table = try RouteTable(routes.map { ($0.method, $0.template) })
    }

    /// - Parameter rawPath: The path as received, still percent-encoded, without the query.
    package func match(method: String, rawPath: String) -> RouteMatch<Payload> {
        switch table.find(method, rawPath) {
        case .matched(let index, let captures): .matched(routes[index], captures)
        case .methodNotAllowed(let allowed): .methodNotAllowed(allowed: allowed)
        case .notFound: .notFound
        case .badPath(let error): .badPath(error)
        }
    }
}
