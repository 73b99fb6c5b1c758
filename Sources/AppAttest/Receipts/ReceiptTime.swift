package import FoundationEssentials

/// The times in receipts: `2020-11-21T22:16:05.466Z`, ISO 8601 in UTC with no or up to nine digits of a second's fraction.
/// Apple drops zeros at their end.
package enum ReceiptTime {
    /// Nil for text of another form, and for a time that does not exist.
    package static func date(_ text: [UInt8]) -> Date? { date(text[...]) }

    static func date(_ text: ArraySlice<UInt8>) -> Date? {
        // 19 characters to the second, and the Z.
        guard (20...30).contains(text.count), text.last == UInt8(ascii: "Z") else { return nil }
        let start = text.startIndex
        func isSeparator(_ place: Int, _ separator: Unicode.Scalar) -> Bool {
            text[start + place] == UInt8(ascii: separator)
        }
        guard isSeparator(4, "-"), isSeparator(7, "-"), isSeparator(10, "T"), isSeparator(13, ":"),
            isSeparator(16, ":")
        else { return nil }
        func part(_ first: Int, _ count: Int) -> Int64? { number(text[start + first..<start + first + count]) }
        guard let year = part(0, 4), let month = part(5, 2), let day = part(8, 2), let hour = part(11, 2),
            let minute = part(14, 2), let second = part(17, 2),
            let seconds = CivilTime.secondsSince1970(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        let rest = text[(start + 19)..<(text.endIndex - 1)]
        guard let point = rest.first else { return Date(timeIntervalSince1970: TimeInterval(seconds)) }
        let digits = rest.dropFirst()
        guard point == UInt8(ascii: "."), !digits.isEmpty, let fraction = number(digits) else { return nil }
        var unit: TimeInterval = 1
        for _ in digits { unit *= 10 }
        return Date(timeIntervalSince1970: TimeInterval(seconds) + TimeInterval(fraction) / unit)
    }

    /// Nil when one of the characters is no digit.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        var number: Int64 = 0
        for digit in digits {
            guard 0x30...0x39 ~= digit else { return nil }
            number = number * 10 + Int64(digit - 0x30)
        }
        return number
    }
}
