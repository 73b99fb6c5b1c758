internal import AppCheck
internal import Telemetry

/// What a server does between requests: rotate signing keys, forget challenges and used-up tokens that have ended, keep
/// counts of exchanges, refresh receipts.
final class BackgroundJobs: Sendable {
    private let tasks: [Task<Void, Never>]
    private let lastly: @Sendable () async -> Void

    /// Seconds that the use of a challenge or token is remembered for after its end: an exchange that passed the check
    /// of the time may still wait for the store, and clocks are set back now and then.
    private static let remembrance: Int64 = 900

    private static let portion = 1_000

    /// Days that counts of exchanges are kept for: a little more than a year, to compare one with the last.
    private static let countedDays: Int64 = 400

    /// - Parameters:
    ///   - refresh: nil where there is no service to ask for receipts.
    ///   - refreshPause: from one look for receipts that are due to the next.
    init(
        store: any AttestedKeyStore & ConsumedTokenStore & ExchangeCountStore, signing: SigningKeys,
        counter: ExchangeCounter, refresh: ReceiptRefresh?, refreshPause: Duration, surroundings: Surroundings, log: Log
    ) {
        let rotation = Self.every(.seconds(60)) {
            do throws(ServerKeysError) { _ = try await signing.update(at: surroundings.seconds) } catch {
                log.write(.error, "key rotation failed", [("detail", .text(error.description))])
            }
        }
        let (start, clock) = (ContinuousClock.now, ForgettingClock(startedAt: surroundings.seconds))
        let forgetting = Self.every(.seconds(30)) {
            let moment =
                clock.moment(now: surroundings.seconds, elapsed: ContinuousClock.now - start) - Self.remembrance
            // In portions, so that exchanges are not kept waiting.
            do {
                while try await store.forgetRedemptions(endedBefore: moment, limit: Self.portion) == Self.portion {
                    try Task.checkCancellation()
                }
                while try await store.forgetConsumedTokens(endedBefore: moment, limit: Self.portion) == Self.portion {
                    try Task.checkCancellation()
                }
                let day = ExchangeCounter.day(of: moment) - Self.countedDays
                while try await store.forgetCounts(before: day, limit: Self.portion) == Self.portion {
                    try Task.checkCancellation()
                }
            } catch let error as StoreError {
                log.write(.warning, "forgetting what has ended failed", [("detail", .text(error.description))])
            } catch {
                return
            }
        }
        let counting = Self.every(.seconds(5)) { await Self.keep(counter, in: store, log) }
        let refreshing = refresh.map { refresh in
            let job = RefreshJob(refresh, log: log)
            return Self.every(refreshPause) { await job.run() }
        }
        tasks = [rotation, forgetting, counting] + [refreshing].compactMap(\.self)
        lastly = { await Self.keep(counter, in: store, log) }
    }

    /// Returns when no job is running any more, and what exchanges came to until then is counted.
    func stop() async {
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        await lastly()
    }

    /// Adds what was counted since the last time to the store.
    private static func keep(_ counter: ExchangeCounter, in store: any ExchangeCountStore, _ log: Log) async {
        do throws(StoreError) { try await counter.flush(to: store) } catch {
            log.write(.warning, "counts of exchanges wait for the store", [("detail", .text(error.description))])
        }
    }

    private static func every(
        _ pause: Duration, _ job: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                do { try await Task.sleep(for: pause) } catch { return }
                await job()
            }
        }
    }
}
