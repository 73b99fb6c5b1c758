private import Encodings
internal import FoundationEssentials

/// Writes DER (X.690): definite lengths in the shortest form. Only what certificates of App Attest contain.
enum DER {
    static func sequence(_ parts: [UInt8]...) -> [UInt8] { element([0x30], Array(parts.joined())) }

    static func sequence(of parts: [[UInt8]]) -> [UInt8] { element([0x30], Array(parts.joined())) }

    static func set(_ part: [UInt8]) -> [UInt8] { element([0x31], part) }

    static func boolean(_ value: Bool) -> [UInt8] { element([0x01], [value ? 0xFF : 0x00]) }

    /// - Parameter magnitude: big-endian, of any length; leading zeros are dropped, a sign byte is added where needed.
    static func integer(_ magnitude: [UInt8]) -> [UInt8] {
        let digits = Array(magnitude.drop { $0 == 0 })
        guard let first = digits.first else { return element([0x02], [0]) }
        return element([0x02], first >= 0x80 ? [0] + digits : digits)
    }

    static func integer(_ value: UInt64) -> [UInt8] { integer(value.bigEndianBytes) }

    /// - Parameter unused: how many low bits of the last byte do not count.
    static func bitString(_ bytes: [UInt8], unused: UInt8 = 0) -> [UInt8] { element([0x03], [unused] + bytes) }

    static func octetString(_ bytes: [UInt8]) -> [UInt8] { element([0x04], bytes) }

    static func utf8String(_ text: String) -> [UInt8] { element([0x0C], Array(text.utf8)) }

    /// - Parameter arcs: at least two.
    static func objectIdentifier(_ arcs: [UInt64]) -> [UInt8] {
        let joined = [arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2)
        return element([0x06], joined.flatMap(base128))
    }

    /// A constructed context-specific element, `[number] EXPLICIT`.
    static func context(_ number: UInt64, _ content: [UInt8]) -> [UInt8] {
        element(number < 31 ? [0xA0 | UInt8(number)] : [0xBF] + base128(number), content)
    }

    /// UTCTime up to 2049, GeneralizedTime from 2050 (RFC 5280 section 4.1.2.5), to the second.
    static func time(_ date: Date) -> [UInt8] {
        let style = Date.ISO8601FormatStyle(
            dateSeparator: .omitted, dateTimeSeparator: .space, timeSeparator: .omitted, timeZone: .gmt)
        let digits = date.wholeSecond.formatted(style).utf8.filter { (0x30...0x39).contains($0) }
        let zulu = UInt8(ascii: "Z")
        return date.needsGeneralizedTime
            ? element([0x18], digits + [zulu]) : element([0x17], digits.dropFirst(2) + [zulu])
    }

    static func element(_ identifier: [UInt8], _ content: [UInt8]) -> [UInt8] {
        identifier + length(content.count) + content
    }

    private static func length(_ count: Int) -> [UInt8] {
        guard count >= 0x80 else { return [UInt8(count)] }
        let digits = Array(UInt64(count).bigEndianBytes.drop { $0 == 0 })
        return [0x80 | UInt8(digits.count)] + digits
    }

    private static func base128(_ value: UInt64) -> [UInt8] {
        var digits = [UInt8(value & 0x7F)]
        var rest = value >> 7
        while rest > 0 {
            digits.insert(0x80 | UInt8(rest & 0x7F), at: 0)
            rest >>= 7
        }
        return digits
    }
}

extension Date {
    /// The last whole second up to this moment; certificates know no smaller unit.
    var wholeSecond: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down)) }

    /// Whether the moment lies in 2050 or later.
    fileprivate var needsGeneralizedTime: Bool { timeIntervalSince1970 >= 2_524_608_000 }

    /// Whether a certificate can name the moment: from 1950 to the end of 9999.
    var fitsCertificate: Bool { (-631_152_000..<253_402_300_800).contains(timeIntervalSince1970) }

    /// - Throws: `validity` unless certificates can name the moment and a year around it.
    func requireNameable() throws(SimulationError) {
        let year: TimeInterval = 366 * 86_400
        guard (self - year).fitsCertificate, (self + year).fitsCertificate else {
            throw SimulationError(.validity, "a certificate cannot name that moment")
        }
    }
}
