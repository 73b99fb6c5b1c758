internal import Encodings
internal import AppCheck
internal import HTTP
internal import Telemetry

/// One line a request: what was asked by its route, never by its path, and how it ended.
struct RequestLog: Sendable {
    let log: Log

    private static let id = LogField("id")
    private static let method = LogField("method")
    private static let route = LogField("route")
    private static let status = LogField("status")
    private static let reason = LogField("reason")
    private static let detail = LogField("detail")
    private static let duration = LogField("duration_ms")

    func record(_ request: HTTPRequest, _ response: HTTPResponse, _ duration: Duration) {
        log.write(response.status >= 500 ? .error : .info, "request") { line in
            line.add(Self.id, request.id)
            line.add(Self.method, request.method.utf8.count > 16 ? String(request.method.prefix(16)) : request.method)
            line.add(Self.route, response.annotations.route ?? "-")
            line.add(Self.status, response.status)
            if let reason = response.annotations.reason { line.add(Self.reason, reason) }
            if let detail = response.annotations.detail { line.add(Self.detail, detail) }
            line.add(Self.duration, milliseconds: duration)
        }
    }
}

/// Names for requests: 16 hexadecimal digits.
enum RequestID {
    static func make(_ surroundings: Surroundings) -> String {
        // Without chance there is nothing to name requests with, nor anything else that could be served.
        Hexadecimal.encode((try? surroundings.randomBytes(8)) ?? [])
    }
}
