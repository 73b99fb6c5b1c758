internal import StrictJSON

/// A node in the tree of a discovery document, into which methods are sorted by their ids.
struct DiscoveryResource {
    private var methods: [String: JSONText] = [:]
    private var children: [String: DiscoveryResource] = [:]

    mutating func add(_ method: APIMethod, of api: DescribedAPI) {
        add(DiscoveryMethod.text(of: method, in: api), at: method.id.split(separator: ".").map(String.init)[...])
    }

    private mutating func add(_ method: JSONText, at path: ArraySlice<String>) {
        guard let name = path.first else { return }
        if path.count == 1 {
            methods[name] = method
        } else {
            children[name, default: DiscoveryResource()].add(method, at: path.dropFirst())
        }
    }

    /// The nodes under this one, by name.
    var resources: JSONText { .object(children.sorted { $0.key < $1.key }.map { ($0.key, $0.value.text) }) }

    private var text: JSONText {
        var members: [(String, JSONText)] = []
        if !methods.isEmpty {
            members.append(("methods", .object(methods.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })))
        }
        if !children.isEmpty { members.append(("resources", resources)) }
        return .object(members)
    }
}
