import Glibc

/// A keep-alive connection that never blocks, with one request at a time under way.
final class Channel {
    let descriptor: Int32
    private var request: [UInt8] = []
    private var sent = 0
    /// The beginning of an answer that did not come in one piece.
    private var partial: [UInt8] = []
    private(set) var isWaiting = false
    /// The moment that the latency of the request under way is counted from.
    private(set) var began: UInt64 = 0

    /// - Parameter port: of a server on 127.0.0.1.
    init(port: UInt16) throws(Failure) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure("no socket: error \(errno) (ulimit -n?)") }
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        (address.sin_family, address.sin_port) = (sa_family_t(AF_INET), port.bigEndian)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
            let code = errno
            close(descriptor)
            throw Failure("127.0.0.1:\(port) takes no connection: error \(code)")
        }
    }

    deinit { close(descriptor) }

    /// Begins a request.
    /// - Returns: false if the rest of it must wait until the socket takes more.
    func send(_ bytes: [UInt8], countedFrom moment: UInt64) throws(Failure) -> Bool {
        (request, sent, began, isWaiting) = (bytes, 0, moment, true)
        return try sendMore()
    }

    func sendMore() throws(Failure) -> Bool {
        while sent < request.count {
            let count = request.withUnsafeBytes { buffer in
                Glibc.send(
                    descriptor, buffer.baseAddress.map { $0 + sent }, buffer.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EAGAIN { return false }
            guard count > 0 else { throw Failure("the server closed a connection while a request was sent") }
            sent += count
        }
        return true
    }

    /// Takes in what has arrived.
    /// - Parameters:
    ///   - room: for one reading, of whoever calls.
    ///   - body: gets status and body, once they are whole.
    /// - Returns: whether they were.
    func receive(
        _ room: UnsafeMutableRawBufferPointer, _ body: (Int, UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        let count = recv(descriptor, room.baseAddress, room.count, 0)
        if count < 0, errno == EAGAIN { return false }
        guard count > 0 else { throw Failure("the server closed a connection before it answered") }
        guard isWaiting else { throw Failure("an answer that nobody asked for") }
        let piece = UnsafeRawBufferPointer(rebasing: room[..<count])
        if partial.isEmpty {
            if try take(piece, body) { return true }
            partial = Array(piece)
            return false
        }
        partial += piece
        let whole = partial
        let isWhole: Result<Bool, Failure> = whole.withUnsafeBytes { bytes in
            Result { () throws(Failure) in try take(bytes, body) }
        }
        guard try isWhole.get() else { return false }
        partial = []
        return true
    }

    private func take(
        _ bytes: UnsafeRawBufferPointer, _ body: (Int, UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        guard let head = try AnswerHead(bytes), bytes.count >= head.end + head.length else { return false }
        guard bytes.count == head.end + head.length else { throw Failure("bytes behind an answer") }
        isWaiting = false
        try body(head.status, UnsafeRawBufferPointer(rebasing: bytes[head.end...]))
        return true
    }
}

/// Connections that stay open from one run to the next.
struct ConnectionPool {
    let channels: [Channel]

    /// - Parameter ports: of servers on 127.0.0.1, which get the connections in turn.
    init(ports: [UInt16], count: Int) throws(Failure) {
        var channels: [Channel] = []
        for index in 0..<count { channels.append(try Channel(port: ports[index % ports.count])) }
        self.channels = channels
    }

    init(port: UInt16, count: Int) throws(Failure) { try self.init(ports: [port], count: count) }
}
