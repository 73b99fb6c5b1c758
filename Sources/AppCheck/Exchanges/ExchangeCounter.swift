private import AppAttest
private import Synchronization

/// Counts how exchanges end, and adds the counts to the store now and then: exchanges never wait for that. What was
/// counted since the last time is lost when the process is killed.
package final class ExchangeCounter: ExchangeObserver {
    private let counts = Mutex<[ExchangeTally: Int64]>([:])

    package init() {}

    package func observe(_ ending: ExchangeEnding) {
        let app = ending.evidence.app
        let day = Self.day(of: Int64(secondsSince1970: ending.evidence.judgedAt))
        func tally(_ kind: ExchangeTally.Ending, _ reason: String) -> ExchangeTally {
            ExchangeTally(
                projectNumber: app.project.number, appID: app.appID, day: day, ending: kind, reason: reason)
        }
        let ended = ending.refusal.map { tally(.refused, $0.reason) } ?? tally(.granted, "")
        // One exchange counts once for each reason, however many rules share it.
        let reported = Set(ending.reported).map { tally(.reported, $0) }
        counts.withLock { counts in
            for tally in [ended] + reported { counts[tally, default: 0] += 1 }
        }
    }

    /// Adds what was counted since the last time to the store. What cannot be added is kept for the next time.
    package func flush(to store: any ExchangeCountStore) async throws(StoreError) {
        let taken = counts.withLock { counts in
            defer { counts = [:] }
            return counts
        }
        guard !taken.isEmpty else { return }
        do { try await store.add(taken) } catch {
            counts.withLock { $0.merge(taken) { $0 + $1 } }
            throw error
        }
    }

    /// The day of a moment, in days since 1970 in UTC.
    /// - Parameter seconds: since 1970.
    package static func day(of seconds: Int64) -> Int64 {
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        return rest < 0 ? days - 1 : days
    }
}
