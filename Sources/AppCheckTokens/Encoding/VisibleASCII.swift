extension String {
    /// Whether all characters are visible ASCII, and there are between one and `limit` of them.
    func isVisibleASCII(upTo limit: Int) -> Bool {
        (1...limit).contains(utf8.count) && utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
