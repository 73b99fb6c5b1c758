private import Cryptography

/// The checksum of a table: SHA-256 of each row's line, read as a number with its most significant byte first, added up
/// modulo 2^256.
///
/// A sum does not depend on the order of the rows, which databases with other ideas of the order of texts read
/// differently, and rows that are missing, doubled or altered change it. It finds faults, not forgers: whoever can choose
/// rows can make others of the same sum, and whoever can alter the file can alter the sums in it.
struct RowSum: Equatable, Sendable {
    private(set) var rows = 0
    /// The least significant first.
    private var words: [UInt64] = [0, 0, 0, 0]

    mutating func add(_ line: [UInt8]) {
        let digest = SHA256.hash(line)
        rows += 1
        var carry: UInt64 = 0
        for index in 0..<4 {
            var word: UInt64 = 0
            for byte in digest[(24 - 8 * index)..<(32 - 8 * index)] { word = word << 8 | UInt64(byte) }
            let (sum, overflow) = words[index].addingReportingOverflow(word)
            let (whole, another) = sum.addingReportingOverflow(carry)
            words[index] = whole
            carry = overflow || another ? 1 : 0
        }
    }

    /// 64 hexadecimal digits, the most significant first.
    var text: String {
        words.reversed().map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
