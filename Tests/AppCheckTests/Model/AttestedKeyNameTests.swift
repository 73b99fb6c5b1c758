import AppCheck
import Testing

@Suite("The name of an attested key") struct AttestedKeyNameTests {
    /// 0xFF, then 0xFB and zeros, and 0x04 at the end: bytes that the two alphabets write differently.
    private static let keyID = [0xFF, 0xFB] + [UInt8](repeating: 0, count: 29) + [0x04]

    @Test(
        "is read in each form that people write it in",
        arguments: [
            "//sAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQ=", "//sAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQ",
            "__sAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQ=", "__sAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQ",
            "fffb000000000000000000000000000000000000000000000000000000000004",
            "FFFB000000000000000000000000000000000000000000000000000000000004",
        ])
    func forms(_ text: String) { #expect(AttestedKeyName.keyID(reading: text) == Self.keyID) }

    @Test("is written in base64url without padding") func written() throws {
        let name = AttestedKeyName(
            projectNumber: "1234567890", appID: "1:1:ios:aa", id: AttestedKeyName.id(of: Self.keyID))
        #expect(
            name.description
                == "projects/1234567890/apps/1:1:ios:aa/attestedKeys/__sAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQ")
    }

    @Test(
        "is no text of other bytes, and none that is a second spelling",
        arguments: [
            "", "none", "//sAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==",
            "//sAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAAA==",
            // Both alphabets, and unused bits that are not zero.
            "/_sAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQ", "__sAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAR",
            "//sAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAR=", "__sAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQ==",
            " __sAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQ",
            "fffb00000000000000000000000000000000000000000000000000000000000", "g\(String(repeating: "0", count: 63))",
            "fffb00000000000000000000000000000000000000000000000000000000000400",
            // 64 characters of base64 that are no hexadecimal digits.
            String(repeating: "Zz", count: 32),
        ])
    func others(_ text: String) { #expect(AttestedKeyName.keyID(reading: text) == nil) }
}
