import Glibc

/// What came back for a request.
struct Answer: Sendable {
    let status: Int
    let body: [UInt8]
}

/// A connection that carries one request after the other. Blocking, for one thread.
final class KeepAliveConnection {
    private let descriptor: Int32
    private var received: [UInt8] = []
    private var chunk = [UInt8](repeating: 0, count: 16_384)

    /// - Parameter port: of a server on 127.0.0.1.
    init(port: UInt16) throws(Failure) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure("no socket: error \(errno)") }
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
        guard connected == 0 else {
            let code = errno
            close(descriptor)
            throw Failure("127.0.0.1:\(port) takes no connection: error \(code)")
        }
    }

    deinit { close(descriptor) }

    /// Sends a request and waits for the answer to it.
    func exchange(_ request: [UInt8]) throws(Failure) -> Answer {
        try send(request)
        while true {
            if let end = endOfHead() {
                let head = String(decoding: received[..<end], as: UTF8.self)
                let (status, length) = try Self.read(head)
                while received.count < end + length { try receive() }
                let body = Array(received[end..<end + length])
                received.removeFirst(end + length)
                return Answer(status: status, body: body)
            }
            try receive()
        }
    }

    private func send(_ bytes: [UInt8]) throws(Failure) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.send(
                    descriptor, buffer.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure("the server closed a connection while a request was sent") }
            sent += count
        }
    }

    private func receive() throws(Failure) {
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else { throw Failure("the server closed a connection before it answered") }
        received += chunk[..<count]
    }

    /// Where the body begins.
    private func endOfHead() -> Int? {
        let end = Array("\r\n\r\n".utf8)
        guard received.count >= end.count else { return nil }
        for start in 0...(received.count - end.count) where received[start] == end[0] {
            if received[start..<start + end.count].elementsEqual(end) { return start + end.count }
        }
        return nil
    }

    private static func read(_ head: String) throws(Failure) -> (status: Int, length: Int) {
        let lines = head.split(separator: "\r\n")
        guard let first = lines.first, let status = Int(first.dropFirst("HTTP/1.1 ".count).prefix(3)) else {
            throw Failure("an answer without a status")
        }
        for line in lines.dropFirst() where line.lowercased().hasPrefix("content-length:") {
            if let length = Int(line.dropFirst("content-length:".count).drop { $0 == " " }) { return (status, length) }
        }
        throw Failure("an answer of status \(status) without Content-Length")
    }
}
