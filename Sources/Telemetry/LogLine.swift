private import StrictJSON

/// The name of a field that many lines have: made ready once to be written.
package struct LogField: Sendable {
    /// With the comma before it and the colon after it.
    fileprivate let bytes: [UInt8]

    package init(_ name: String) {
        var bytes = [UInt8(ascii: ",")]
        bytes.append(quotedForJSON: name)
        bytes.append(UInt8(ascii: ":"))
        self.bytes = bytes
    }
}

/// A value in a log line.
package enum LogValue: Sendable, Equatable {
    case text(String)
    case number(Int)
    /// With three digits after the point.
    case milliseconds(Duration)
}

/// One JSON object of a log, but for its end.
package struct LogLine: ~Copyable {
    private(set) var bytes: [UInt8] = []

    private static let opening = Array(#"{"time":"#.utf8)
    /// Most lines are shorter than that.
    private static let usualByteCount = 512

    init(_ time: String, _ level: Log.Level, _ event: String) {
        bytes.reserveCapacity(Self.usualByteCount)
        bytes += Self.opening
        bytes.append(quotedForJSON: time)
        bytes += level.bytes
        bytes.append(quotedForJSON: event)
    }

    package mutating func add(_ field: LogField, _ text: String) {
        bytes += field.bytes
        bytes.append(quotedForJSON: text)
    }

    package mutating func add(_ field: LogField, _ number: Int) {
        bytes += field.bytes
        append(number)
    }

    /// - Parameter duration: written in milliseconds, with three digits after the point.
    package mutating func add(_ field: LogField, milliseconds duration: Duration) {
        bytes += field.bytes
        let (seconds, attoseconds) = duration.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        append(Int(microseconds / 1_000))
        bytes.append(UInt8(ascii: "."))
        let thousandths = UInt((microseconds % 1_000).magnitude)
        append(digit: thousandths / 100)
        append(digit: thousandths / 10 % 10)
        append(digit: thousandths % 10)
    }

    mutating func add(_ name: String, _ value: LogValue) {
        let field = LogField(name)
        switch value {
        case .text(let text): add(field, text)
        case .number(let number): add(field, number)
        case .milliseconds(let duration): add(field, milliseconds: duration)
        }
    }

    private mutating func append(_ number: Int) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        append(digitsOf: number.magnitude)
    }

    private mutating func append(digitsOf number: UInt) {
        if number >= 10 { append(digitsOf: number / 10) }
        append(digit: number % 10)
    }

    private mutating func append(digit: UInt) {
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
    }
}
