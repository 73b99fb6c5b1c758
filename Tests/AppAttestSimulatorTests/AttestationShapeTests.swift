import AppAttest
import AppAttestSimulator
import Cryptography
import Foundation
import Testing

@Suite("A simulated attestation") struct AttestationShapeTests {
    private func parts(of device: SimulatedDevice) throws -> AttestationParts {
        try AttestationParts(device.attest(clientDataHash: Specimen.clientDataHash, at: Specimen.moment))
    }

    @Test(
        "lays out authenticator data of 164 bytes, more where extensions are signed",
        arguments: [
            (DeviceGeneration.iOS14, 164, 0x40), (.iOS17, 164, 0x40), (.iOS26, 164, 0x40), (.iOS27EDClear, 226, 0x40),
            (.iOS27EDSet, 226, 0xC0),
        ] as [(DeviceGeneration, Int, UInt8)])
    func authenticatorData(_ generation: DeviceGeneration, byteCount: Int, flags: UInt8) throws {
        let device = try Specimen.device(generation)
        let data = try parts(of: device).authenticatorData
        #expect(data.count == byteCount)
        #expect(Array(data[0..<32]) == SHA256.hash(Array("SIMTEAM123.com.example.app".utf8)))
        #expect(data[32] == flags)
        #expect(Array(data[33..<37]) == [0, 0, 0, 0])
        #expect(Array(data[37..<53]) == bytes("61707061 74746573 74000000 00000000"))
        #expect(Array(data[53..<55]) == [0, 32])
        #expect(Array(data[55..<87]) == device.keyID)
        let (x, y) = (device.publicKeyX963[1...32], device.publicKeyX963[33...64])
        #expect(Array(data[87..<164]) == bytes("A5 0102 0326 2001 21 5820") + x + bytes("22 5820") + y)
        if generation.hasSignedExtensions {
            let map =
                bytes("A2 77") + Array("apple_bundle_version_01".utf8) + bytes("61 31 78 1C")
                + Array("apple_validation_category_01".utf8) + bytes("44 04000000")
            #expect(Array(data[164...]) == map)
        }
    }

    @Test("states the development environment and category when asked to") func development() throws {
        let data = try parts(of: Specimen.device(.iOS27EDSet, .development)).authenticatorData
        #expect(Array(data[37..<53]) == Array("appattestdevelop".utf8))
        #expect(Array(data.suffix(5)) == bytes("44 03000000"))
    }

    @Test("signs the bundle version and category that the device was given") func settings() throws {
        var device = try Specimen.device(.iOS27EDSet)
        device.bundleVersion = "1314"
        device.validationCategory = 2
        let data = try parts(of: device).authenticatorData
        #expect(data.count == 229)
        #expect(Array(data.suffix(5)) == bytes("44 02000000"))
        #expect(data.firstRange(of: bytes("64 31333134")) != nil)
    }

    @Test("binds authenticator data and client data hash in the nonce extension") func nonce() throws {
        let parts = try parts(of: Specimen.device(.iOS17))
        let nonce = SHA256.hash(parts.authenticatorData, Specimen.clientDataHash)
        let value = bytes("06 09 2A864886F763640802 04 26 30 24 A1 22 04 20") + nonce
        #expect(parts.leaf.firstRange(of: value) != nil)
    }

    @Test("names the key in the leaf and gives it no authority key identifier") func leaf() throws {
        let device = try Specimen.device(.iOS26)
        let leaf = try parts(of: device).leaf
        #expect(leaf.firstRange(of: bytes("06 03 550403 0C 40") + Array(hexadecimal(device.keyID).utf8)) != nil)
        #expect(leaf.firstRange(of: bytes("06 03 55040B 0C 11") + Array("AAA Certification".utf8)) != nil)
        #expect(leaf.firstRange(of: bytes("06 03 551D13 01 01 FF 04 02 3000")) != nil)
        #expect(leaf.firstRange(of: bytes("06 03 551D0F 01 01 FF 04 04 030204F0")) != nil)
        #expect(leaf.firstRange(of: bytes("06 03 551D23")) == nil)
        #expect(leaf.firstRange(of: Array("Apple".utf8)) == nil)
    }

    @Test(
        "dates the leaf from 24 hours before, to the second, for the life its age had",
        arguments: [
            (DeviceGeneration.iOS14, "260614120000Z", "260617120000Z"), (.iOS17, "260614120000Z", "270410120000Z"),
            (.iOS26, "260614120000Z", "260617120000Z"),
        ])
    func validity(_ generation: DeviceGeneration, notBefore: String, notAfter: String) throws {
        let object = try Specimen.device(generation).attest(
            clientDataHash: Specimen.clientDataHash, at: Specimen.moment + 0.75)
        let expected = bytes("30 1E 17 0D") + Array(notBefore.utf8) + bytes("17 0D") + Array(notAfter.utf8)
        #expect(try AttestationParts(object).leaf.firstRange(of: expected) != nil)
    }

    @Test("names years from 2050 in the long form") func farFuture() throws {
        let object = try Specimen.device(.iOS26).attest(
            clientDataHash: Specimen.clientDataHash, at: Date(timeIntervalSince1970: 2_524_608_000 + 86_400))
        let expected = bytes("30 22 18 0F") + Array("20500101000000Z".utf8)
        #expect(try AttestationParts(object).leaf.firstRange(of: expected) != nil)
    }

    @Test("refuses a moment that no certificate can name") func unnameableMoment() throws {
        let device = try Specimen.device(.iOS26)
        for moment in [-700_000_000.0, 253_402_300_799, .infinity, .nan] {
            #expect(throws: SimulationError.self) {
                try device.attest(clientDataHash: [1], at: Date(timeIntervalSince1970: moment))
            }
        }
    }
}
