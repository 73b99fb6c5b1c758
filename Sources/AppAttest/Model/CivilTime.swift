/// The proleptic Gregorian calendar, as certificates and RFC 3339 use it.
package enum CivilTime {
    /// Days of a common year before each month, and after the last.
    private static let daysBefore: [Int64] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]

    /// Nil for a date or time of day that does not exist. Leap seconds are none.
    package static func secondsSince1970(
        year: Int64, month: Int64, day: Int64, hour: Int64, minute: Int64, second: Int64
    ) -> Int64? {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        guard 1...12 ~= month else { return nil }
        let (before, leapDay) = (daysBefore[Int(month) - 1], isLeap ? 1 as Int64 : 0)
        let length = daysBefore[Int(month)] - before + (month == 2 ? leapDay : 0)
        guard 1...length ~= day, 0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second else { return nil }
        // Four centuries are added and taken off again, so that the divisions round down in the year 0 as well.
        let yearsBefore = year + 399
        let leapDays = yearsBefore / 4 - yearsBefore / 100 + yearsBefore / 400
        let days = yearsBefore * 365 + leapDays + before + (month > 2 ? leapDay : 0) + day - 1
        // 719162 days lie between 1 January of the year 1 and that of 1970, and 146097 in four centuries.
        return (days - 719_162 - 146_097) * 86_400 + hour * 3_600 + minute * 60 + second
    }

    /// RFC 3339 text in UTC of a moment between the years 0 and 9999.
    package static func text(_ secondsSince1970: Int64) -> String {
        let days = (secondsSince1970 >= 0 ? secondsSince1970 : secondsSince1970 - 86_399) / 86_400
        let second = secondsSince1970 - days * 86_400
        // Years are counted from March, so that the day added in leap years is the last (a well-known trick).
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let civilMonth = month < 10 ? month + 3 : month - 9
        let year = yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let fourDigits = year >= 0 && year < 10_000 ? two(year / 100) + two(year % 100) : "\(year)"
        return
            "\(fourDigits)-\(two(civilMonth))-\(two(day))T\(two(second / 3_600)):\(two(second / 60 % 60)):\(two(second % 60))Z"
    }
}
