import AppCheckAPI
import Testing

@Suite("A duration in JSON") struct ProtoDurationTests {
    @Test(
        "is whole seconds",
        arguments: [("3600s", 3_600), ("0s", 0), ("-5s", -5), ("1800.000s", 1_800), ("1.000000000s", 1), ("007s", 7)])
    func read(_ text: String, _ seconds: Int64) { #expect(ProtoDuration.read(text) == seconds) }

    @Test(
        "is nothing else",
        arguments: [
            "3600", "1h", "5S", "s", "", "-s", "+5s", "1.5s", "1.s", ".0s", "1.0000000000s", "1e3s", " 1s", "1s ",
            "315576000001s", "-315576000001s", "9223372036854775807s", "9223372036854775808s",
            "-9223372036854775808s", "٣s",
        ])
    func refused(_ text: String) { #expect(ProtoDuration.read(text) == nil) }

    @Test("is written with its unit") func written() { #expect(ProtoDuration.text(3_600) == "3600s") }
}

@Suite("A timestamp in JSON") struct ProtoTimestampTests {
    @Test(
        "is RFC 3339, cut to seconds",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2026-11-30T11:20:11Z", 1_796_037_611),
            ("2026-11-30T12:20:11+01:00", 1_796_037_611), ("2026-11-30T11:20:11.999999999Z", 1_796_037_611),
            ("2024-02-29T00:00:00Z", 1_709_164_800), ("2000-02-29T23:59:59-00:30", 951_870_599),
            ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
        ])
    func read(_ text: String, _ seconds: Int64) { #expect(ProtoTimestamp.read(text) == seconds) }

    @Test(
        "is nothing else",
        arguments: [
            "", "2026-11-30", "2026-11-30T11:20:11", "2026-11-30 11:20:11Z", "2026-11-30t11:20:11Z",
            "2026-11-30T11:20:11z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z", "2026-11-31T00:00:00Z", "2026-11-30T24:00:00Z", "2026-11-30T11:60:00Z",
            "2026-11-30T11:20:60Z", "2026-11-30T11:20:11.Z", "2026-11-30T11:20:11.1234567890Z",
            "2026-11-30T11:20:11+0100", "2026-11-30T11:20:11+24:00", "2026-11-30T11:20:11+01:60",
            "0000-01-01T00:00:00Z", "0000-12-31T23:59:59-00:01",
            "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "2026-11-30T11:20:11ZZ", "20260-1-30T11:20:11Z",
        ])
    func refused(_ text: String) { #expect(ProtoTimestamp.read(text) == nil) }

    @Test(
        "is written in UTC, in the Gregorian calendar",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1_796_037_611, "2026-11-30T11:20:11Z"),
            (-12_219_292_801, "1582-10-14T23:59:59Z"), (-30_627_460_800, "0999-06-15T12:00:00Z"),
            (-62_135_596_800, "0001-01-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
            (Int64.min, "0001-01-01T00:00:00Z"), (Int64.max, "9999-12-31T23:59:59Z"),
        ])
    func written(_ seconds: Int64, _ text: String) { #expect(ProtoTimestamp.text(seconds) == text) }
}

@Suite("A day in JSON") struct ProtoDateTests {
    @Test(
        "is days since 1970, either way",
        arguments: [
            (0, "1970-01-01"), (20_468, "2026-01-15"), (11_016, "2000-02-29"), (-1, "1969-12-31"),
            (-719_162, "0001-01-01"), (2_932_896, "9999-12-31"),
        ] as [(Int64, String)])
    func both(_ day: Int64, _ text: String) {
        #expect(ProtoDate.read(text) == day)
        #expect(ProtoDate.text(day) == text)
    }

    @Test("beyond the years 1 to 9999 is written as their end", arguments: [Int64.max, 2_932_897, 106_751_991_167_301])
    func beyond(_ day: Int64) {
        #expect(ProtoDate.text(day) == "9999-12-31")
        #expect(ProtoDate.text(-day) == "0001-01-01")
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "2026-02-29", "2026-13-01", "2026-00-10", "2026-01-00", "0000-01-01", "2026-1-15", "2026-01-15Z",
            "20260115", "2026/01/15", "+026-01-15",
        ])
    func refused(_ text: String) { #expect(ProtoDate.read(text) == nil) }
}
