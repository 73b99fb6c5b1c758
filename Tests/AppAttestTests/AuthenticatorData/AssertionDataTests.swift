import AppAttest
import TestSupport
import Testing

@Suite("Authenticator data of an assertion") struct AssertionDataTests {
    private func reason(_ data: [UInt8]) -> RejectionReason? {
        #expect(throws: Finding.self) { try AuthenticatorData.assertion(data) }?.reason
    }

    @Test(
        "is 37 bytes, whatever the flag for credential data and user presence say",
        arguments: [0x00, 0x40, 0x45] as [UInt8])
    func flags(_ flags: UInt8) throws {
        let data = try AuthenticatorData.assertion(AuthenticatorBytes(flags: flags).assertion)
        #expect(data.extensions == .none)
        #expect(data.rpIDHash == [UInt8](repeating: 0xAB, count: 32))
    }

    @Test(
        "has a counter of 32 bits without a sign",
        arguments: [
            ("00000000", 0), ("00000001", 1), ("01000000", 0x0100_0000), ("7fffffff", 0x7FFF_FFFF),
            ("80000000", 0x8000_0000), ("ffffffff", 0xFFFF_FFFF),
        ] as [(String, UInt32)])
    func counter(_ encoded: String, _ counter: UInt32) throws {
        let data = AuthenticatorBytes(counter: bytes(encoded)).assertion
        #expect(try AuthenticatorData.assertion(data).counter == counter)
    }

    @Test("may end in one extension map, announced or not", arguments: [0x00, 0x40, 0x80, 0xC0] as [UInt8])
    func extensions(_ flags: UInt8) throws {
        let whole = AuthenticatorBytes(flags: flags, rest: AuthenticatorBytes.extensions)
        #expect(whole.assertion.count == 102)
        #expect(try AuthenticatorData.assertion(whole.assertion).extensions.bundleVersion == "1314")
    }

    @Test("is refused cut at every length but that of the fixed part")
    func truncation() throws {
        let whole = AuthenticatorBytes(rest: AuthenticatorBytes.extensions).assertion
        for count in 0..<whole.count where count != 37 {
            let expected: RejectionReason = count < 37 ? .authenticatorDataTooShort : .trailingAuthenticatorData
            #expect(reason(Array(whole.prefix(count))) == expected, "\(count) bytes")
        }
        #expect(throws: Never.self) { try AuthenticatorData.assertion(Array(whole.prefix(37))) }
    }

    @Test("announces extensions only when they follow", arguments: [0x80, 0xC0] as [UInt8])
    func extensionsMissing(_ flags: UInt8) {
        #expect(reason(AuthenticatorBytes(flags: flags).assertion) == .malformedAuthenticatorData)
    }

    @Test(
        "has nothing but one map behind the fixed part",
        arguments: ["00", "a0 a0", "a0 00", "80", "6161", "f6", "c1 a0", "bf ff", "ff", "a1 00", "9b ffffffffffffffff"])
    func trailing(_ rest: String) {
        #expect(reason(AuthenticatorBytes(rest: bytes(rest)).assertion) == .trailingAuthenticatorData)
    }

    @Test("does not hold a credential: its bytes are something else behind the fixed part")
    func credentialInAssertion() {
        #expect(reason(AuthenticatorBytes().attestation) == .trailingAuthenticatorData)
    }
}
