import AppCheck
import Glibc

/// Threads for calls that block, which would starve Swift's own.
enum WorkerThread {
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs `body` on a thread of its own, which ends when `body` returns.
    static func start(_ body: @escaping @Sendable () -> Void) throws(StoreError) {
        let work = unsafe Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, nil,
            { context in
                if let context = unsafe context {
                    unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                }
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            unsafe work.release()
            throw .unavailable("no thread could be started")
        }
        _ = pthread_detach(thread)
    }

    /// Lets a thread that was started here rest between two attempts.
    static func pause(milliseconds: Int) { usleep(UInt32(clamping: milliseconds) * 1_000) }

    /// Runs `body` on a thread of its own and gives what it returned.
    static func value<Value: Sendable>(
        _ body: @escaping @Sendable () throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            do throws(StoreError) {
                try start { continuation.resume(returning: Result(catching: body)) }
            } catch { continuation.resume(returning: .failure(error)) }
        }
        return try result.get()
    }
}
