import AppleServices
import AssayServer
import Testing

@Suite("Settings of DeviceCheck keys", .onSQLite("asks no store for anything")) struct ReceiptSettingsTests {
    private func faults(_ text: String) -> [String] {
        do throws(ConfigurationFaults) {
            _ = try ServerConfiguration(environment: ["ASSAY_DEVICE_CHECK_KEYS": text])
            return []
        } catch {
            return error.faults
        }
    }

    @Test("name a file for each team") func files() throws {
        let configuration = try ServerConfiguration(
            environment: ["ASSAY_DEVICE_CHECK_KEYS": "ABCDE12345:KEY1234567:/keys/a:b.p8, OTHER12345:KEY7654321:c.p8"])
        let files = configuration.receipts.keyFiles
        #expect(files.map(\.teamID) == ["ABCDE12345", "OTHER12345"])
        #expect(files.map(\.keyID) == ["KEY1234567", "KEY7654321"])
        #expect(files.map(\.path) == ["/keys/a:b.p8", "c.p8"])
        #expect(try ServerConfiguration().receipts.keyFiles.isEmpty)
    }

    @Test(
        "take no key in the place of its file's name, and do not repeat it",
        arguments: [
            "ABCDE12345:KEY1234567:-----BEGIN SECRET-----\nc2VjcmV0\n-----END SECRET-----\n",
            "ABCDE12345:KEY1234567:-----BEGIN SECRET----- c2VjcmV0 -----END SECRET-----",
            "ABCDE12345:KEY1234567:c2VjcmV0\r\nc2VjcmV0", "-----BEGIN SECRET-----\nc2VjcmV0", "c2VjcmV0\n",
        ]) func keys(_ text: String)
    {
        #expect(
            faults(text) == [
                "ASSAY_DEVICE_CHECK_KEYS: expected TEAM_ID:KEY_ID:PATH, ids of ten upper-case letters and digits, several parted by commas, and never a key itself, found \"a key, or lines\""
            ])
    }

    private static let form =
        "expected TEAM_ID:KEY_ID:PATH, ids of ten upper-case letters and digits, several parted by commas"

    @Test(
        "have ids of ten upper-case letters and digits, and a path",
        arguments: [
            "ABCDE12345", "ABCDE12345:KEY1234567", "ABCDE12345:KEY1234567:", "ABCDE1234:KEY1234567:a", ":KEY1234567:a",
            "ABCDE12345:key1234567:a", "ABCDE12345:KEY12345678:a", "/keys/a.p8", "ÀBCDE12345:KEY1234567:a",
        ]) func forms(_ text: String)
    {
        #expect(faults(text) == ["ASSAY_DEVICE_CHECK_KEYS: \(Self.form), found \"\(text)\""])
        #expect(
            faults("OTHER12345:KEY7654321:c.p8,\(text)") == ["ASSAY_DEVICE_CHECK_KEYS: \(Self.form), found \"\(text)\""]
        )
    }

    @Test("have an entry between any two commas") func commas() {
        for text in [",", "ABCDE12345:KEY1234567:a,", ",ABCDE12345:KEY1234567:a"] {
            #expect(faults(text) == ["ASSAY_DEVICE_CHECK_KEYS: \(Self.form), found \"\""])
        }
    }

    @Test("name each team once") func twice() {
        #expect(
            faults("ABCDE12345:KEY1234567:a,ABCDE12345:KEY7654321:b") == [
                "ASSAY_DEVICE_CHECK_KEYS: expected each team once, found \"ABCDE12345:KEY7654321:b\""
            ])
    }
}

@Suite(
    "Settings of the service for receipts", .onSQLite("asks no store for anything"))
struct ReceiptServiceSettingsTests {
    @Test("are Apple's hosts, a day, and 14 days, unless they are set") func defaults() throws {
        let receipts = try ServerConfiguration().receipts
        #expect(receipts.production.url == "https://data.appattest.apple.com/v1/attestationData")
        #expect(receipts.development.url == "https://data-development.appattest.apple.com/v1/attestationData")
        #expect([receipts.interval, receipts.activeWindow] == [86_400, 1_209_600])
        let others = try ServerConfiguration(
            environment: [
                "ASSAY_RECEIPT_SERVICE": "http://127.0.0.1:1/a",
                "ASSAY_DEVELOPMENT_RECEIPT_SERVICE": "https://a.example",
                "ASSAY_RECEIPT_REFRESH_INTERVAL": "60d", "ASSAY_RECEIPT_ACTIVE_WINDOW": "30d",
            ]
        ).receipts
        #expect([others.production.url, others.development.url] == ["http://127.0.0.1:1/a", "https://a.example"])
        #expect([others.interval, others.activeWindow] == [5_184_000, 2_592_000])
    }

    @Test("refuse plain http to other machines, and times out of range") func faults() {
        let expected =
            "expected an https URL such as https://data.appattest.apple.com/v1/attestationData, or http and a loopback address"
        let error = #expect(throws: ConfigurationFaults.self) {
            try ServerConfiguration(
                flags: [
                    .receiptService: "http://example.com/a", .developmentReceiptService: "",
                    .receiptRefreshInterval: "86399s", .receiptActiveWindow: "31d",
                ])
        }
        #expect(
            error?.faults == [
                "--receipt-service: \(expected), found \"http://example.com/a\"",
                "--development-receipt-service: \(expected), found \"\"",
                "--receipt-refresh-interval: expected a duration from 86400s to 5184000s, such as 300s or 15m, found \"86399s\"",
                "--receipt-active-window: expected a duration from 86400s to 2592000s, such as 300s or 15m, found \"31d\"",
            ])
    }
}
