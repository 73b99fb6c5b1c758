private import AppAttest

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
            (-315_576_000_000...315_576_000_000).contains(seconds)
        else { return nil }
        if parts.count == 2 {
            guard (1...9).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy({ $0 == 0x30 }) else { return nil }
        }
        return seconds
    }

    package static func text(_ seconds: Int64) -> String { String(seconds) + "s" }
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
        func number(_ range: Range<Int>) -> Int64 { bytes[range].reduce(0) { $0 * 10 + Int64($1 - 0x30) } }
        let civil = CivilTime.secondsSince1970(
            year: number(0..<4), month: number(5..<7), day: number(8..<10), hour: number(11..<13),
            minute: number(14..<16), second: number(17..<19))
        guard number(0..<4) >= 1, let moment = civil.map({ $0 - offset }), range.contains(moment) else { return nil }
        return moment
    }

    /// Moments beyond the range are written as its nearest end. Foundation would write those before October 1582 in the
    /// Julian calendar, which RFC 3339 does not know.
    package static func text(_ seconds: Int64) -> String {
        CivilTime.text(min(max(seconds, range.lowerBound), range.upperBound))
    }

    /// 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z.
    private static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// Seconds east of Greenwich.
    private static func offset(_ text: ArraySlice<UInt8>) -> Int64? {
        if text.elementsEqual("Z".utf8) { return 0 }
        let bytes = Array(text)
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), bytes[0] == 0x2B || bytes[0] == 0x2D,
            [1, 2, 4, 5].allSatisfy({ 0x30...0x39 ~= bytes[$0] })
        else { return nil }
        let hours = Int64(bytes[1] - 0x30) * 10 + Int64(bytes[2] - 0x30)
        let minutes = Int64(bytes[4] - 0x30) * 10 + Int64(bytes[5] - 0x30)
        guard hours < 24, minutes < 60 else { return nil }
        return (bytes[0] == 0x2D ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }
}

/// A day in JSON, as the full date of RFC 3339: `2030-01-31`. Days are those of UTC.
package enum ProtoDate {
    /// - Returns: days since 1970; nil for what is no day from year 1 to 9999.
    package static func read(_ text: String) -> Int64? {
        guard text.utf8.count == 10, let start = ProtoTimestamp.read("\(text)T00:00:00Z") else { return nil }
        return start / secondsPerDay
    }

    /// Days beyond the range are written as its nearest end.
    package static func text(_ day: Int64) -> String {
        let (start, overflow) = day.multipliedReportingOverflow(by: secondsPerDay)
        return String(ProtoTimestamp.text(overflow ? (day < 0 ? .min : .max) : start).prefix(10))
    }

    private static let secondsPerDay: Int64 = 86_400
}
