internal import AppCheck
internal import Telemetry

/// What a server does between requests: rotate signing keys, forget challenges and used-up tokens that have ended, refresh
/// receipts.
final class BackgroundJobs: Sendable {
    private let tasks: [Task<Void, Never>]

    /// Seconds that the use of a challenge or token is remembered for after its end: an exchange that passed the check
    /// of the time may still wait for the store, and clocks are set back now and then.
    private static let remembrance: Int64 = 900

    private static let portion = 1_000

    /// - Parameter refresh: nil where there is no service to ask for receipts.
    init(
        store: any AttestedKeyStore & ConsumedTokenStore, signing: SigningKeys, refresh: ReceiptRefresh?,
        surroundings: Surroundings, log: Log
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
            } catch let error as StoreError {
                log.write(.warning, "forgetting what has ended failed", [("detail", .text(error.description))])
            } catch {
                return
            }
        }
        let refreshing = refresh.map { refresh in
            let job = RefreshJob(refresh, log: log)
            return Self.every(.seconds(30)) { await job.run() }
        }
        tasks = [rotation, forgetting] + [refreshing].compactMap(\.self)
    }

    /// Returns when no job is running any more.
    func stop() async {
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
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
