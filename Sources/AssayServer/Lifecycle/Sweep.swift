package import AppCheck

/// Forgets what has ended: challenges, used-up tokens, old counts. In small batches with pauses between them, so that no
/// exchange waits for more than one of them.
package struct Sweep: Sendable {
    /// How gently it goes about it.
    package struct Pace: Sendable {
        /// Rows that one transaction forgets.
        package var batch = 500
        /// Batches of a round, of all kinds together: 200000 rows. A round that has more to do ends here, and the next one
        /// follows soon.
        package var batchesPerRound = 400
        /// Between two batches at least. They are as far apart as a batch takes, too: a database that is slow, because
        /// others need it, is left alone for longer.
        package var rest: Duration = .milliseconds(20)

        package init() {}
    }

    package typealias Store = AttestedKeyStore & ConsumedTokenStore & ExchangeCountStore

    private let store: any Store
    private let pace: Pace
    private let pause: @Sendable (Duration) async throws -> Void

    /// - Parameter pause: waits for as long as it is told; throws when the sweep is to end.
    package init(
        _ store: any Store, pace: Pace = Pace(),
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) { (self.store, self.pace, self.pause) = (store, pace, pause) }

    private enum Kind: CaseIterable { case redemptions, consumedTokens, counts }

    /// - Parameters:
    ///   - moment: what ended before it is forgotten, in seconds since 1970.
    ///   - day: counts of days before it are forgotten, in days since 1970.
    /// - Returns: whether there may be more to forget.
    /// - Throws: ``StoreError``, or what a pause throws.
    package func round(endedBefore moment: Int64, countsBefore day: Int64) async throws -> Bool {
        var (kinds, left) = (Kind.allCases, pace.batchesPerRound)
        while !kinds.isEmpty, left > 0 {
            // By turns, so that no kind waits until there is nothing of the others.
            for kind in kinds where left > 0 {
                let start = ContinuousClock.now
                let count = try await forget(kind, moment, day)
                left -= 1
                if count < pace.batch {
                    kinds.removeAll { $0 == kind }
                } else {
                    try await pause(max(pace.rest, ContinuousClock.now - start))
                }
            }
        }
        return !kinds.isEmpty
    }

    private func forget(_ kind: Kind, _ moment: Int64, _ day: Int64) async throws(StoreError) -> Int {
        switch kind {
        case .redemptions: try await store.forgetRedemptions(endedBefore: moment, limit: pace.batch)
        case .consumedTokens: try await store.forgetConsumedTokens(endedBefore: moment, limit: pace.batch)
        case .counts: try await store.forgetCounts(before: day, limit: pace.batch)
        }
    }
}
