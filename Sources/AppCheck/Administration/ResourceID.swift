internal import Cryptography
private import Encodings
private import FoundationEssentials

/// Names that the server gives to what it makes: 32 hexadecimal digits, the first twelve of them the moment, then four
/// for the place among what is made together, so that a listing by name is one by age.
enum ResourceID {
    static func make(_ surroundings: Surroundings, place: Int = 0) throws(CryptographyError) -> String {
        let milliseconds = UInt64(clamping: Int64((surroundings.now().timeIntervalSince1970 * 1000).rounded(.down)))
        return Hexadecimal.encode(
            milliseconds.bigEndianBytes.suffix(6) + UInt64(clamping: min(place, 0xFFFF)).bigEndianBytes.suffix(2)
                + (try surroundings.randomBytes(8)))
    }
}
