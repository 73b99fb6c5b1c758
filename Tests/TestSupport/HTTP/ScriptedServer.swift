import Foundation
import Glibc
import Synchronization

/// A server on loopback that answers byte for byte what its script says, and so can be slow, endless or broken.
package final class ScriptedServer: Sendable {
    package struct Request: Sendable {
        /// Method, target and version.
        package let line: String
        /// Names in lower case.
        package let headers: [String: String]
        package let body: [UInt8]
    }

    package enum Reaction: Sendable {
        /// Sends these bytes and closes.
        case send([UInt8])
        /// Sends these bytes and leaves the connection open until the other end closes it.
        case stay([UInt8])
        /// Sends the first bytes, then a second piece every few milliseconds until the other end has had enough.
        case trickle([UInt8], [UInt8])
        /// The same as fast as the other end takes it.
        case flood([UInt8], [UInt8])
    }

    private struct State {
        var requests: [Request] = []
        var connections: Set<Int32> = []
        var isStopped = false
        var floodedBytes = 0
    }

    package let port: UInt16
    private let listener: Int32
    private let script: @Sendable (Request) -> Reaction
    private let state = Mutex(State())
    private let threads = DispatchGroup()
    private let conversations = DispatchGroup()

    private init(_ script: @escaping @Sendable (Request) -> Reaction) throws {
        self.script = script
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in(
            sin_family: sa_family_t(AF_INET), sin_port: 0, sin_addr: in_addr(s_addr: inet_addr("127.0.0.1")),
            sin_zero: (0, 0, 0, 0, 0, 0, 0, 0))
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (descriptor, size) = (listener, length)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> Int32 in
                guard bind(descriptor, pointer, size) == 0, listen(descriptor, 128) == 0 else { return errno }
                return getsockname(descriptor, pointer, &length) == 0 ? 0 : errno
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        guard result == 0 else {
            Glibc.close(listener)
            throw RawClientError.connect(result)
        }
    }

    /// Runs a server until `body` has returned.
    package static func with<Result>(
        _ script: @escaping @Sendable (Request) -> Reaction, _ body: (ScriptedServer) async throws -> Result
    ) async throws -> Result {
        let server = try ScriptedServer(script)
        server.start { server.accept() }
        do {
            let result = try await body(server)
            await server.stop()
            return result
        } catch {
            await server.stop()
            throw error
        }
    }

    package var url: String { "http://127.0.0.1:\(port)/v1/attestationData" }
    /// What has arrived so far, in the order of arrival.
    package var requests: [Request] { state.withLock { $0.requests } }
    /// Bytes of floods that the other ends, or the system in between, have taken.
    package var floodedBytes: Int { state.withLock { $0.floodedBytes } }

    /// Ends all connections and returns when no thread of the server runs any more.
    package func stop() async {
        let open: [Int32] = state.withLock { state in
            state.isStopped = true
            return Array(state.connections)
        }
        for descriptor in [listener] + open { shutdown(descriptor, Int32(SHUT_RDWR)) }
        await withCheckedContinuation { continuation in
            threads.notify(queue: .global()) { continuation.resume() }
        }
    }

    /// Returns when all connections that there have been are closed.
    package func connectionsEnded() async {
        await withCheckedContinuation { continuation in
            conversations.notify(queue: .global()) { continuation.resume() }
        }
    }

    private func start(_ work: @escaping @Sendable () -> Void) {
        threads.enter()
        Thread.detachNewThread { [threads] in
            work()
            threads.leave()
        }
    }

    private func accept() {
        while true {
            let descriptor = Glibc.accept(listener, nil, nil)
            guard descriptor >= 0 else { break }
            let isWanted = state.withLock { state in
                if !state.isStopped { state.connections.insert(descriptor) }
                return !state.isStopped
            }
            guard isWanted else {
                Glibc.close(descriptor)
                continue
            }
            conversations.enter()
            start { [self] in
                defer { conversations.leave() }
                if let request = Self.request(from: descriptor) {
                    state.withLock { $0.requests.append(request) }
                    react(script(request), to: descriptor)
                }
                state.withLock { state in
                    state.connections.remove(descriptor)
                    Glibc.close(descriptor)
                }
            }
        }
        Glibc.close(listener)
    }

    private func react(_ reaction: Reaction, to descriptor: Int32) {
        switch reaction {
        case .send(let bytes):
            guard Self.send(bytes, to: descriptor) else { return }
            // What has not been read yet would otherwise be lost with the connection.
            shutdown(descriptor, Int32(SHUT_WR))
            Self.waitForEnd(of: descriptor)
        case .stay(let bytes):
            if Self.send(bytes, to: descriptor) { Self.waitForEnd(of: descriptor) }
        case .trickle(let first, let piece):
            guard Self.send(first, to: descriptor) else { return }
            while Self.send(piece, to: descriptor) {
                var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                // Readable means closed: the whole request was read.
                if poll(&watched, 1, 20) > 0 { return }
            }
        case .flood(let first, let piece):
            guard Self.send(first, to: descriptor) else { return }
            while Self.send(piece, to: descriptor) { state.withLock { $0.floodedBytes += piece.count } }
        }
    }

    private static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
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

    private static func receive(from descriptor: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return Array(bytes.prefix(max(0, count)))
    }

    private static func waitForEnd(of descriptor: Int32) { while !receive(from: descriptor).isEmpty {} }

    /// Nil for a connection that ends without a whole request.
    private static func request(from descriptor: Int32) -> Request? {
        let separator = Array("\r\n\r\n".utf8)
        var received: [UInt8] = []
        while true {
            if let head = received.firstRange(of: separator) {
                let lines = String(decoding: received[..<head.lowerBound], as: UTF8.self)
                    .components(separatedBy: "\r\n")
                let fields = lines.dropFirst().map { $0.split(separator: ":", maxSplits: 1) }
                let headers = Dictionary(
                    fields.filter { $0.count == 2 }.map {
                        ($0[0].lowercased(), $0[1].trimmingCharacters(in: .whitespaces))
                    }
                ) { $1 }
                let length = Int(headers["content-length"] ?? "0") ?? 0
                if received.count - head.upperBound >= length {
                    return Request(
                        line: lines[0], headers: headers, body: Array(received[head.upperBound...].prefix(length)))
                }
            }
            let more = receive(from: descriptor)
            guard !more.isEmpty else { return nil }
            received += more
        }
    }
}

extension ScriptedServer.Reaction {
    /// A whole answer.
    /// - Parameter headers: beside `Content-Length`.
    package static func answer(_ status: String, headers: [String] = [], _ body: [UInt8] = []) -> Self {
        .send(head(status, headers: headers + ["Content-Length: \(body.count)"]) + body)
    }

    package static func answer(_ status: String, headers: [String] = [], _ body: String) -> Self {
        answer(status, headers: headers, Array(body.utf8))
    }

    /// The head of an answer, with the empty line at its end.
    package static func head(_ status: String, headers: [String] = []) -> [UInt8] {
        Array((["HTTP/1.1 \(status)"] + headers).map { $0 + "\r\n" }.joined().utf8) + Array("\r\n".utf8)
    }
}
