extension String {
    /// Whether both are the same bytes in UTF-8.
    ///
    /// `==` compares what a reader would see: to it the Kelvin sign is the letter K. Names that decide about trust are
    /// compared byte by byte instead.
    package func isExactly(_ other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let (left, right) = (utf8Span.span, other.utf8Span.span)
        guard left.count == right.count else { return false }
        // Without an end at the first difference, so that the compiler can take many bytes at once.
        var difference: UInt8 = 0
        for index in left.indices { difference |= left[index] ^ right[index] }
        return difference == 0
    }
}
