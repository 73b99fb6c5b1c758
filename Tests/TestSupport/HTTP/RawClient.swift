import Foundation
import Glibc

/// Why a conversation over a raw socket went wrong.
package enum RawClientError: Error, Equatable {
    case connect(Int32)
    case closed
    case reset
    case silence
    case unreadable(String)
}

/// A client that sends exactly the bytes it is told to. Its calls block, so they belong into ``offPool(_:)``.
package final class RawClient {
    private let descriptor: Int32
    private var received: [UInt8] = []

    package init(port: UInt16, host: String = "127.0.0.1") throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in(
            sin_family: sa_family_t(AF_INET), sin_port: port.bigEndian,
            sin_addr: in_addr(s_addr: inet_addr(host)), sin_zero: (0, 0, 0, 0, 0, 0, 0, 0))
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // The descriptor is closed by `deinit`, which runs for a throwing initialiser too once all properties are set.
        guard result == 0 else { throw RawClientError.connect(errno) }
        // Nothing waits this long unless something is broken.
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { Glibc.close(descriptor) }

    /// - Returns: `false` if the other end no longer takes anything.
    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Sends a byte now and then until the other end has had enough.
    /// - Returns: The time until it closed the connection.
    package func trickle(_ text: String, every interval: Duration, limit: Duration) -> Duration {
        let start = ContinuousClock.now
        for byte in text.utf8 where start.duration(to: .now) < limit {
            guard send([byte]) else { break }
            var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let milliseconds = interval.components.attoseconds / 1_000_000_000_000_000
            // Readable means closed: there is nothing to answer yet.
            if poll(&watched, 1, Int32(milliseconds)) > 0 { break }
        }
        return .now - start
    }

    package func readResponse(toHead: Bool = false) throws -> RawResponse {
        while true {
            if let response = try RawResponse(parsing: &received, toHead: toHead) { return response }
            try receive()
        }
    }

    /// Everything until the other end closes.
    package func readToEnd() throws -> [UInt8] {
        do {
            while true { try receive() }
        } catch RawClientError.closed, RawClientError.reset {
            return received
        }
    }

    /// Whether the other end closes without sending anything more.
    package func isClosedByPeer() throws -> Bool { try readToEnd().isEmpty }

    package func closeSendingSide() { shutdown(descriptor, Int32(SHUT_WR)) }

    private func receive() throws {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        if count == 0 { throw RawClientError.closed }
        if count < 0 { throw errno == ECONNRESET ? RawClientError.reset : RawClientError.silence }
        received += bytes.prefix(count)
    }
}

/// Runs blocking work on a thread of its own: the pool has two threads here and the handlers need them.
package func offPool<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
            continuation.resume(with: Swift.Result { try work() })
        }
    }
}
