internal import AppCheck
internal import Storage
private import Synchronization
internal import Telemetry

/// How long a server waits between what it does by itself.
package struct Pauses: Sendable {
    /// Between attempts to open a store on another machine.
    package var opening = Backoff()
    /// From one look at the signing keys to the next: far less than the half hour by which a new key is published earlier
    /// than caches of key sets need, so that every server shows a key before any server signs with it.
    package var rotation: Duration = .seconds(60)
    /// From one look for what has ended to the next; half of it to one and a half.
    package var sweeping: Duration = .seconds(30)
    package var sweep = Sweep.Pace()
    package var counting: Duration = .seconds(5)
    /// From one look at the schema to the next; half of it to one and a half.
    package var schema: Duration = .seconds(30)
    /// From one look for receipts that are due to the next.
    package var receipts: Duration = .seconds(30)

    package init() {}
}

/// What a server does between requests: rotate signing keys, forget challenges and used-up tokens that have ended, keep
/// counts of exchanges, refresh receipts, notice that the schema is another.
final class BackgroundJobs: Sendable {
    private let tasks: [Task<Void, Never>]
    private let lastly: @Sendable () async -> Void

    /// Seconds that the use of a challenge or token is remembered for after its end: an exchange that passed the check
    /// of the time may still wait for the store, and clocks are set back now and then.
    private static let remembrance: Int64 = 900

    /// Days that counts of exchanges are kept for: a little more than a year, to compare one with the last.
    private static let countedDays: Int64 = 400

    /// - Parameters:
    ///   - refresh: nil where there is no service to ask for receipts.
    ///   - refuse: called when the store is not to be used by this version any more.
    init(
        store: any Store, signing: SigningKeys, counter: ExchangeCounter, refresh: ReceiptRefresh?, pauses: Pauses,
        surroundings: Surroundings, log: Log, refuse: @escaping @Sendable (StartError) -> Void
    ) {
        let rotationFailures = Failures(.error, "key rotation failed", log)
        let rotation = Self.every({ _ in pauses.rotation }) {
            do throws(ServerKeysError) {
                _ = try await signing.update(at: surroundings.seconds)
                rotationFailures.end()
            } catch { rotationFailures.tell(error.description) }
            return false
        }
        let (start, clock) = (ContinuousClock.now, ForgettingClock(startedAt: surroundings.seconds))
        let sweep = Sweep(store, pace: pauses.sweep)
        let sweepFailures = Failures(.warning, "forgetting what has ended failed", log)
        // A round that left something behind is soon followed by the next one.
        let sweeping = Self.every({ surroundings.around($0 ? pauses.sweeping / 30 : pauses.sweeping) }) {
            let moment =
                clock.moment(now: surroundings.seconds, elapsed: ContinuousClock.now - start) - Self.remembrance
            let day = ExchangeCounter.day(of: moment) - Self.countedDays
            do {
                let isMore = try await sweep.round(endedBefore: moment, countsBefore: day)
                sweepFailures.end()
                return isMore
            } catch {
                if let error = error as? StoreError { sweepFailures.tell(error.description) }
                return false
            }
        }
        let schemaWarnings = RareEvent()
        let countFailures = Failures(.warning, "counts of exchanges wait for the store", log)
        let counting = Self.every({ _ in surroundings.around(pauses.counting) }) {
            await Self.keep(counter, in: store, countFailures)
            return false
        }
        let refreshing = refresh.map { refresh in
            let job = RefreshJob(refresh, log: log)
            return Self.every({ _ in pauses.receipts }) {
                await job.run()
                return false
            }
        }
        let schema = Self.every({ _ in surroundings.around(pauses.schema) }) {
            await Self.look(at: store, schemaWarnings, log, refuse)
            return false
        }
        tasks = [rotation, sweeping, counting, schema] + [refreshing].compactMap(\.self)
        lastly = { await Self.keep(counter, in: store, countFailures) }
    }

    /// Returns when no job is running any more, and what exchanges came to until then is counted.
    func stop() async {
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        await lastly()
    }

    /// Adds what was counted since the last time to the store.
    private static func keep(
        _ counter: ExchangeCounter, in store: any ExchangeCountStore, _ failures: Failures
    ) async {
        do throws(StoreError) {
            try await counter.flush(to: store)
            failures.end()
        } catch { failures.tell(error.description) }
    }

    /// A server that a newer one has overtaken goes on where the schema lets it, and must not where it does not.
    private static func look(
        at store: any Store, _ warnings: RareEvent, _ log: Log, _ refuse: (StartError) -> Void
    ) async {
        do throws(StoreError) {
            guard let number = try await store.newerSchema() else { return }
            guard warnings.isDue("\(number)") else { return }
            StoreEvent.schemaIsNewer(number).write(to: log)
        } catch {
            // An outage says nothing about it, and is told by others.
            if case .unreadable = error { refuse(StartError(error.description)) }
        }
    }

    /// - Parameters:
    ///   - pause: how long to wait, by what the job came to.
    ///   - job: says whether there is more to do.
    private static func every(
        _ pause: @escaping @Sendable (_ isMore: Bool) -> Duration, _ job: @escaping @Sendable () async -> Bool
    ) -> Task<Void, Never> {
        Task {
            var isMore = false
            while !Task.isCancelled {
                do { try await Task.sleep(for: pause(isMore)) } catch { return }
                isMore = await job()
            }
        }
    }
}

/// What the log is told of once an hour.
private final class RareEvent: Sendable {
    private let complaints = Mutex(Complaints(every: .seconds(3_600)))

    func isDue(_ reason: String) -> Bool { complaints.withLock { $0.isDue(reason, at: .now) } }
}

/// Tells the log of failures of one job, without repeating itself for as long as an outage lasts.
private final class Failures: Sendable {
    private let complaints = Mutex(Complaints())
    private let tellLog: @Sendable (String) -> Void

    init(_ level: Log.Level, _ event: String, _ log: Log) {
        tellLog = { log.write(level, event, [("detail", .text($0))]) }
    }

    func tell(_ reason: String) {
        guard complaints.withLock({ $0.isDue(reason, at: .now) }) else { return }
        tellLog(reason)
    }

    func end() { complaints.withLock { $0.end() } }
}
