import AppAttest
import AppAttestSimulator
import TestSupport
import Testing

@Suite("Input of the attestation verifier") struct InputTests {
    @Test("with a key id of another length is refused", arguments: [0, 1, 31, 33, 64])
    func keyIDLengths(_ count: Int) throws {
        var specimen = try AttestationSpecimen(Simulation.device())
        specimen.keyID = Array((specimen.keyID + specimen.keyID).prefix(count))
        let rejection = specimen.judge().rejection
        #expect(rejection?.reason == .keyIDMismatch)
        #expect(rejection?.step == .keyID)
        #expect(rejection?.found == "\(count) bytes")
    }

    @Test("with another key's id is refused")
    func otherKeyID() throws {
        var specimen = try AttestationSpecimen(Simulation.device())
        specimen.keyID = try Simulation.device().keyID
        #expect(specimen.judge().rejection?.reason == .keyIDMismatch)
    }

    @Test("without a client data hash is refused, though the nonce would fit")
    func emptyClientDataHash() throws {
        let device = try Simulation.device()
        var specimen = try AttestationSpecimen(
            device, object: device.attest(clientDataHash: [], at: Simulation.moment))
        specimen.clientDataHash = []
        let rejection = specimen.judge().rejection
        #expect(rejection?.reason == .nonceMismatch)
        #expect(rejection?.step == .nonce)
    }

    @Test("takes the client data hash as it is, whatever its length", arguments: [1, 21, 24, 32, 33, 64])
    func clientDataHashLengths(_ count: Int) throws {
        let device = try Simulation.device()
        let hash = (0..<count).map { UInt8($0) }
        var specimen = try AttestationSpecimen(
            device, object: device.attest(clientDataHash: hash, at: Simulation.moment))
        specimen.clientDataHash = hash
        #expect(throws: Never.self) { try specimen.verify() }
        for other in [
            hash + [0], Array(hash.dropLast()) + [0xFF], AttestationVerifier.clientDataHash(ofChallenge: hash),
        ] {
            specimen.clientDataHash = other
            #expect(specimen.judge().rejection?.reason == .nonceMismatch)
        }
    }

    @Test("cannot move bytes from authenticator data to the client data hash")
    func boundary() throws {
        var specimen = try AttestationSpecimen(Simulation.device(.iOS27EDSet))
        var parts = try AttestationParts(specimen.object)
        // The nonce is over both together, so the extension map could pass for a part of the hash.
        specimen.clientDataHash = parts.authenticatorData.suffix(62) + specimen.clientDataHash
        parts.authenticatorData.removeLast(62)
        specimen.object = parts.object
        #expect(specimen.judge().rejection?.reason == .malformedAuthenticatorData)
    }

    @Test(
        "that is no attestation object is refused as malformed CBOR",
        arguments: [
            "", "00", "80", "a0", "f6", "ff", "bf ff", "bb ffffffffffffffff", "5b 8000000000000000",
            "9b ffffffffffffffff",
            "a1 63666d74 01", "a1 63666d74 6f 6170706c652d617070617474657374", "7f ff", "c1 a0",
        ])
    func noObject(_ encoding: String) throws {
        var specimen = try AttestationSpecimen(Simulation.device())
        specimen.object = bytes(encoding)
        let rejection = specimen.judge().rejection
        #expect(rejection?.reason == .malformedCBOR)
        #expect(rejection?.step == .attestationObject)
    }

    @Test("is measured before it is read: 32 KiB, not a byte more", arguments: [32_768, 32_769, 10_000_000])
    func sizes(_ count: Int) throws {
        var specimen = try AttestationSpecimen(Simulation.device())
        specimen.object = [UInt8](repeating: 0x81, count: count)
        #expect(specimen.judge().rejection?.reason == (count > 32_768 ? .objectTooLarge : .malformedCBOR))
    }

    @Test("may be as large as the limit")
    func largest() throws {
        var specimen = try AttestationSpecimen(Simulation.device())
        var parts = try AttestationParts(specimen.object)
        // The length of a byte string this long takes two bytes, as that of the receipt in its place did.
        parts.receipt = [UInt8](repeating: 0x2E, count: 32_768 - specimen.object.count + parts.receipt.count)
        specimen.object = parts.object
        #expect(specimen.object.count == 32_768)
        #expect(try specimen.verify().receipt.count == parts.receipt.count)
    }

    @Test("cut at any length is refused")
    func truncation() throws {
        let whole = try AttestationSpecimen(Simulation.device(.iOS27EDClear))
        for count in 0..<whole.object.count {
            var specimen = whole
            specimen.object = Array(whole.object.prefix(count))
            #expect(specimen.judge().rejection?.reason == .malformedCBOR, "\(count) bytes")
        }
    }

    @Test(
        "whose chain has no certificates in it is refused",
        arguments: [[], [[]], [[], []], [[0x30]], [[0x30, 0x00], [0x30, 0x00]], [[0x30, 0x80], [0x30, 0x80]]]
            as [[[UInt8]]])
    func rubbishChain(_ certificates: [[UInt8]]) throws {
        var specimen = try AttestationSpecimen(Simulation.device())
        var parts = try AttestationParts(specimen.object)
        parts.certificates = certificates
        specimen.object = parts.object
        let rejection = specimen.judge().rejection
        #expect(rejection?.step == .certificateChain)
        #expect(rejection?.reason == (certificates.count == 2 ? .malformedCertificate : .chainUntrusted))
    }

    @Test("is decoded, not searched: the bytes of an entry inside another entry are none")
    func entryInsideEntry() throws {
        // What looks like the entry for authenticator data stands in an entry nobody asks for and in the receipt, both
        // before the true one.
        let device = try Simulation.device()
        var specimen = try AttestationSpecimen(device)
        var parts = try AttestationParts(specimen.object)
        let bait = bytes("68 6175746844617461 58 25") + [UInt8](repeating: 0, count: 37)
        parts.receipt = bait
        specimen.object = [0xA4] + bytes("63 616263 58 30") + bait + parts.object.dropFirst()
        #expect(try specimen.verify().receipt == bait)
    }

    @Test("with a build hash at the top is accepted, and the hash is not reported as verified")
    func unsignedBuildHash() throws {
        for variant in [AttestationVariant.buildHashOf20Bytes, .buildHashOf32Bytes] {
            let verified = try AttestationSpecimen(Simulation.device(), variant: variant).verify()
            #expect(verified.extensions.codeDirectoryHash == nil)
            #expect(verified.extensions == .none)
        }
    }
}
