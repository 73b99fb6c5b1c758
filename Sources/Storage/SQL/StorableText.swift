/// PostgreSQL has no texts with a zero byte in them, so that no database shall hold one, and who asks for one finds nothing.
extension SQLValue {
    var canBeStored: Bool {
        guard case .text(let text) = self else { return true }
        return !text.utf8.contains(0)
    }
}

extension String {
    /// What stored texts come behind if they come behind this one: up to a zero byte, which is less than any other.
    var cutToStorable: String {
        guard let end = utf8.firstIndex(of: 0) else { return self }
        return String(self[..<end])
    }
}
