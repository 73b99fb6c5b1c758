/// Messages and all that they are made of, each once.
struct MessageCollection {
    private let version: APIVersion
    private var known: [String: MessageSchema] = [:]

    init(version: APIVersion) { self.version = version }

    /// By their names in the version, in the order of these.
    var messages: [(name: String, message: MessageSchema)] {
        known.sorted { $0.key < $1.key }.map { (name: $0.key, message: $0.value) }
    }

    func contains(_ message: MessageSchema) -> Bool { known[message.name(in: version)] != nil }

    mutating func add(_ message: MessageSchema) {
        guard known.updateValue(message, forKey: message.name(in: version)) == nil else { return }
        for field in message.fields(in: version) { add(field.type) }
    }

    private mutating func add(_ type: FieldType) {
        switch type {
        case .message(let message): add(message)
        case .list(let element, _): add(element)
        case .string, .bytes, .bool, .integer, .duration, .timestamp, .date, .enumeration, .fieldMask, .texts,
            .anything:
            return
        }
    }
}

extension MessageSchema {
    private static let family = "GoogleFirebaseAppcheckV1"

    /// The reference service names its messages for the version that they are served in.
    func name(in version: APIVersion) -> String {
        guard name.hasPrefix(Self.family) else { return name }
        let rest = name.dropFirst(Self.family.count)
        let own = rest.hasPrefix("beta") ? rest.dropFirst("beta".count) : rest
        return "\(Self.family)\(version == .v1beta ? "beta" : "")\(own)"
    }

    func fields(in version: APIVersion) -> [FieldSchema] { fields.filter { version == .v1beta || !$0.isLegacy } }
}
