package import AppCheck
private import Dispatch
private import Synchronization
package import Telemetry

/// Keeps the newest refused exchanges of each reason as case files, for `assay verify`.
///
/// Exchanges never wait for it, and none fails for it: they leave their ending in a short queue, and what does not fit is
/// counted and let go. One thread of its own writes, slowly, so that neither somebody who is refused all day nor a slow disk
/// costs the server more than a little.
package final class RejectedCases: ExchangeObserver {
    private struct State {
        var waiting: [ExchangeEnding] = []
        /// What did not fit since the log was told last.
        var dropped = 0
        var isRunning = false
        var isStopped = false
    }

    /// Endings that may wait: of about 70 KB each at the most, for bodies are bounded.
    package static let capacity = 64
    /// The same of one reason, so that no reason keeps out all others.
    package static let capacityPerReason = 8
    /// Between two files: at most 20 in a second.
    private static let pause: DispatchTimeInterval = .milliseconds(50)

    private let state = Mutex(State())
    private let folder: Mutex<RejectedCaseFolder>
    private let warnings: Mutex<RareWarnings>
    private let queue = DispatchQueue(label: "assay.rejected-cases", qos: .utility)
    private let surroundings: Surroundings
    private let log: Log

    /// - Parameters:
    ///   - path: made with the first file if it is missing.
    ///   - limit: how many are kept of each reason: 1 or more.
    package init(folder path: String, limit: Int, surroundings: Surroundings, log: Log) {
        folder = Mutex(RejectedCaseFolder(path, limit: limit))
        warnings = Mutex(RareWarnings())
        (self.surroundings, self.log) = (surroundings, log)
    }

    package func observe(_ ending: ExchangeEnding) {
        guard let reason = ending.refusal?.reason else { return }
        let starts = state.withLock { state in
            guard !state.isStopped else { return false }
            guard state.waiting.count < Self.capacity,
                state.waiting.count(where: { $0.refusal?.reason == reason }) < Self.capacityPerReason
            else {
                state.dropped += 1
                return false
            }
            state.waiting.append(ending)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts { queue.async { [self] in run() } }
    }

    /// Writes what waits and nothing after that.
    /// - Parameter seconds: how long a disk is waited for that does not answer.
    package func stop(waitingAtMost seconds: Int = 2) {
        state.withLock { $0.isStopped = true }
        let isDone = DispatchSemaphore(value: 0)
        queue.async { [self] in
            while write() {}
            for (event, count) in warnings.withLock({ $0.rest() }) { tell(event, count) }
            isDone.signal()
        }
        _ = isDone.wait(timeout: .now() + .seconds(seconds))
        log.flush(waitingAtMost: seconds)
    }

    /// Writes one file, and comes again after a pause until none waits.
    private func run() {
        guard write() else { return }
        queue.asyncAfter(deadline: .now() + Self.pause) { [self] in run() }
    }

    /// - Returns: false if none waited.
    private func write() -> Bool {
        let (ending, dropped) = state.withLock { state -> (ExchangeEnding?, Int) in
            defer { state.dropped = 0 }
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return (nil, state.dropped)
            }
            return (state.waiting.removeFirst(), state.dropped)
        }
        if dropped > 0 { warn("rejected cases were not kept: too many at once", dropped) }
        guard let ending else { return false }
        do {
            let chance = try surroundings.randomBytes(RejectedCaseName.chanceByteCount)
            try folder.withLock { folder throws(RejectedCaseFault) in try folder.keep(ending, chance) }
        } catch let fault as RejectedCaseFault {
            warn(fault.description, 1)
        } catch {
            warn("a rejected case was not kept: no chance to name it by", 1)
        }
        return true
    }

    private func warn(_ event: String, _ count: Int) {
        let total = warnings.withLock { $0.total(of: event, adding: count, at: .now) }
        if let total { tell(event, total) }
    }

    private func tell(_ event: String, _ count: Int) { log.write(.warning, event, [("count", .number(count))]) }
}

/// Warnings that are told now and then, with how often there was cause for them.
struct RareWarnings {
    private static let pause: Duration = .seconds(60)

    private var kinds: [String: (count: Int, toldAt: ContinuousClock.Instant?)] = [:]

    /// - Returns: how often there was cause since it was told last; nil if it was told a moment ago.
    mutating func total(of event: String, adding count: Int, at now: ContinuousClock.Instant) -> Int? {
        var kind = kinds[event] ?? (0, nil)
        kind.count += count
        defer { kinds[event] = kind }
        if let toldAt = kind.toldAt, now - toldAt < Self.pause { return nil }
        defer { kind = (0, now) }
        return kind.count
    }

    /// What was not told yet.
    mutating func rest() -> [(event: String, count: Int)] {
        defer { kinds = [:] }
        return kinds.filter { $0.value.count > 0 }.map { ($0.key, $0.value.count) }.sorted { $0.event < $1.event }
    }
}
