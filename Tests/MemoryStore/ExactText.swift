/// Databases compare names byte by byte, and so does what is kept here: Swift takes some different texts for equal, such as
/// the letter K and the sign for Kelvin.
extension String {
    func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
