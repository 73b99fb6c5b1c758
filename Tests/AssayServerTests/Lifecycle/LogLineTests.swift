import Telemetry
import Testing

@Suite("A line of the log") struct LogLineTests {
    private let captured = LogCapture()
    private let log: Log

    init() { log = Log(timestamp: { "2026-01-15T12:00:00Z" }, sink: captured.append) }

    private static let head = #"{"time":"2026-01-15T12:00:00Z","level":"info","event":"request""#

    @Test(
        "quotes whatever a text holds, so that it is one line and one value",
        arguments: [
            ("plain", "plain"), ("", ""), ("\"},{\"a\":\"", #"\"},{\"a\":\""#), ("\\", #"\\"#),
            ("a\nb\r\tc", #"a\u000ab\u000d\u0009c"#), ("\r\n", #"\u000d\u000a"#),
            ("\u{0}\u{1B}\u{1F}", #"\u0000\u001b\u001f"#),
            ("é😀\u{7F}\u{85}\u{2028}", "é😀\u{7F}\u{85}\u{2028}"),
            (
                "0123456789012345678901234567890123456789\n0123456789012345678901234567890123456789\"",
                #"0123456789012345678901234567890123456789\u000a0123456789012345678901234567890123456789\""#
            ),
        ])
    func texts(_ text: String, _ quoted: String) {
        log.write(.info, "request", [("detail", .text(text))])
        let field = LogField("detail")
        log.write(.info, "request") { $0.add(field, text) }
        log.flush()
        #expect(captured.lines == Array(repeating: "\(Self.head),\"detail\":\"\(quoted)\"}\n", count: 2))
    }

    @Test(
        "writes whole numbers in full",
        arguments: [
            (0, "0"), (7, "7"), (10, "10"), (200, "200"), (-1, "-1"), (-205, "-205"), (Int.max, "9223372036854775807"),
            (Int.min, "-9223372036854775808"),
        ])
    func numbers(_ number: Int, _ text: String) {
        log.write(.info, "request", [("status", .number(number))])
        log.flush()
        #expect(captured.lines == ["\(Self.head),\"status\":\(text)}\n"])
    }

    @Test(
        "writes durations in milliseconds with three digits after the point, cut and not rounded",
        arguments: [
            (.zero, "0.000"), (.nanoseconds(999), "0.000"), (.microseconds(1), "0.001"), (.microseconds(10), "0.010"),
            (.microseconds(999), "0.999"), (.milliseconds(1), "1.000"), (.nanoseconds(1_050_999), "1.050"),
            (.seconds(3_600), "3600000.000"), (.seconds(1) + .microseconds(7), "1000.007"),
        ] as [(Duration, String)])
    func durations(_ duration: Duration, _ text: String) {
        log.write(.info, "request", [("duration_ms", .milliseconds(duration))])
        log.flush()
        #expect(captured.lines == ["\(Self.head),\"duration_ms\":\(text)}\n"])
    }

    @Test("says its level, quotes the names of events and fields too, and stands in the order of writing")
    func order() {
        log.write(.warning, "one \"event\"")
        log.write(.error, "two", [("a\nb", .number(1)), ("c", .text("d"))])
        log.flush()
        #expect(
            captured.lines == [
                #"{"time":"2026-01-15T12:00:00Z","level":"warning","event":"one \"event\""}"# + "\n",
                #"{"time":"2026-01-15T12:00:00Z","level":"error","event":"two","a\u000ab":1,"c":"d"}"# + "\n",
            ])
    }
}
