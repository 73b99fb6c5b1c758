import AppAttest
import Testing

@Suite("A dotted version") struct DottedVersionTests {
    @Test(
        "is whole numbers with dots between them, and keeps how it was written",
        arguments: [
            "0", "1", "1.2", "01.002", "1314", "17.2.1", "0.0.0", "1.0.0.0.0.0.0.0",
            "1234567890123456789012345678901234567890", String(repeating: "9", count: 64),
            String(repeating: "1.", count: 31) + "12",
        ])
    func readable(_ text: String) throws { #expect(try version(text).description == text) }

    @Test(
        "is nothing else",
        arguments: [
            "", ".", "1.", ".1", "1..2", "1.2b3", "v2", "1 ", " 1", "1.2\n", "+1", "-1", "1e3", "0x10", "1_000", "1,2",
            "\u{FF11}", "\u{0661}", "1\u{2024}2", "1\u{301}", "1\u{0}", String(repeating: "9", count: 65),
            String(repeating: "1.", count: 32) + "1",
        ])
    func unreadable(_ text: String) { #expect(DottedVersion(text) == nil) }

    /// From the oldest to the newest; those in one row are the same.
    private static let ascending = [
        ["0", "0.0", "00", "0.0.0"], ["0.0.1", "00.0.01.0"], ["0.1"], ["0.9.99999999999999999999"],
        ["1", "1.0", "001"],
        ["1.0.0.1"], ["1.2", "1.2.0", "01.02", "1.2.0.0"], ["1.2.0.1"], ["1.2.9"], ["1.2.10", "1.2.010"], ["1.9"],
        ["1.10"], ["2"], ["9.9.9"], ["10"], ["99"], ["100"],
        ["1234567890123456789012345678901234567889"], ["1234567890123456789012345678901234567890"],
        ["1234567890123456789012345678901234567890.1"], ["1234567890123456789012345678901234567891"],
        ["12345678901234567890123456789012345678900"],
    ]

    @Test("is older, newer or the same as any other, by its numbers alone")
    func order() throws {
        for (place, row) in Self.ascending.enumerated() {
            for (otherPlace, otherRow) in Self.ascending.enumerated() {
                for (one, other) in try row.flatMap({ one in try otherRow.map { (try version(one), try version($0)) } })
                {
                    #expect((one < other) == (place < otherPlace), "\(one) \(other)")
                    #expect((one > other) == (place > otherPlace), "\(one) \(other)")
                    #expect((one == other) == (place == otherPlace), "\(one) \(other)")
                    if place == otherPlace { #expect(one.hashValue == other.hashValue, "\(one) \(other)") }
                }
            }
        }
    }
}
