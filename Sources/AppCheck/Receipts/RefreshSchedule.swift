/// When a receipt is due next. No sum overflows, whatever receipts and services say.
struct RefreshSchedule: Sendable {
    let surroundings: Surroundings
    /// Seconds since 1970.
    let now: Int64
    /// Of the receipt that is kept.
    let facts: ReceiptFacts

    private static let minute: Int64 = 60
    private static let hour: Int64 = 3_600
    private static let day: Int64 = 86_400

    /// What is added by chance to the moments of regular refreshments, so that keys attested together do not stay so.
    private static let spread = 2 * hour
    private static let longestBackOff = 6 * hour
    /// The most that a service may ask to wait for.
    private static let longestRetry = day
    private static let longestWithoutData = 7 * day

    /// A day from now, or the receipt's end.
    var nextDay: Int64 { min(now.adding(Self.day), facts.expiresAt) }

    /// When to look again at a key that was idle for so many seconds: after the same time once more, and while the receipt
    /// can still be refreshed.
    func look(afterIdle idle: Int64) -> Int64 {
        within(now.adding(max(idle, Self.day)), notBefore: now.adding(Self.hour))
    }

    /// After word from the service that this is the newest receipt.
    func refresh(after interval: Int64) -> Int64 {
        let earliest = max(facts.refreshNotBefore ?? now, now.adding(Self.hour))
        let regular = max(earliest, now.adding(interval))
        return within(regular.adding(surroundings.jitter(upTo: Self.spread)), notBefore: earliest)
    }

    /// After an attempt that failed.
    /// - Parameter seconds: to wait.
    func retry(after seconds: Int64) -> Int64 {
        let wish = now.adding(seconds)
        return within(wish, notBefore: wish)
    }

    /// After word that there are no data: a day, and twice as long as the last time if it was the same.
    /// - Parameter state: before the attempt.
    func retryWithoutData(_ state: ReceiptRefreshState) -> Int64 {
        var wait = Self.day
        if state.outcome == .noData, let from = state.outcomeAt, let to = state.nextAt {
            let last = min(max(to.subtracting(from), 0), Self.longestWithoutData)
            wait = min(max(2 * last, Self.day), Self.longestWithoutData)
        }
        return within(now.adding(wait), notBefore: now.adding(Self.day))
    }

    /// Seconds to wait for after an attempt that failed: a minute, twice as long with each failure, up to six hours; of
    /// that a half for certain, and of the other half as much as chance has it.
    /// - Parameter failures: in a row, before this one.
    func backOff(_ failures: Int64) -> Int64 {
        // 2^9 minutes are more than six hours.
        let longest = min(Self.minute << min(max(failures, 0), 9), Self.longestBackOff)
        let half = longest / 2
        return longest - half + surroundings.jitter(upTo: half)
    }

    /// The same, but an hour at least.
    func longBackOff(_ failures: Int64) -> Int64 { max(backOff(failures), Self.hour) }

    /// What a service asks to wait for, within reason: a minute to a day.
    static func within(reason retryAfter: Int64) -> Int64 { min(max(retryAfter, minute), longestRetry) }

    /// Brings a moment forward to a day before the receipt's end, but not before `earliest`; and to its end at the latest,
    /// when nothing is asked any more.
    private func within(_ wish: Int64, notBefore earliest: Int64) -> Int64 {
        min(max(min(wish, facts.expiresAt.subtracting(Self.day)), earliest), facts.expiresAt)
    }
}

extension Int64 {
    /// The sum, or the number next to it that there is.
    func adding(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    /// The difference, or the number next to it that there is.
    func subtracting(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other > 0 ? .min : .max) : difference
    }
}

extension Surroundings {
    /// A number from 0 to `limit` by chance; 0 where there is no chance to be had.
    func jitter(upTo limit: Int64) -> Int64 {
        guard limit > 0, let bytes = try? randomBytes(8) else { return 0 }
        let number = bytes.reduce(0 as UInt64) { number, byte in number << 8 | UInt64(byte) }
        return Int64(number % (UInt64(limit) + 1))
    }
}
