/// Asks for newer receipts where they are due, and keeps those that are good.
package struct ReceiptRefresh: Sendable {
    let store: any ReceiptStore
    let registry: any Registry
    let service: any ReceiptService
    let surroundings: Surroundings
    let settings: Settings

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
        /// An hour to 60 days: receipts end after 90.
        package static let intervalRange: ClosedRange<Int64> = 3_600...5_184_000
        /// 14 days. Apple keeps data for about 30 days after the last activity.
        package static let defaultActiveWindow: Int64 = 1_209_600
        /// A day to 90 days.
        package static let activeWindowRange: ClosedRange<Int64> = 86_400...7_776_000

        package init(
            interval: Int64 = defaultInterval, activeWindow: Int64 = defaultActiveWindow, clockLeeway: Int = 0
        ) {
            (self.interval, self.activeWindow, self.clockLeeway) = (interval, activeWindow, clockLeeway)
        }
    }

    /// The longest that an answer may take, the second request after a refused bearer token included: two of 20 seconds.
    package static let longestAnswer: Duration = .seconds(40)

    package init(
        store: any ReceiptStore, registry: any Registry, service: any ReceiptService, surroundings: Surroundings,
        settings: Settings = Settings()
    ) {
        (self.store, self.registry, self.service) = (store, registry, service)
        (self.surroundings, self.settings) = (surroundings, settings)
    }
}
