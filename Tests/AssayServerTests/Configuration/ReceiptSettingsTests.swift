import AssayServer
import Testing

@Suite("Settings of DeviceCheck keys") struct ReceiptSettingsTests {
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
}
