internal import Encodings
internal import AppCheck
internal import HTTP
internal import Telemetry

/// One line a request: what was asked by its route, never by its path, and how it ended.
struct RequestLog: Sendable {
    let log: Log

    func record(_ request: HTTPRequest, _ response: HTTPResponse, _ duration: Duration) {
        var fields: [(String, LogValue)] = []
        fields.reserveCapacity(7)
        fields.append(("id", .text(request.id)))
        fields.append(
            ("method", .text(request.method.utf8.count > 16 ? String(request.method.prefix(16)) : request.method)))
        fields.append(("route", .text(response.annotations.route ?? "-")))
        fields.append(("status", .number(response.status)))
        if let reason = response.annotations.reason { fields.append(("reason", .text(reason))) }
        if let detail = response.annotations.detail { fields.append(("detail", .text(detail))) }
        fields.append(("duration_ms", .milliseconds(duration)))
        log.write(response.status >= 500 ? .error : .info, "request", fields)
    }
}

/// Names for requests: 16 hexadecimal digits.
enum RequestID {
    static func make(_ surroundings: Surroundings) -> String {
        // Without chance there is nothing to name requests with, nor anything else that could be served.
        Hexadecimal.encode((try? surroundings.randomBytes(8)) ?? [])
    }
}
