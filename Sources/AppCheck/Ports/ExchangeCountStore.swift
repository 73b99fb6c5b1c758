/// What is counted: exchanges of an app in one day by how they ended.
package struct ExchangeTally: Hashable, Sendable {
    package enum Ending: String, Hashable, Sendable, CaseIterable {
        /// A token was granted.
        case granted = "GRANTED"
        /// Refused for the reason.
        case refused = "REFUSED"
        /// A policy that only reports would have refused it, or shortened its token, for the reason. Counted beside
        /// whatever else became of it.
        case reported = "REPORTED"
    }

    package let projectNumber: String
    package let appID: String
    /// Days since 1970 in UTC.
    package let day: Int64
    package let ending: Ending
    /// The word for it; empty for what was granted.
    package let reason: String

    package init(projectNumber: String, appID: String, day: Int64, ending: Ending, reason: String) {
        (self.projectNumber, self.appID, self.day) = (projectNumber, appID, day)
        (self.ending, self.reason) = (ending, reason)
    }
}

/// How exchanges ended, added up over all servers.
package protocol ExchangeCountStore: Sendable {
    /// Adds to what was counted before, all or nothing.
    func add(_ counts: [ExchangeTally: Int64]) async throws(StoreError)

    /// The counts of an app, by day, ending and reason in this order.
    /// - Parameter day: the first day, in days since 1970.
    func counts(
        ofApp appID: String, inProject number: String, since day: Int64
    ) async throws(StoreError) -> [(tally: ExchangeTally, count: Int64)]

    /// Forgets days before `day`, at most `limit` counts.
    /// - Returns: how many were forgotten.
    func forgetCounts(before day: Int64, limit: Int) async throws(StoreError) -> Int
}
