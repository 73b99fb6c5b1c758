private import Synchronization

/// How many complete requests wait for a processor or have one, for whoever wants to know how busy the processors are.
package final class QueuedRequests: Sendable {
    private let value = Atomic(0)

    package init() {}

    package var count: Int { value.load(ordering: .relaxed) }

    func add(_ difference: Int) { value.add(difference, ordering: .relaxed) }
}
