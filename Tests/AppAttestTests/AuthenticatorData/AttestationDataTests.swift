import AppAttest
import TestSupport
import Testing

@Suite("Authenticator data of an attestation") struct AttestationDataTests {
    private func reason(_ data: [UInt8]) -> RejectionReason? {
        #expect(throws: Finding.self) { try AuthenticatorData.attestation(data) }?.reason
    }

    private func reason(_ edit: (inout AuthenticatorBytes) -> Void) -> RejectionReason? {
        var data = AuthenticatorBytes()
        edit(&data)
        return reason(data.attestation)
    }

    @Test("has its parts where WebAuthn puts them, in 164 bytes")
    func parts() throws {
        var whole = AuthenticatorBytes()
        whole.counter = bytes("01020304")
        #expect(whole.attestation.count == 164)
        let (data, credential) = try AuthenticatorData.attestation(whole.attestation)
        #expect(data.rpIDHash == [UInt8](repeating: 0xAB, count: 32))
        #expect(data.counter == 0x0102_0304)
        #expect(data.extensions == .none)
        #expect(Array("appattest".utf8) + [UInt8](repeating: 0, count: 7) == credential.aaguid)
        #expect(credential.credentialID == [UInt8](repeating: 0x1D, count: 32))
        #expect(try COSEKey.p256Point(credential.publicKey).count == 65)
    }

    @Test("may end in an extension map whether or not the ED flag says so", arguments: [0x40, 0xC0, 0xC5] as [UInt8])
    func extensionsByRemainingBytes(_ flags: UInt8) throws {
        var whole = AuthenticatorBytes(flags: flags, rest: AuthenticatorBytes.extensions)
        let (data, _) = try AuthenticatorData.attestation(whole.attestation)
        #expect(data.extensions.validationCategory == .development)
        #expect(data.extensions.bundleVersion == "1314")
        whole.rest = bytes("a0")
        #expect(try AuthenticatorData.attestation(whole.attestation).0.extensions == .none)
    }

    @Test("is refused cut at every length")
    func truncation() throws {
        let plain = AuthenticatorBytes().attestation
        for count in 0..<164 {
            let expected: RejectionReason = count < 37 ? .authenticatorDataTooShort : .malformedAuthenticatorData
            #expect(reason(Array(plain.prefix(count))) == expected, "\(count) bytes")
        }
        let extended = AuthenticatorBytes(flags: 0xC0, rest: AuthenticatorBytes.extensions).attestation
        #expect(reason(Array(extended.prefix(164))) == .malformedAuthenticatorData)
        for count in 165..<extended.count {
            #expect(reason(Array(extended.prefix(count))) == .trailingAuthenticatorData, "\(count) bytes")
        }
    }

    @Test("needs the flag for credential data", arguments: [0x00, 0x80, 0x01, 0xBF] as [UInt8])
    func flags(_ flags: UInt8) { #expect(reason { $0.flags = flags } == .noAttestedCredentialData) }

    @Test("announces extensions only when they follow")
    func extensionsMissing() { #expect(reason { $0.flags = 0xC0 } == .malformedAuthenticatorData) }

    @Test("may state a credential id of any length, if that length is there", arguments: [0, 1, 31, 33, 255, 1023])
    func credentialIDLengths(_ count: Int) throws {
        var whole = AuthenticatorBytes()
        whole.credentialIDLength = [UInt8(count >> 8), UInt8(count & 0xFF)]
        whole.credentialID = [UInt8](repeating: 5, count: count)
        #expect(try AuthenticatorData.attestation(whole.attestation).1.credentialID.count == count)
    }

    @Test("that states more than it has is refused", arguments: ["006e", "0100", "7fff", "8000", "ffff"])
    func credentialIDBeyondEnd(_ length: String) {
        #expect(reason { $0.credentialIDLength = bytes(length) } == .malformedAuthenticatorData)
    }

    @Test(
        "has exactly one map behind the COSE key, or nothing",
        arguments: [
            "00", "a0 a0", "a0 00", "a0 f6", "80", "81 a0", "6161", "41 00", "f6", "c1 a0", "bf ff", "a1 01", "ff",
            "1c",
            "a2 6161 00 6161 00", "bb ffffffffffffffff",
        ])
    func trailing(_ rest: String) { #expect(reason { $0.rest = bytes(rest) } == .trailingAuthenticatorData) }

    @Test(
        "is refused when the COSE key is no CBOR",
        arguments: ["", "ff", "bf 01 02 ff", "a5 01 02", "5b ffffffffffffffff"])
    func coseKeyMalformed(_ key: String) {
        #expect(reason { $0.coseKey = bytes(key) } == .malformedAuthenticatorData)
    }
}

@Suite("A COSE key") struct COSEKeyTests {
    private func reason(_ encoding: [UInt8]) throws -> RejectionReason? {
        let value = try CBORDecoder.decode(encoding)
        return #expect(throws: Finding.self) { try COSEKey.p256Point(value) }?.reason
    }

    @Test("is a P-256 key for ES256 with both coordinates")
    func accepted() throws {
        let key = AuthenticatorBytes.coseKey()
        #expect(key.count == 77)
        let point = try COSEKey.p256Point(CBORDecoder.decode(key))
        #expect(point == [4] + [UInt8](repeating: 0x11, count: 32) + [UInt8](repeating: 0x22, count: 32))
    }

    @Test("keeps the leading zeros of coordinates")
    func leadingZeros() throws {
        let key = AuthenticatorBytes.coseKey(x: "5820" + String(repeating: "00", count: 31) + "07")
        let point = try COSEKey.p256Point(CBORDecoder.decode(key))
        #expect(Array(point[1...32]) == [UInt8](repeating: 0, count: 31) + [7])
    }

    @Test("of another type, algorithm, curve or size is refused")
    func refused() throws {
        let short = "581f" + String(repeating: "11", count: 31)
        let long = "5821" + String(repeating: "11", count: 33)
        for key in [
            AuthenticatorBytes.coseKey(type: "01"), AuthenticatorBytes.coseKey(type: "6132"),
            AuthenticatorBytes.coseKey(type: "f5"), AuthenticatorBytes.coseKey(algorithm: "27"),
            AuthenticatorBytes.coseKey(algorithm: "06"), AuthenticatorBytes.coseKey(curve: "02"),
            AuthenticatorBytes.coseKey(x: short), AuthenticatorBytes.coseKey(y: long),
            AuthenticatorBytes.coseKey(x: "78201111111111111111111111111111111111111111111111111111111111111111"),
            AuthenticatorBytes.coseKey(y: "f5"),
        ] { #expect(try reason(key) == .coseKeyMismatch) }
    }

    @Test("with more or fewer entries is refused, and so is what is no map")
    func entries() throws {
        let key = AuthenticatorBytes.coseKey()
        #expect(try reason([0xA6] + key.dropFirst() + bytes("04 81 02")) == .coseKeyMismatch)
        #expect(try reason([0xA4] + key.dropFirst().dropLast(35)) == .coseKeyMismatch)
        for other in ["a0", "80", "00", "40", "f6"] { #expect(try reason(bytes(other)) == .coseKeyMismatch) }
    }
}
