import AppCheck

/// A few connections that read, each on its own thread.
final class SQLiteReaders: Sendable {
    typealias Job = @Sendable (SQLiteConnection) -> Void

    private let queue = JobQueue<Job>(capacity: 4096)
    private let finished: Latch

    init(_ connections: [SQLiteConnection]) throws(StoreError) {
        finished = Latch(expecting: connections.count)
        do throws(StoreError) {
            for connection in connections {
                try WorkerThread.start { [queue, finished] in
                    Self.serve(queue, with: connection)
                    connection.close()
                    finished.arrive()
                }
            }
        } catch {
            queue.close()
            throw error
        }
    }

    deinit { queue.close() }

    /// Runs `body` as soon as a connection is free. What it reads was committed before it began.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            do throws(StoreError) {
                try queue.add { connection in
                    continuation.resume(returning: Result { () throws(StoreError) in try body(connection) })
                }
            } catch { continuation.resume(returning: .failure(error)) }
        }
        return try result.get()
    }

    /// Runs `body` as soon as a connection is free, for nobody who waits.
    /// - Returns: `false` if there is no time for it: the queue is full or closed.
    func run(_ body: @escaping Job) -> Bool {
        do throws(StoreError) {
            try queue.add(body)
            return true
        } catch { return false }
    }

    func close() async {
        queue.close()
        await finished.wait()
    }

    private static func serve(_ queue: JobQueue<Job>, with connection: SQLiteConnection) {
        while let jobs = queue.take(atMost: 1) {
            for job in jobs { job(connection) }
        }
    }
}
