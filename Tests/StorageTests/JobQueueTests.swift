import Dispatch
import Storage
import Synchronization
import TestSupport
import Testing

@Suite("A queue whose one taker waits for more jobs", .timeLimit(.minutes(1))) struct JobQueueTests {
    /// So long that a test which needs it to pass fails.
    private let long = DispatchTimeInterval.seconds(3_600)
    private let queue = JobQueue<Int>(capacity: 100)

    /// Lingers on a thread of its own.
    /// - Returns: when that is over, with all jobs that waited then.
    private func lingering(
        atMost time: DispatchTimeInterval, while isWorthWaiting: @escaping @Sendable () -> Bool
    ) -> Task<[Int], Never> {
        Task.detached { [queue] in
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    queue.linger(while: isWorthWaiting, atMost: time)
                    continuation.resume(returning: queue.takeAll())
                }
            }
        }
    }

    @Test("does not wait where it is not worth it") func notWorthIt() async throws {
        try queue.add(1)
        #expect(await lingering(atMost: long, while: { false }).value == [1])
    }

    @Test("asks with each job that comes, and returns with the one after which it is not worth it") func jobs()
        async throws
    {
        let asked = Mutex(0)
        let (questions, question) = AsyncStream.makeStream(of: Void.self)
        let jobs = lingering(atMost: long) {
            question.yield()
            return asked.withLock { asked in
                asked += 1
                return asked <= 3
            }
        }
        var waiting = questions.makeAsyncIterator()
        await waiting.next()
        for job in 1...3 {
            try queue.add(job)
            await waiting.next()
        }
        #expect(await jobs.value == [1, 2, 3])
    }

    @Test("returns when the time is over, and is there for the next one") func time() async throws {
        for job in 0..<50 {
            try queue.add(job)
            #expect(await lingering(atMost: .microseconds(100), while: { true }).value == [job])
        }
    }

    @Test("returns when it is closed") func closed() async throws {
        let (questions, question) = AsyncStream.makeStream(of: Void.self)
        try queue.add(1)
        let jobs = lingering(atMost: long) {
            question.yield()
            return true
        }
        var waiting = questions.makeAsyncIterator()
        await waiting.next()
        queue.close()
        #expect(await jobs.value == [1])
        #expect(await lingering(atMost: long, while: { true }).value.isEmpty)
    }

    @Test("leaves no signal behind when a job comes just as the time is over") func race() async throws {
        for job in 0..<300 {
            let hasCome = Atomic(false)
            let added = Task.detached { [queue] in
                hasCome.store(true, ordering: .relaxed)
                try queue.add(job)
            }
            var all = await lingering(atMost: .microseconds(20), while: { !hasCome.load(ordering: .relaxed) }).value
            try await added.value
            all += queue.takeAll()
            #expect(all == [job])
        }
        // A signal left behind would end this one before its time.
        let asked = Mutex(false)
        let (questions, question) = AsyncStream.makeStream(of: Void.self)
        let jobs = lingering(atMost: long) {
            question.yield()
            return asked.withLock { asked in
                defer { asked = true }
                return !asked
            }
        }
        var waiting = questions.makeAsyncIterator()
        await waiting.next()
        try queue.add(7)
        #expect(await jobs.value == [7])
    }
}
