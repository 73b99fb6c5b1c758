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

    /// Lines whose templates match the same paths. A class, because a search takes several in hand.
    private final class Shape: Sendable {
        let template: RouteTemplate
        let pattern: PathPattern
        let hasVerb: Bool
        let lines: [Line]

        init(_ template: RouteTemplate, _ pattern: PathPattern, _ lines: [Line]) {
            (self.template, self.pattern, self.lines) = (template, pattern, lines)
            hasVerb = template.verb != nil
        }
    }

    /// Shapes of one number of segments, by the verb that a path may have, so that few are compared with it.
    private struct Shapes: Sendable {
        private let verbs: [[UInt8]]
        /// For each of the verbs the shapes that have it or none, the most specific first.
        private let withVerb: [[Shape]]
        private let withoutVerb: [Shape]

        /// - Parameter shapes: the most specific first.
        init(_ shapes: [Shape]) {
            var names: [String] = []
            for shape in shapes {
                if let verb = shape.template.verb, !names.contains(verb) { names.append(verb) }
            }
            verbs = names.map { Array($0.utf8) }
            withVerb = names.map { name in shapes.filter { $0.template.verb == nil || $0.template.verb == name } }
            withoutVerb = shapes.filter { !$0.hasVerb }
        }

        /// Those whose verb, if they have one, is what follows a path's last colon: ids of apps hold colons of their own,
        /// so no other can be the verb's.
        func candidates(for path: Span<UInt8>, colon: Int?) -> [Shape] {
            guard let colon else { return withoutVerb }
            for index in verbs.indices where Self.isSame(verbs[index], path, from: colon + 1) {
                return withVerb[index]
            }
            return withoutVerb
        }

        private static func isSame(_ verb: [UInt8], _ path: Span<UInt8>, from start: Int) -> Bool {
            guard path.count - start == verb.count else { return false }
            let verb = verb.span
            for index in verb.indices where verb[index] != path[start + index] { return false }
            return true
        }
    }

    /// As ``RouteMatch``, with the place of the line in the table.
    package enum Finding {
        case matched(index: Int, RouteCaptures)
        case methodNotAllowed(allowed: [String])
        case notFound
        case badPath(PercentDecodingError)
    }

    /// By number of segments.
    private let shapes: [Shapes]

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
        self.shapes = (0...(shapes.keys.max() ?? 0)).map { Shapes(shapes[$0] ?? []) }
    }

    /// - Parameter rawPath: The path as received, still percent-encoded, without the query.
    package func find(_ method: String, _ rawPath: String) -> Finding {
        let path = rawPath.utf8Span.span
        guard let layout = PathLayout(path), layout.segmentCount < shapes.count else { return .notFound }
        let candidates = shapes[layout.segmentCount].candidates(for: path, colon: layout.colon)
        let withoutVerb = path.extracting(..<(layout.colon ?? path.count))
        for index in candidates.indices {
            let shape = candidates[index]
            let rest = shape.hasVerb ? withoutVerb : path
            switch shape.pattern.match(rest) {
            case .differs: continue
            case .undecodable(let error): return .badPath(error)
            case .matches(let captures): return Self.choose(from: shape, method, rest, captures)
            }
        }
        return .notFound
    }

    /// - Parameter captures: as the shape's own template names them.
    private static func choose(
        from shape: Shape, _ method: String, _ path: Span<UInt8>, _ captures: RouteCaptures
    ) -> Finding {
        // HEAD is GET without the body, which the server leaves out (RFC 9110 section 9.3.2).
        let found = place(of: method, in: shape) ?? (method == "HEAD" ? place(of: "GET", in: shape) : nil)
        guard let found else {
            var allowed = Set(shape.lines.map(\.method))
            if allowed.contains("GET") { allowed.insert("HEAD") }
            return .methodNotAllowed(allowed: allowed.sorted())
        }
        let index = shape.lines[found].index
        guard let pattern = shape.lines[found].pattern else { return .matched(index: index, captures) }
        guard case .matches(let captures) = pattern.match(path) else { return .notFound }
        return .matched(index: index, captures)
    }

    private static func place(of method: String, in shape: Shape) -> Int? {
        for index in shape.lines.indices where shape.lines[index].method == method { return index }
        return nil
    }
}
