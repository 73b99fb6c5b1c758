extension String {
    /// Whether both are the same bytes in UTF-8.
    ///
    /// `==` compares what a reader would see: to it the Kelvin sign is the letter K. Names that decide about trust are
    /// compared byte by byte instead.
    package func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
