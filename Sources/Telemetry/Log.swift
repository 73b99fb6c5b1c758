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

    private struct Pending {
        var text = ""
        var lines = 0
        var dropped = 0
        /// Whether the queue is about to take what is there.
        var isAwaited = false
    }

    private let queue = DispatchQueue(label: "assay.log")
    private let pending = Mutex(Pending())
    private let timestamp: @Sendable () -> String
    private let sink: @Sendable (String) -> Void

    /// Lines that may wait to be written. Beyond it lines are dropped, and their number is told in the next one.
    private static let capacity = 16_384
    /// How long a line may wait for others: nobody who reads a log sees it, and at a thousand requests a second it is ten
    /// of them that wake one thread once.
    private static let moment = DispatchTimeInterval.milliseconds(10)

    /// - Parameters:
    ///   - timestamp: the moment in RFC 3339, UTC.
    ///   - sink: writes one line or several, newlines included; called from one thread at a time.
    package init(timestamp: @escaping @Sendable () -> String, sink: @escaping @Sendable (String) -> Void) {
        (self.timestamp, self.sink) = (timestamp, sink)
    }

    package func write(_ level: Level, _ event: String, _ fields: [(String, LogValue)] = []) {
        // Made before the lock is taken, which all threads share.
        let line = Self.line(timestamp(), level, event, fields)
        // What comes within a moment goes out together: a line of its own would cost each request a system call and the
        // waking of a thread.
        let isFirst = pending.withLock { pending in
            guard pending.lines < Self.capacity else {
                pending.dropped += 1
                return false
            }
            pending.text += line
            if pending.dropped > 0 { pending.text += ",\"lost_lines\":\(pending.dropped)" }
            pending.text += "}\n"
            pending.lines += 1
            pending.dropped = 0
            defer { pending.isAwaited = true }
            return !pending.isAwaited
        }
        if isFirst { queue.asyncAfter(deadline: .now() + Self.moment) { [self] in writeOut() } }
    }

    private func writeOut() {
        while true {
            let text = pending.withLock { pending in
                let text = pending.text
                (pending.text, pending.lines) = ("", 0)
                pending.isAwaited = !text.isEmpty
                return text
            }
            guard !text.isEmpty else { return }
            sink(text)
        }
    }

    /// Returns when everything written so far has reached the sink, or when `seconds` have passed: a reader that has
    /// ceased to read must not keep a server from ending.
    package func flush(waitingAtMost seconds: Int = 2) {
        let isDone = DispatchSemaphore(value: 0)
        queue.async { [self] in
            writeOut()
            isDone.signal()
        }
        _ = isDone.wait(timeout: .now() + .seconds(seconds))
    }

    /// A line but for its end.
    private static func line(
        _ time: String, _ level: Level, _ event: String, _ fields: [(String, LogValue)]
    ) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(usualByteCount)
        bytes += #"{"time":"#.utf8
        bytes.append(quotedForJSON: time)
        bytes += #","level":"#.utf8
        bytes.append(quotedForJSON: level.rawValue)
        bytes += #","event":"#.utf8
        bytes.append(quotedForJSON: event)
        for (name, value) in fields {
            bytes.append(UInt8(ascii: ","))
            bytes.append(quotedForJSON: name)
            bytes.append(UInt8(ascii: ":"))
            switch value {
            case .text(let text): bytes.append(quotedForJSON: text)
            case .number(let number): bytes += String(number).utf8
            case .milliseconds(let duration): bytes += milliseconds(duration).utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Most lines are shorter than that.
    private static let usualByteCount = 512

    private static func milliseconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        // With a digit before them that is left out, thousandths keep their zeros.
        return "\(microseconds / 1_000).\(String(1_000 + microseconds % 1_000).dropFirst())"
    }
}
