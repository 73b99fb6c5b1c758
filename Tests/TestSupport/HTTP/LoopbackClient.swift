/// Sends whole HTTP/1.1 requests to a server on loopback, each over a connection of its own, so that any number of them
/// may be under way at once.
package struct LoopbackClient: Sendable {
    package let port: UInt16

    package init(port: UInt16) { self.port = port }

    package func get(_ target: String) async throws -> RawResponse { try await send("GET", target) }

    /// - Parameters:
    ///   - body: the bytes; a POST without any says `Content-Length: 0`, as the client library does.
    ///   - headers: beside `Host` and `Content-Length`.
    package func post(
        _ target: String, _ body: [UInt8] = [], headers: [String] = ["Content-Type: application/json"]
    ) async throws -> RawResponse {
        try await send("POST", target, body, headers: headers)
    }

    package func send(
        _ method: String, _ target: String, _ body: [UInt8]? = nil, headers: [String] = []
    ) async throws -> RawResponse {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: localhost"] + headers
        if let body { lines.append("Content-Length: \(body.count)") }
        return try await raw(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? []))
    }

    /// Sends exactly these bytes and reads one answer.
    package func raw(_ bytes: [UInt8]) async throws -> RawResponse {
        let port = port
        return try await offPool {
            let client = try RawClient(port: port)
            client.send(bytes)
            return try client.readResponse()
        }
    }
}

/// Runs `count` tasks at once and gives their results in no particular order.
package func atOnce<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
        for index in 0..<count { group.addTask { try await body(index) } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
