internal import Dispatch
internal import Synchronization

/// Writes one JSON object a line, in order, from one queue of its own, so that nobody who logs waits for the reader of the
/// log. A line says `time`, `level`, `event`, and what the event has to say; never a key, a token or a device's identifier.
package final class Log: Sendable {
    package enum Level: String, Sendable {
        case info, warning, error

        /// As it stands in a line between the time and the event.
        var bytes: [UInt8] {
            switch self {
            case .info: Self.infoBytes
            case .warning: Self.warningBytes
            case .error: Self.errorBytes
            }
        }

        private static let infoBytes = member(.info)
        private static let warningBytes = member(.warning)
        private static let errorBytes = member(.error)

        private static func member(_ level: Level) -> [UInt8] { Array(#","level":"\#(level.rawValue)","event":"#.utf8) }
    }

    private struct Pending {
        var text: [UInt8] = []
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
        write(level, event) { line in
            for (name, value) in fields { line.add(name, value) }
        }
    }

    /// - Parameter addFields: adds to the line what the event has to say.
    package func write(_ level: Level, _ event: String, _ addFields: (inout LogLine) -> Void) {
        // Made before the lock is taken, which all threads share.
        var line = LogLine(timestamp(), level, event)
        addFields(&line)
        write(line.bytes)
    }

    /// - Parameter line: but for its end.
    private func write(_ line: [UInt8]) {
        // What comes within a moment goes out together: a line of its own would cost each request a system call and the
        // waking of a thread.
        let isFirst = pending.withLock { pending in
            guard pending.lines < Self.capacity else {
                pending.dropped += 1
                return false
            }
            pending.text += line
            if pending.dropped > 0 { pending.text += ",\"lost_lines\":\(pending.dropped)".utf8 }
            pending.text.append(UInt8(ascii: "}"))
            pending.text.append(UInt8(ascii: "\n"))
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
                (pending.text, pending.lines) = ([], 0)
                pending.isAwaited = !text.isEmpty
                return text
            }
            guard !text.isEmpty else { return }
            sink(String(decoding: text, as: UTF8.self))
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
}
