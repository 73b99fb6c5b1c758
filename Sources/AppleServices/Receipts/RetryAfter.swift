private import AppAttest

/// The header field `Retry-After` (RFC 9110 section 10.2.3).
enum RetryAfter {
    /// The longest wait that is believed: a day, in seconds.
    static let longest: Int64 = 86_400

    /// Seconds to wait, at most ``longest``.
    /// - Parameters:
    ///   - value: a number of seconds, or a date as ``HTTPDate`` reads it.
    ///   - now: seconds since 1970.
    /// - Returns: nil for other texts, and for moments that have passed.
    static func seconds(_ value: String, at now: Int64) -> Int64? {
        if !value.isEmpty, value.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
            // Whatever is too large for the type is too long to believe as well.
            return min(Int64(value) ?? longest, longest)
        }
        guard let moment = HTTPDate.secondsSince1970(value), moment >= now else { return nil }
        return min(moment - now, longest)
    }
}

/// Dates of HTTP (RFC 9110 section 5.6.7).
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    /// The form that is in use, `Sun, 06 Nov 1994 08:49:37 GMT`. The two that are obsolete, which nobody sends, are not
    /// read; nor is the name of the day compared with the date.
    static func secondsSince1970(_ text: String) -> Int64? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, words[0].hasSuffix(","), days.contains(String(words[0].dropLast())), words[5] == "GMT",
            let month = months.firstIndex(of: String(words[2])), let day = number(words[1], digits: 2),
            let year = number(words[3], digits: 4)
        else { return nil }
        let time = words[4].split(separator: ":", omittingEmptySubsequences: false).map { number($0, digits: 2) }
        guard time.count == 3, let hour = time[0], let minute = time[1], let second = time[2] else { return nil }
        return CivilTime.secondsSince1970(
            year: year, month: Int64(month) + 1, day: day, hour: hour, minute: minute, second: second)
    }

    private static func number(_ text: Substring, digits: Int) -> Int64? {
        text.utf8.count == digits && text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int64(text) : nil
    }
}
