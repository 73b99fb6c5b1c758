import Dispatch
import Foundation
import Synchronization

/// Where exchanges compute, as in the server: as many at a time as there are processors, and it is known how many more wait.
final class Processors: TaskExecutor {
    private let queue = DispatchQueue(label: "computing", attributes: .concurrent)
    private let waiting = Atomic(0)
    private let count = ProcessInfo.processInfo.activeProcessorCount

    /// Whether more wait for a processor or have one than there are processors.
    var areBusy: Bool { waiting.load(ordering: .relaxed) > count }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        waiting.add(1, ordering: .relaxed)
        queue.async { [self] in
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            waiting.add(-1, ordering: .relaxed)
        }
    }
}
