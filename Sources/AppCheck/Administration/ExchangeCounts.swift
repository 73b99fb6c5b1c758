/// How many exchanges of an app ended in one way on one day.
package struct ExchangeCount: Hashable, Sendable {
    package let tally: ExchangeTally
    package let count: Int64

    package init(_ tally: ExchangeTally, _ count: Int64) { (self.tally, self.count) = (tally, count) }
}

extension Administration {
    /// How many days back counts are shown where nobody says since when: today and the 29 before.
    package static let countedDays: Int64 = 30

    /// How an app's exchanges of App Attest ended, by day, ending and reason in this order.
    /// - Parameter day: the first day, in days since 1970 in UTC; nil for the last ``countedDays``.
    package func exchangeCounts(
        of appID: String, in reference: String, since day: Int64? = nil
    ) async throws(AdministrationError) -> [ExchangeCount] {
        let app = try await app(appID, in: reference)
        let first = day ?? ExchangeTally.day(of: surroundings.seconds) - Self.countedDays + 1
        do {
            return try await counts.counts(ofApp: app.appID, inProject: app.project.number, since: first)
                .map { ExchangeCount($0.tally, $0.count) }
        } catch { throw AdministrationError(error) }
    }
}

extension ExchangeTally {
    /// The day that a moment is in.
    /// - Parameter seconds: since 1970.
    /// - Returns: days since 1970 in UTC, rounded down.
    package static func day(of seconds: Int64) -> Int64 {
        seconds.quotientAndRemainder(dividingBy: 86_400).quotient - (seconds % 86_400 < 0 ? 1 : 0)
    }
}
