private import FoundationEssentials

/// `google.protobuf.Duration` in JSON, as far as it is whole seconds.
package enum ProtoDuration {
    /// - Returns: nil for anything but digits with an optional sign and fraction of zeros, and `s`; and for more than the
    ///   ten thousand years that the type has.
    package static func read(_ text: String) -> Int64? {
        guard text.utf8.last == UInt8(ascii: "s") else { return nil }
        let parts = text.dropLast().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first else { return nil }
        let digits = whole.hasPrefix("-") ? whole.dropFirst() : whole
        guard !digits.isEmpty, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let seconds = Int64(whole),
            abs(seconds) <= 315_576_000_000
        else { return nil }
        if parts.count == 2 {
            guard (1...9).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy({ $0 == 0x30 }) else { return nil }
        }
        return seconds
    }

    package static func text(_ seconds: Int64) -> String { "\(seconds)s" }
}

/// `google.protobuf.Timestamp` in JSON, cut to whole seconds: RFC 3339.
package enum ProtoTimestamp {
    /// - Returns: seconds since 1970; nil for what is no timestamp from year 1 to 9999.
    package static func read(_ text: String) -> Int64? {
        // yyyy-mm-ddThh:mm:ss, then a fraction, then Z or an offset.
        let bytes = Array(text.utf8)
        guard bytes.count >= 20 else { return nil }
        let shape = Array("0000-00-00T00:00:00".utf8)
        for (byte, form) in zip(bytes, shape) {
            guard form == UInt8(ascii: "0") ? 0x30...0x39 ~= byte : byte == form else { return nil }
        }
        var rest = bytes[19...]
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix { 0x30...0x39 ~= $0 }
            guard (1...9).contains(fraction.count) else { return nil }
            rest = rest[fraction.endIndex...]
        }
        guard let offset = offset(rest) else { return nil }
        func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } }
        let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
        let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
        guard year >= 1, 1...12 ~= month, 1...Self.days(month, year) ~= day, hour < 24, minute < 60, second < 60 else {
            return nil
        }
        let moment =
            Int64(daysSince1970(year, month, day)) * 86_400 + Int64(hour * 3_600 + minute * 60 + second - offset)
        return range.contains(moment) ? moment : nil
    }

    package static func text(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(min(max(seconds, range.lowerBound), range.upperBound))).formatted(.iso8601)
    }

    /// 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z.
    private static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// Seconds east of Greenwich.
    private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
        if text.elementsEqual("Z".utf8) { return 0 }
        let bytes = Array(text)
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), bytes[0] == 0x2B || bytes[0] == 0x2D,
            [1, 2, 4, 5].allSatisfy({ 0x30...0x39 ~= bytes[$0] })
        else { return nil }
        let hours = Int(bytes[1] - 0x30) * 10 + Int(bytes[2] - 0x30)
        let minutes = Int(bytes[4] - 0x30) * 10 + Int(bytes[5] - 0x30)
        guard hours < 24, minutes < 60 else { return nil }
        return (bytes[0] == 0x2D ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }

    private static func days(_ month: Int, _ year: Int) -> Int {
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// Counts in years that begin in March, so that the leap day is the last of its year.
    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let years = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return years * 365 + years / 4 - years / 100 + years / 400 + dayOfYear - 719_468
    }
}
