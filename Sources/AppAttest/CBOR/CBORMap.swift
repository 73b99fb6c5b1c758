/// A map with text keys, of which some are required. Keys that nobody asks for are ignored: the build hash that some apps
/// opt in to arrives as an unsigned one.
struct CBORMap {
    private let entries: CBOREntries

    /// - Parameter bytes: one item, a map, and nothing after it.
    init(_ bytes: [UInt8]) throws(Finding) {
        let value: CBORValue
        do { value = try CBORDecoder.decode(bytes) } catch {
            throw Finding(.malformedCBOR, expected: "one well-formed CBOR item", found: error.detail)
        }
        guard case .map(let entries) = value else {
            throw Finding(.malformedCBOR, expected: "a map", found: value.kind)
        }
        self.entries = entries
    }

    private init(entries: CBOREntries) { self.entries = entries }

    func text(_ name: String) throws(Finding) -> String {
        guard case .text(let text)? = self[name] else { throw missing(name, "text") }
        return text.string
    }

    func bytes(_ name: String) throws(Finding) -> [UInt8] {
        guard case .bytes(let bytes)? = self[name] else { throw missing(name, "a byte string") }
        return bytes
    }

    func map(_ name: String) throws(Finding) -> CBORMap {
        guard case .map(let entries)? = self[name] else { throw missing(name, "a map") }
        return CBORMap(entries: entries)
    }

    func arrayOfBytes(_ name: String) throws(Finding) -> [[UInt8]] {
        guard case .array(let items)? = self[name] else { throw missing(name, "an array") }
        var strings: [[UInt8]] = []
        for item in items {
            guard case .bytes(let bytes) = item else {
                throw Finding(.malformedCBOR, expected: "\(name) of byte strings", found: item.kind)
            }
            strings.append(bytes)
        }
        return strings
    }

    private func missing(_ name: String, _ kind: String) -> Finding {
        Finding(.malformedCBOR, expected: "\(name) as \(kind)", found: self[name].map(\.kind) ?? "no \(name)")
    }

    private subscript(_ name: String) -> CBORValue? { entries[text: name] }
}
