/// The methods and templates of a table of routes, without what they lead to: a search that does not know the payload
/// copies none.
package struct RouteTable: Sendable {
    /// A line of the table, by its place there.
    private struct Line: Sendable {
        let method: String
        /// Nil where it is the shape's: lines of one shape may name their captures differently.
        let pattern: PathPattern?
        let index: Int
    }

    /// Lines whose templates match the same paths. A class, because a search takes many in hand.
    private final class Shape: Sendable {
        let template: RouteTemplate
        let pattern: PathPattern
        let lines: [Line]

        init(_ template: RouteTemplate, _ pattern: PathPattern, _ lines: [Line]) {
            (self.template, self.pattern, self.lines) = (template, pattern, lines)
        }
    }

    /// As ``RouteMatch``, with the place of the line in the table.
    package enum Finding {
        case matched(index: Int, RouteCaptures)
        case methodNotAllowed(allowed: [String])
        case notFound
        case badPath(PercentDecodingError)
    }

    /// By number of segments, the most specific shape first.
    private let shapes: [[Shape]]

    package init(_ routes: [(method: String, template: RouteTemplate)]) throws(RouteTemplateError) {
        var shapes: [Int: [Shape]] = [:]
        for (index, route) in routes.enumerated() {
            var candidates = shapes[route.template.segments.count] ?? []
            if let known = candidates.firstIndex(where: { $0.template.shape == route.template.shape }) {
                guard !candidates[known].lines.contains(where: { $0.method == route.method }) else {
                    throw .duplicate(method: route.method, template: route.template.description)
                }
                let shape = candidates[known]
                let pattern = route.template == shape.template ? nil : PathPattern(route.template)
                let line = Line(method: route.method, pattern: pattern, index: index)
                candidates[known] = Shape(shape.template, shape.pattern, shape.lines + [line])
            } else {
                let place = candidates.firstIndex { route.template.isMoreSpecific(than: $0.template) }
                let line = Line(method: route.method, pattern: nil, index: index)
                let shape = Shape(route.template, PathPattern(route.template), [line])
                candidates.insert(shape, at: place ?? candidates.endIndex)
            }
            shapes[route.template.segments.count] = candidates
        }
        self.shapes = (0...(shapes.keys.max() ?? 0)).map { shapes[$0] ?? [] }
    }

    /// - Parameter rawPath: The path as received, still percent-encoded, without the query.
    package func find(_ method: String, _ rawPath: String) -> Finding {
        guard let path = RawPath(rawPath), path.segmentCount < shapes.count else { return .notFound }
        for shape in shapes[path.segmentCount] {
            switch shape.pattern.match(path) {
            case .differs: continue
            case .undecodable(let error): return .badPath(error)
            case .matches(let captures): return Self.choose(from: shape, method, path, captures)
            }
        }
        return .notFound
    }

    /// - Parameter captures: as the shape's own template names them.
    private static func choose(
        from shape: Shape, _ method: String, _ path: RawPath, _ captures: RouteCaptures
    ) -> Finding {
        let wanted = shape.lines.first { $0.method == method }
        // HEAD is GET without the body, which the server leaves out (RFC 9110 section 9.3.2).
        guard let line = wanted ?? (method == "HEAD" ? shape.lines.first { $0.method == "GET" } : nil) else {
            var allowed = Set(shape.lines.map(\.method))
            if allowed.contains("GET") { allowed.insert("HEAD") }
            return .methodNotAllowed(allowed: allowed.sorted())
        }
        guard let pattern = line.pattern else { return .matched(index: line.index, captures) }
        guard case .matches(let captures) = pattern.match(path) else { return .notFound }
        return .matched(index: line.index, captures)
    }
}
