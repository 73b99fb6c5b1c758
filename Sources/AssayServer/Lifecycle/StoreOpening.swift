internal import AppCheck
internal import Storage
private import Synchronization
private import Telemetry

/// Takes the store into use as soon as it is there.
final class StoreOpening: Sendable {
    enum Attempt: Sendable {
        case opened
        /// For the reason.
        case waits(String)
        case refused(StartError)
    }

    private enum State {
        case opening
        case serving(Serving)
        case ended
    }

    private let state = Mutex(State.opening)
    private let first = Promise<Attempt>()
    private let last = Promise<Result<Serving, StartError>>()
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// What is served; nil while the store is waited for and once it is over.
    var serving: Serving? {
        state.withLock { state in
            if case .serving(let serving) = state { serving } else { nil }
        }
    }

    func begin(_ location: StoreLocation, _ ground: Groundwork) {
        task.withLock { task in
            task = Task { await run(location, ground) }
        }
    }

    /// What came of the first attempt.
    var firstAttempt: Attempt { get async { await first.value } }

    /// Returns when the store is in use.
    /// - Throws: that it never will be.
    func wait() async throws(StartError) -> Serving { try await last.value.get() }

    /// Ends what is served, or gives up. An attempt that is under way is not waited for: it lets go of what it opens.
    func end() async {
        task.withLock { $0?.cancel() }
        let serving: Serving? = state.withLock { state in
            defer { state = .ended }
            if case .serving(let serving) = state { return serving }
            return nil
        }
        settle(.refused(StartError("the server was stopped")))
        await serving?.end()
    }

    private func run(_ location: StoreLocation, _ ground: Groundwork) async {
        var (backoff, complaints) = (ground.parts.pauses.opening, Complaints())
        let mayWait = location.isRemote || ground.parts.openStore != nil
        var hasWaited = false
        while !Task.isCancelled {
            do throws(OpeningFailure) {
                let serving = try await attempt(location, ground)
                let isWanted = state.withLock { state in
                    guard case .opening = state else { return false }
                    state = .serving(serving)
                    return true
                }
                guard isWanted else { return await serving.end() }
                if hasWaited { ground.log.write(.info, "database opened") }
                first.keep(.opened)
                return last.keep(.success(serving))
            } catch {
                guard mayWait, error.mayPass else { return settle(.refused(StartError(error.reason))) }
                first.keep(.waits(error.reason))
                hasWaited = true
                let pause = backoff.pause(ground.surroundings.chance)
                if complaints.isDue(error.reason, at: .now) {
                    ground.log.write(
                        .error, "waiting for the database",
                        [("detail", .text(error.reason)), ("next_attempt_ms", .milliseconds(pause))])
                }
                do { try await Task.sleep(for: pause) } catch { return }
            }
        }
    }

    private func attempt(_ location: StoreLocation, _ ground: Groundwork) async throws(OpeningFailure) -> Serving {
        let store: any Store
        do throws(StoreError) {
            if let open = ground.parts.openStore {
                store = try await open()
            } else {
                store = try await location.open(
                    waitingForLocks: ground.parts.storePatience, surroundings: ground.surroundings,
                    isBusy: ground.isBusy
                ) { [log = ground.log] event in event.write(to: log) }
            }
        } catch { throw OpeningFailure(error) }
        do throws(OpeningFailure) { return try await Serving(over: store, ground) } catch {
            await store.close()
            throw error
        }
    }

    private func settle(_ attempt: Attempt) {
        first.keep(attempt)
        if case .refused(let error) = attempt { last.keep(.failure(error)) }
    }
}
