internal import CMicrohttpd
import Glibc

/// One libmicrohttpd daemon: an epoll loop on a thread of its own that is handed its connections.
///
/// It has no listening socket. `MHD_quiesce_daemon`, the library's way to stop accepting, races in 0.9.75 with the loops
/// of a thread pool and then aborts the process; so we accept connections ourselves.
// Unchecked because of the C handle: the library allows these calls from any thread, and `stop` is called once.
@safe final class EventLoop: @unchecked Sendable {
    private let daemon: OpaquePointer
    /// The library knows it by its address only.
    private let service: ConnectionService

    init(serving service: ConnectionService, configuration: HTTPServerConfiguration) throws(HTTPServerError) {
        let closure = unsafe Unmanaged.passUnretained(service).toOpaque()
        let idle = configuration.idleTimeout.components
        let idleSeconds = Int(idle.seconds) + (idle.attoseconds > 0 ? 1 : 0)
        var options = unsafe [
            MHD_OptionItem(option: .CONNECTION_MEMORY_LIMIT, value: configuration.maximumHeadBytes, ptr_value: nil),
            // The limit is kept where connections are accepted. The library counts a connection for a while after it
            // has announced its end, so with the same number it would turn away one that has been let in.
            MHD_OptionItem(option: .CONNECTION_LIMIT, value: configuration.connectionLimit * 2 + 64, ptr_value: nil),
            MHD_OptionItem(option: .CONNECTION_TIMEOUT, value: idleSeconds, ptr_value: nil),
            MHD_OptionItem(
                option: .URI_LOG_CALLBACK, value: unsafeBitCast(requestLineReceived, to: Int.self), ptr_value: closure),
            MHD_OptionItem(
                option: .UNESCAPE_CALLBACK, value: unsafeBitCast(leaveEscaped, to: Int.self), ptr_value: nil),
            MHD_OptionItem(
                option: .NOTIFY_COMPLETED, value: unsafeBitCast(exchangeCompleted, to: Int.self), ptr_value: closure),
            MHD_OptionItem(
                option: .NOTIFY_CONNECTION, value: unsafeBitCast(connectionChanged, to: Int.self), ptr_value: closure),
            MHD_OptionItem(option: .END, value: 0, ptr_value: nil),
        ]
        let flags =
            MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
            | MHD_USE_NO_LISTEN_SOCKET.rawValue
        guard let daemon = unsafe assay_MHD_start_daemon(flags, accessHandler, closure, &options) else {
            throw .system(call: "MHD_start_daemon", errno: errno)
        }
        unsafe self.daemon = daemon
        self.service = service
    }

    /// Hands over a connection. Its descriptor belongs to the library from here on, also on failure.
    func add(_ socket: AcceptedSocket) -> Bool {
        unsafe socket.withAddress { address, length in
            unsafe MHD_add_connection(daemon, socket.descriptor, address, length) == .YES
        }
    }

    /// Closes what is open and waits for the thread to end. No request may be suspended any more.
    func stop() {
        unsafe MHD_stop_daemon(daemon)
    }
}
