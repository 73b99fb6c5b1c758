internal import Dispatch
internal import StrictJSON
internal import Synchronization

/// A value in a log line.
package enum LogValue: Sendable, Equatable {
    case text(String)
    case number(Int)
    /// With three digits after the point.
    case milliseconds(Duration)
}

/// Writes one JSON object a line, in order, from one queue of its own, so that nobody who logs waits for the reader of the
/// log. A line says `time`, `level`, `event`, and what the event has to say; never a key, a token or a device's identifier.
package final class Log: Sendable {
    package enum Level: String, Sendable {
        case info, warning, error
    }

    private let queue = DispatchQueue(label: "assay.log")
    private let pending = Atomic<Int>(0)
    private let dropped = Atomic<Int>(0)
    private let timestamp: @Sendable () -> String
    private let sink: @Sendable (String) -> Void

    /// Lines that may wait to be written. Beyond it lines are dropped, and their number is told in the next one.
    private static let capacity = 16_384

    /// - Parameters:
    ///   - timestamp: the moment in RFC 3339, UTC.
    ///   - sink: writes one line, newline included; called from one thread at a time.
    package init(timestamp: @escaping @Sendable () -> String, sink: @escaping @Sendable (String) -> Void) {
        (self.timestamp, self.sink) = (timestamp, sink)
    }

    package func write(_ level: Level, _ event: String, _ fields: [(String, LogValue)] = []) {
        guard pending.load(ordering: .relaxed) < Self.capacity else {
            dropped.add(1, ordering: .relaxed)
            return
        }
        pending.add(1, ordering: .relaxed)
        let lost = dropped.exchange(0, ordering: .relaxed)
        let all = fields + (lost > 0 ? [("lost_lines", .number(lost))] : [])
        let line = Self.line(timestamp(), level, event, all)
        queue.async { [self] in
            sink(line)
            pending.subtract(1, ordering: .relaxed)
        }
    }

    /// Returns when everything written so far has reached the sink, or when `seconds` have passed: a reader that has
    /// ceased to read must not keep a server from ending.
    package func flush(waitingAtMost seconds: Int = 2) {
        let isDone = DispatchSemaphore(value: 0)
        queue.async { isDone.signal() }
        _ = isDone.wait(timeout: .now() + .seconds(seconds))
    }

    private static func line(
        _ time: String, _ level: Level, _ event: String, _ fields: [(String, LogValue)]
    ) -> String {
        var line = "{\"time\":\(time.quotedForJSON),\"level\":\"\(level.rawValue)\",\"event\":\(event.quotedForJSON)"
        for (name, value) in fields {
            line += ",\(name.quotedForJSON):"
            switch value {
            case .text(let text): line += text.quotedForJSON
            case .number(let number): line += String(number)
            case .milliseconds(let duration): line += milliseconds(duration)
            }
        }
        return line + "}\n"
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        let fraction = String(microseconds % 1_000)
        return "\(microseconds / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }
}
