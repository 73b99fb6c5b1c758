/// The methods and templates of a table of routes, without what they lead to: a search that does not know the payload
/// copies none.
struct RouteTable: Sendable {
    /// A line of the table, by its place there.
    private struct Line: Sendable {
        let method: String
        let template: RouteTemplate
        let index: Int
    }

    /// Lines whose templates match the same paths.
    private struct Shape: Sendable {
        let template: RouteTemplate
        var lines: [Line]
    }

    enum Finding {
        case matched(index: Int, RouteCaptures)
        case methodNotAllowed(allowed: [String])
        case notFound
        case badPath(PercentDecodingError)
    }

    /// By number of segments, the most specific shape first.
    private let shapes: [Int: [Shape]]

    init(_ routes: [(method: String, template: RouteTemplate)]) throws(RouteTemplateError) {
        var shapes: [Int: [Shape]] = [:]
        for (index, route) in routes.enumerated() {
            let line = Line(method: route.method, template: route.template, index: index)
            var candidates = shapes[route.template.segments.count] ?? []
            if let known = candidates.firstIndex(where: { $0.template.shape == route.template.shape }) {
                guard !candidates[known].lines.contains(where: { $0.method == route.method }) else {
                    throw .duplicate(method: route.method, template: route.template.description)
                }
                candidates[known].lines.append(line)
            } else {
                let place = candidates.firstIndex { route.template.isMoreSpecific(than: $0.template) }
                candidates.insert(
                    Shape(template: route.template, lines: [line]), at: place ?? candidates.endIndex)
            }
            shapes[route.template.segments.count] = candidates
        }
        self.shapes = shapes
    }

    func find(_ method: String, _ rawPath: String) -> Finding {
        guard rawPath.utf8.first == 0x2F else { return .notFound }
        let path = rawPath.utf8.dropFirst().split(separator: 0x2F, omittingEmptySubsequences: false).map(Substring.init)
        for shape in shapes[path.count] ?? [] {
            switch shape.template.match(path) {
            case .differs: continue
            case .undecodable(let error): return .badPath(error)
            case .matches(let captures): return Self.choose(from: shape, method, path, captures)
            }
        }
        return .notFound
    }

    /// - Parameter captures: as the shape's own template names them.
    private static func choose(
        from shape: Shape, _ method: String, _ path: [Substring], _ captures: RouteCaptures
    ) -> Finding {
        let wanted = shape.lines.first { $0.method == method }
        // HEAD is GET without the body, which the server leaves out (RFC 9110 section 9.3.2).
        guard let line = wanted ?? (method == "HEAD" ? shape.lines.first { $0.method == "GET" } : nil) else {
            var allowed = Set(shape.lines.map(\.method))
            if allowed.contains("GET") { allowed.insert("HEAD") }
            return .methodNotAllowed(allowed: allowed.sorted())
        }
        // Lines of one shape may name their captures differently.
        guard line.template != shape.template else { return .matched(index: line.index, captures) }
        guard case .matches(let captures) = line.template.match(path) else { return .notFound }
        return .matched(index: line.index, captures)
    }
}
