import AppAttest
import TestSupport
import Testing

/// 32 bytes, in hexadecimal.
private let nonce = String(repeating: "5a", count: 32)

@Suite("Apple's extensions in the leaf") struct AppleExtensionsTests {
    @Test("hold the nonce as a sequence of one tagged string of 32 bytes")
    func goodNonce() throws {
        #expect(try AppleExtensions.nonce(bytes("30 24 a1 22 04 20 \(nonce)")) == bytes(nonce))
    }

    @Test(
        "in any other shape hold no nonce",
        arguments: [
            "", "30 00", "04 20 \(nonce)", "a1 22 04 20 \(nonce)", "30 22 04 20 \(nonce)",
            // Something behind it, at every level.
            "30 24 a1 22 04 20 \(nonce) 00", "30 26 a1 22 04 20 \(nonce) 05 00", "30 26 a1 24 04 20 \(nonce) 05 00",
            "30 48 a1 22 04 20 \(nonce) a1 22 04 20 \(nonce)",
            // Something before it.
            "30 26 05 00 a1 22 04 20 \(nonce)",
            // Indefinite and long lengths.
            "30 80 a1 22 04 20 \(nonce) 00 00", "30 26 a1 80 04 20 \(nonce) 00 00", "30 8124 a1 22 04 20 \(nonce)",
            "30 25 a1 23 04 8120 \(nonce)", "30 28 a1 26 24 80 04 20 \(nonce) 00 00",
            // Other tags and types.
            "30 24 a0 22 04 20 \(nonce)", "30 24 a2 22 04 20 \(nonce)", "30 24 81 22 04 20 \(nonce)",
            "30 24 61 22 04 20 \(nonce)", "31 24 a1 22 04 20 \(nonce)", "30 24 a1 22 0c 20 \(nonce)",
            "30 24 a1 22 03 20 \(nonce)", "30 26 a1 24 24 22 04 20 \(nonce)",
            // Other sizes.
            "30 04 a1 02 04 00", "30 23 a1 21 04 1f \(nonce.dropLast(2))", "30 25 a1 23 04 21 \(nonce)5a",
            // Cut.
            "30 24 a1 22 04 20 \(nonce.dropLast(2))", "30 24 a1 22 04", "30 24 a1", "30",
        ])
    func badNonce(_ value: String) {
        #expect(throws: Malformed.self) { try AppleExtensions.nonce(bytes(value)) }
    }

    @Test("hold claims by tag; those that are no strings are passed over")
    func claims() throws {
        let value = bytes("30 16 bf8934 05 04 03 412e62 bf8937 03 02 01 05 a4 04 04 02 0102")
        #expect(try AppleExtensions.claims(value) == [1204: [0x41, 0x2E, 0x62], 4: [1, 2]])
        #expect(try AppleExtensions.claims([0x30, 0x00]) == [:])
    }

    @Test(
        "with malformed claims are refused",
        arguments: [
            "", "31 00", "30 80 0000", "30 00 00", "30 02 0500", "30 02 8400", "30 02 a400", "30 04 a4 02 04 01",
            "30 06 a4 04 04 00 0500", "30 08 a4 02 0400 a4 02 0400", "30 04 bf801f 00",
        ])
    func badClaims(_ value: String) {
        #expect(throws: Malformed.self) { try AppleExtensions.claims(bytes(value)) }
    }
}
