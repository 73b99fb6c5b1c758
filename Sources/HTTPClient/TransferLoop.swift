internal import CCurl
import Glibc
import Synchronization

/// The thread on which libcurl works, and the only one: but for waking it up nothing of libcurl is called elsewhere.
@safe final class TransferLoop: Sendable {
    private struct State {
        var arriving: [Transfer] = []
        var isStopping = false
    }

    private let state = Mutex(State())
    private let multi: MultiHandle

    init() throws(HTTPClientFailure) {
        guard Self.isReady, let multi = unsafe MultiHandle(curl_multi_init()) else { throw .outOfMemory }
        self.multi = multi
    }

    /// Once for the process. libcurl makes this safe beside others that do the same.
    private static let isReady = assay_curl_global_init() == CURLE_OK

    /// Starts the thread, which keeps this object alive until it is told to stop. Called once.
    func start() throws(HTTPClientFailure) {
        var thread = pthread_t()
        let this = unsafe Unmanaged.passRetained(self)
        let code = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<TransferLoop>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, this.toOpaque())
        guard code == 0 else {
            unsafe this.release()
            throw .connection("no thread could be started")
        }
        _ = pthread_detach(thread)
    }

    func add(_ transfer: Transfer) {
        state.withLock { $0.arriving.append(transfer) }
        wake()
    }

    /// From any thread, also after the end.
    func wake() {
        // The lock keeps the thread from cleaning up meanwhile: it does so only after it has seen `isStopping`.
        state.withLock { if !$0.isStopping { multi.wake() } }
    }

    /// Ends the thread soon. Nobody waits for a transfer any more, for who waits keeps the client alive.
    func stop() {
        state.withLock {
            $0.isStopping = true
            multi.wake()
        }
    }

    private func run() {
        Self.blockPipeSignals()
        var active: [CurlHandle.ID: CurlTransfer] = [:]
        while let arriving = next() {
            for (id, transfer) in active where transfer.isFinished {
                multi.remove(transfer.handle)
                active[id] = nil
            }
            for transfer in arriving where !transfer.isFinished {
                guard let started = CurlTransfer(transfer), multi.add(started.handle) else {
                    transfer.finish(.failure(.outOfMemory))
                    continue
                }
                active[started.handle.id] = started
            }
            for (id, code) in multi.work() {
                guard let transfer = active.removeValue(forKey: id) else { continue }
                transfer.complete(code)
                multi.remove(transfer.handle)
            }
            multi.wait()
        }
        for transfer in active.values {
            multi.remove(transfer.handle)
            transfer.giveUp()
        }
        multi.close()
    }

    /// - Returns: what has arrived; nil for the end.
    private func next() -> [Transfer]? {
        state.withLock { state in
            guard !state.isStopping else { return nil }
            defer { state.arriving = [] }
            return state.arriving
        }
    }

    /// OpenSSL writes to connections that may be closed, which would end a process that does not ignore the signal.
    private static func blockPipeSignals() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}

extension HTTPClientFailure {
    static let outOfMemory = HTTPClientFailure.connection("libcurl could not allocate")
}
