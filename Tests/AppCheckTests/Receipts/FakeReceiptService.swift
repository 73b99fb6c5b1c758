import AppAttest
import AppCheck
import Synchronization

/// Answers what a test wants it to, and remembers what it was asked.
final class FakeReceiptService: ReceiptService {
    struct Request: Hashable, Sendable {
        let receipt: [UInt8]
        let environment: AttestationEnvironment
        let teamID: String
    }

    typealias Answering = @Sendable (Request) async -> ReceiptAnswer

    let teamIDs: [String]
    let isApple: Bool
    private let state: Mutex<State>

    private struct State {
        var answering: Answering
        var requests: [Request] = []
        var underWay = 0
        var mostUnderWay = 0
    }

    init(
        teamIDs: [String] = [Specimen.teamID], isApple: Bool = false,
        answering: @escaping Answering = { _ in .notModified }
    ) {
        (self.teamIDs, self.isApple) = (teamIDs, isApple)
        state = Mutex(State(answering: answering))
    }

    var requests: [Request] { state.withLock { $0.requests } }
    /// The most requests that there ever were at a time.
    var mostUnderWay: Int { state.withLock { $0.mostUnderWay } }

    func answer(_ answering: @escaping Answering) { state.withLock { $0.answering = answering } }

    func newerReceipt(
        for receipt: [UInt8], environment: AttestationEnvironment, teamID: String
    ) async -> ReceiptAnswer {
        let request = Request(receipt: receipt, environment: environment, teamID: teamID)
        let answering = state.withLock { state in
            state.requests.append(request)
            state.underWay += 1
            state.mostUnderWay = max(state.mostUnderWay, state.underWay)
            return state.answering
        }
        defer { state.withLock { $0.underWay -= 1 } }
        return await answering(request)
    }
}

/// Holds tasks up until so many have come, or until they are cancelled.
final class Gate: Sendable {
    private struct State {
        var toCome: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(opensAt count: Int) { state = Mutex(State(toCome: count)) }

    /// Counts one who came, and lets all go if it was the last.
    func arrive() {
        let freed = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.toCome -= 1
            guard state.toCome <= 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in freed { continuation.resume() }
    }

    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if state.toCome <= 0 { return true }
                    state.waiting.append(continuation)
                    return false
                }
                if isOpen { continuation.resume() }
            }
        } onCancel: {
            open()
        }
    }

    func open() {
        let freed = state.withLock { state in
            state.toCome = 0
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in freed { continuation.resume() }
    }
}

/// Gives 1, 2, 3, each number to one who asks.
final class Count: Sendable {
    private let last = Atomic(0)

    func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}
