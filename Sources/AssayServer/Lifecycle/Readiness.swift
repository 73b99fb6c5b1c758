internal import AppCheck
internal import Storage
private import Synchronization

/// Whether a server can write and is not stopping, found out in little time whatever the database does.
final class Readiness: Sendable {
    private struct State {
        var isDraining = false
        var probe: Task<Bool, Never>?
    }

    private let state = Mutex(State())
    private let deadline: Duration

    /// - Parameter deadline: when nothing was heard of a write until then, it counts as failed.
    init(deadline: Duration = .seconds(2)) { self.deadline = deadline }

    func drain() { state.withLock { $0.isDraining = true } }

    /// However many ask at once, one write is under way at most.
    func isReady(_ store: any Store) async -> Bool {
        let probe: Task<Bool, Never>? = state.withLock { state in
            guard !state.isDraining else { return nil }
            if let probe = state.probe { return probe }
            let probe = Task {
                let isGood = (try? await store.checkWritable()) != nil
                self.state.withLock { $0.probe = nil }
                return isGood
            }
            state.probe = probe
            return probe
        }
        guard let probe else { return false }
        let answer = Promise<Bool>()
        let limit = Task { [deadline] in
            do { try await Task.sleep(for: deadline) } catch { return }
            answer.keep(false)
        }
        Task {
            answer.keep(await probe.value)
            limit.cancel()
        }
        return await answer.value
    }
}
