extension String {
    /// Whether both are the same bytes in UTF-8.
    ///
    /// `==` compares what a reader would see: to it the Kelvin sign is the letter K. Names that decide about trust are
    /// compared byte by byte instead.
    func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Whether all characters are visible ASCII, and there are between one and `limit` of them.
    func isVisibleASCII(upTo limit: Int) -> Bool {
        (1...limit).contains(utf8.count) && utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
