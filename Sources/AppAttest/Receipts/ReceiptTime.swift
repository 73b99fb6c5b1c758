package import FoundationEssentials

/// The times in receipts: `2020-11-21T22:16:05.466Z`, ISO 8601 in UTC with no or up to nine digits of a second's fraction.
/// Apple drops zeros at their end.
package enum ReceiptTime {
    /// Nil for text of another form, and for a time that does not exist.
    package static func date(_ text: [UInt8]) -> Date? {
        // 19 characters to the second, and the Z.
        guard (20...30).contains(text.count), text.last == UInt8(ascii: "Z") else { return nil }
        for (index, separator) in [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")] as [(Int, Unicode.Scalar)] {
            guard text[index] == UInt8(ascii: separator) else { return nil }
        }
        let numbers = [(0, 4), (5, 7), (8, 10), (11, 13), (14, 16), (17, 19)].compactMap { start, end in
            number(text[start..<end])
        }
        guard numbers.count == 6,
            let seconds = CivilTime.secondsSince1970(
                year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
                second: numbers[5])
        else { return nil }
        let rest = text[19..<text.count - 1]
        guard let point = rest.first else { return Date(timeIntervalSince1970: TimeInterval(seconds)) }
        let digits = rest.dropFirst()
        guard point == UInt8(ascii: "."), !digits.isEmpty, let fraction = number(digits) else { return nil }
        let unit = digits.reduce(1 as TimeInterval) { unit, _ in unit * 10 }
        return Date(timeIntervalSince1970: TimeInterval(seconds) + TimeInterval(fraction) / unit)
    }

    /// Nil when one of the characters is no digit.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        digits.reduce(0 as Int64?) { number, digit in
            guard let number, 0x30...0x39 ~= digit else { return nil }
            return number * 10 + Int64(digit - 0x30)
        }
    }
}
