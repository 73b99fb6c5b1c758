import AppAttestSimulator
import Synchronization

/// What devices and backends were told, from any number of tasks, and what was not answered.
final class Ledger: Sendable {
    private struct Contents {
        var devices: [[UInt8]: AcknowledgedDevice] = [:]
        var spent: [String] = []
        var statuses: [Int: Int] = [:]
        var unanswered = 0
        var acknowledged = 0
    }

    private let contents = Mutex(Contents())
    private let over = Atomic(false)
    private let counts: AsyncStream<Int>
    private let signal: AsyncStream<Int>.Continuation

    init() { (counts, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Whether the load is to end.
    var isOver: Bool { over.load(ordering: .acquiring) }
    func end() { over.store(true, ordering: .releasing) }

    func acknowledge(_ device: AcknowledgedDevice) { note { $0.devices[device.device.keyID] = device } }
    func acknowledge(spent token: String) { note { $0.spent.append(token) } }
    func count(status: Int) { contents.withLock { $0.statuses[status, default: 0] += 1 } }
    func countUnanswered() { contents.withLock { $0.unanswered += 1 } }

    var devices: [AcknowledgedDevice] { contents.withLock { Array($0.devices.values) } }
    /// How many answers there were of each status.
    var statuses: [Int: Int] { contents.withLock { $0.statuses } }
    /// Requests whose connection ended before the answer, or could not be made.
    var unanswered: Int { contents.withLock { $0.unanswered } }
    /// How many registrations, counters and consumptions were acknowledged.
    var acknowledged: Int { contents.withLock { $0.acknowledged } }

    /// The tokens whose use was acknowledged since this was last asked for.
    func takeSpent() -> [String] {
        contents.withLock { contents in
            defer { contents.spent = [] }
            return contents.spent
        }
    }

    /// Returns when so much more has been acknowledged. For one task at a time.
    func grows(by count: Int) async {
        let goal = acknowledged + count
        for await reached in counts where reached >= goal { return }
    }

    private func note(_ change: (inout Contents) -> Void) {
        let count = contents.withLock { contents in
            change(&contents)
            contents.acknowledged += 1
            return contents.acknowledged
        }
        signal.yield(count)
    }
}
