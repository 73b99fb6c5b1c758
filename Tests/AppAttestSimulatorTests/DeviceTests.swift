import AppAttestSimulator
import Cryptography
import Foundation
import Testing

@Suite("A simulated device") struct DeviceTests {
    @Test("names its key by the SHA-256 of the 65-byte point") func keyID() throws {
        let device = try Specimen.device(.iOS17)
        #expect(device.publicKeyX963.count == 65)
        #expect(device.publicKeyX963[0] == 4)
        #expect(device.keyID == SHA256.hash(device.publicKeyX963))
        #expect(device.publicKeyPEM.hasPrefix("-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE"))
    }

    @Test("counts assertions from 1 and writes the counter big-endian") func counters() throws {
        var device = try Specimen.device(.iOS17)
        for expected: UInt32 in 1...3 {
            let data = try authenticatorData(device.assert(clientDataHash: Specimen.clientDataHash))
            #expect(Array(data[33..<37]) == [0, 0, 0, UInt8(expected)])
            #expect(device.counter == expected)
        }
        let chosen = try authenticatorData(device.assert(clientDataHash: [1], counter: 0x8000_0001))
        #expect(Array(chosen[33..<37]) == [0x80, 0, 0, 1])
        #expect(device.counter == 3)
    }

    @Test("has no counter after the last") func lastCounter() throws {
        let device = try Specimen.device(.iOS17)
        #expect(throws: SimulationError.self) {
            try device.assert(clientDataHash: [1], previousCounter: .max, damage: .keyOther)
        }
    }

    @Test(
        "asserts 37 bytes with AT set, more where extensions are signed",
        arguments: [
            (DeviceGeneration.iOS14, 37, 0x40), (.iOS17, 37, 0x40), (.iOS26, 37, 0x40), (.iOS27EDClear, 99, 0x40),
            (.iOS27EDSet, 99, 0xC0),
        ] as [(DeviceGeneration, Int, UInt8)])
    func assertion(_ generation: DeviceGeneration, byteCount: Int, flags: UInt8) throws {
        var device = try Specimen.device(generation)
        let object = try device.assert(clientDataHash: Specimen.clientDataHash)
        let data = try authenticatorData(object)
        #expect(data.count == byteCount)
        #expect(data[32] == flags)
        #expect(Array(data[0..<32]) == SHA256.hash(Array("SIMTEAM123.com.example.app".utf8)))
    }

    @Test("signs the nonce as the message, not as the digest") func signedMessage() throws {
        var device = try Specimen.device(.iOS14)
        var layout = Layout(try device.assert(clientDataHash: Specimen.clientDataHash))
        try layout.expect([0xA2])
        try layout.expectText("signature")
        let signature = try layout.byteString()
        try layout.expectText("authenticatorData")
        let data = try layout.byteString()
        let key = try P256.PublicKey(x963: device.publicKeyX963)
        #expect(key.isValidSignature(signature, for: SHA256.hash(data, Specimen.clientDataHash)))
        #expect(!key.isValidSignature(signature, for: data + Specimen.clientDataHash))
    }

    @Test("keeps the leading zero of a coordinate") func leadingZeros() throws {
        for offset in [1, 33] {
            let device = try deviceWithZero(at: offset)
            let object = try device.attest(clientDataHash: Specimen.clientDataHash, at: Specimen.moment)
            let data = try AttestationParts(object).authenticatorData
            #expect(data.count == 164)
            #expect(data[offset == 1 ? 97 : 132] == 0)
            #expect(Array(data[97..<129]) == Array(device.publicKeyX963[1...32]))
            #expect(Array(data[132..<164]) == Array(device.publicKeyX963[33...64]))
        }
    }

    @Test("can end authenticator data anywhere, the nonce fitting what is left") func truncation() throws {
        let device = try Specimen.device(.iOS17)
        for count in 24..<164 {
            let object = try device.attest(
                clientDataHash: Specimen.clientDataHash, at: Specimen.moment, authenticatorDataByteCount: count)
            let nonce = SHA256.hash(Array(object.suffix(count)), Specimen.clientDataHash)
            #expect(object.firstRange(of: bytes("30 24 A1 22 04 20") + nonce) != nil)
        }
    }

    private func authenticatorData(_ object: [UInt8]) throws -> [UInt8] {
        var layout = Layout(object)
        try layout.expect([0xA2])
        try layout.expectText("signature")
        _ = try layout.byteString()
        try layout.expectText("authenticatorData")
        return try layout.byteString()
    }
}

/// A device whose point has a zero byte there; about one key in 256 has.
func deviceWithZero(at offset: Int) throws -> SimulatedDevice {
    while true {
        let device = try Specimen.device(.iOS17)
        if device.publicKeyX963[offset] == 0 { return device }
    }
}
