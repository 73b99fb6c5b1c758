internal import AppAttest

/// Asks for newer receipts where they are due, and keeps those that are good.
///
/// All that it goes by is in the store, but for teams that the service wants left alone for a while. Any number of servers
/// may do so over one store: claims see to it that each receipt is asked for once.
package struct ReceiptRefresh: Sendable {
    let store: any ReceiptStore
    let registry: any Registry
    let service: any ReceiptService
    let surroundings: Surroundings
    let settings: Settings
    let pauses = TeamPauses()
    let verifier = ReceiptVerifier()

    /// What an operator may decide about refreshments.
    package struct Settings: Hashable, Sendable {
        /// Seconds from one refreshment of a receipt to the next, at least; Apple's own limit is kept in any case.
        package let interval: Int64
        /// Seconds since its last use within which a key counts as active: receipts of others are not refreshed.
        package let activeWindow: Int64
        /// Seconds by which certificates' periods of validity and the 5 minutes at arrival are widened.
        package let clockLeeway: Int

        /// A day: Apple makes no newer receipt before.
        package static let defaultInterval: Int64 = 86_400
        /// 14 days. Apple keeps data for about 30 days after the last activity.
        package static let defaultActiveWindow: Int64 = 1_209_600

        package init(
            interval: Int64 = defaultInterval, activeWindow: Int64 = defaultActiveWindow, clockLeeway: Int = 0
        ) {
            (self.interval, self.activeWindow, self.clockLeeway) = (interval, activeWindow, clockLeeway)
        }
    }

    /// The longest that an answer may take, the second request after a refused bearer token included: two of 20 seconds.
    package static let longestAnswer: Duration = .seconds(40)
    /// How many receipts of a team are claimed at a time.
    package static let batch = 16
    /// How many requests are under way at a time.
    package static let concurrency = 4
    /// Seconds that a claim lasts: much longer than it takes to ask for a batch, four times the longest answer.
    package static let claimLength: Int64 = 600
    /// Seconds of a claim that must be left for a request to begin. Three times the longest answer, because other servers
    /// see the claim's end by clocks of their own.
    static let reserve = 3 * longestAnswer.components.seconds

    package init(
        store: any ReceiptStore, registry: any Registry, service: any ReceiptService, surroundings: Surroundings,
        settings: Settings = Settings()
    ) {
        (self.store, self.registry, self.service) = (store, registry, service)
        (self.surroundings, self.settings) = (surroundings, settings)
    }
}
