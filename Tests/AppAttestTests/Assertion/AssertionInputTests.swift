import AppAttest
import AppAttestSimulator
import TestSupport
import Testing

@Suite("The assertion verifier") struct AssertionInputTests {
    @Test("wants a client data hash of 32 bytes", arguments: [0, 31, 33, 64])
    func clientDataHashLengths(_ count: Int) throws {
        let device = try Simulation.device()
        let hash = [UInt8](repeating: 9, count: count)
        var specimen = AssertionSpecimen(
            device, object: try device.assert(clientDataHash: hash, counter: 8), previousCounter: 7)
        specimen.clientDataHash = hash
        let rejection = specimen.judge().rejection
        #expect(rejection?.reason == .challengeMismatch)
        #expect(rejection?.step == .clientData)
    }

    @Test("hashes client data as received: one byte more is another request")
    func clientData() throws {
        let device = try Simulation.device()
        let sent = AssertionVerifier.clientDataHash(of: Array(#"{"a":1,"b":2}"#.utf8))
        #expect(hex(sent) == "43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777")
        var specimen = AssertionSpecimen(
            device, object: try device.assert(clientDataHash: sent, counter: 1), previousCounter: 0)
        specimen.clientDataHash = sent
        #expect(throws: Never.self) { try specimen.verify() }
        for other in [#"{"a":1, "b":2}"#, #"{"b":2,"a":1}"#, #"{"a":1,"b":2}"# + "\n", ""] {
            specimen.clientDataHash = AssertionVerifier.clientDataHash(of: Array(other.utf8))
            #expect(specimen.judge().rejection?.reason == .signatureInvalid)
        }
    }

    @Test("wants the stored key to be a point on P-256")
    func publicKeys() throws {
        let valid = try AssertionSpecimen(Simulation.device())
        var offCurve = valid.publicKey
        offCurve[64] ^= 1
        let compressed = [2 | offCurve[64] & 1] + Array(valid.publicKey[1...32])
        for key in [[], [4], offCurve, compressed, valid.publicKey + [0], Array(valid.publicKey.dropFirst()), [0]] {
            var specimen = valid
            specimen.publicKey = key
            let rejection = specimen.judge().rejection
            #expect(rejection?.reason == .malformedPublicKey)
            #expect(rejection?.step == .signature)
        }
        var specimen = valid
        specimen.publicKey = try Simulation.device().publicKeyX963
        #expect(specimen.judge().rejection?.reason == .signatureInvalid)
    }

    @Test(
        "accepts each counter above the stored one, and none that is not",
        arguments: [
            (0, 1), (1, 7), (7, 8), (0x7FFF_FFFE, 0x7FFF_FFFF), (0x7FFF_FFFF, 0x8000_0000), (0, 0xFFFF_FFFF),
            (0xFFFF_FFFE, 0xFFFF_FFFF),
        ] as [(UInt32, UInt32)])
    func counters(_ stored: UInt32, _ counter: UInt32) throws {
        let device = try Simulation.device()
        let object = try device.assert(clientDataHash: Simulation.clientDataHash, counter: counter)
        #expect(try AssertionSpecimen(device, object: object, previousCounter: stored).verify().counter == counter)
        for previous in [counter, .max] {
            let rejection = AssertionSpecimen(device, object: object, previousCounter: previous).judge().rejection
            #expect(rejection?.reason == .counterStale)
            #expect(rejection?.step == .counterAdvance)
        }
    }

    @Test("refuses everything up to the counter that was stored after a gap")
    func gap() throws {
        let device = try Simulation.device()
        func reason(_ counter: UInt32, stored: UInt32) throws -> RejectionReason? {
            let object = try device.assert(clientDataHash: Simulation.clientDataHash, counter: counter)
            return AssertionSpecimen(device, object: object, previousCounter: stored).judge().rejection?.reason
        }
        #expect(try reason(7, stored: 1) == nil)
        for counter: UInt32 in 0...7 { #expect(try reason(counter, stored: 7) == .counterStale) }
        #expect(try reason(8, stored: 7) == nil)
    }

    @Test("calls an overtaken request stale, not forged")
    func overtaken() throws {
        let device = try Simulation.device()
        let object = try device.assert(clientDataHash: Simulation.clientDataHash, counter: 4)
        #expect(
            AssertionSpecimen(device, object: object, previousCounter: 5).judge().rejection?.reason == .counterStale)
    }

    @Test("compares no counter before the signature is known to be good")
    func order() throws {
        let specimen = try AssertionSpecimen(Simulation.device(), damage: .keyOther)
        var stale = specimen
        stale.previousCounter = .max
        #expect(stale.judge().rejection?.reason == .signatureInvalid)
    }

    @Test("leaves the counter to the store where it is asked to, and nothing else")
    func beforeCounter() throws {
        let device = try Simulation.device()
        for damage in AssertionDamage.allCases {
            let specimen = try AssertionSpecimen(device, damage: damage)
            let result = Result { () throws(Rejection) in
                try AssertionVerifier().verifyBeforeCounter(
                    specimen.object, clientDataHash: specimen.clientDataHash, publicKey: specimen.publicKey,
                    appID: specimen.appID)
            }
            switch damage {
            case .counterEqual: #expect(try result.get().counter == 7)
            case .counterLower: #expect(try result.get().counter == 6)
            case .counterZero: #expect(try result.get().counter == 0)
            case .empty, .truncated, .trailingByte, .indefiniteMap, .duplicateKey, .missingSignature,
                .missingAuthenticatorData, .oversized, .signatureBit, .signatureEmpty, .nonceSignedAsDigest, .keyOther,
                .rpIDHashOther, .authenticatorDataTruncated, .byteAfterHeader, .byteAfterExtensions,
                .extensionsTruncated, .extensionsMissing, .extensionsArray, .categoryOfTwoBytes,
                .categoryOfThreeBytes, .categoryOfFiveBytes:
                let rejection = #expect(throws: Rejection.self, "\(damage)") { try result.get() }
                #expect(rejection?.reason == damage.rejection.1)
            }
        }
    }

    @Test("wants the app that is stored with the key, in the same letters")
    func apps() throws {
        var specimen = try AssertionSpecimen(Simulation.device())
        for other in [Simulation.otherAppID, AppID(teamID: "SIMTEAM123", bundleID: "com.Example.app")] {
            specimen.appID = other
            let rejection = specimen.judge().rejection
            #expect(rejection?.reason == .unknownApp)
            #expect(rejection?.step == .assertedApp)
        }
    }

    @Test("measures before it reads: 4 KiB, not a byte more", arguments: [4_096, 4_097, 10_000_000])
    func sizes(_ count: Int) throws {
        var specimen = try AssertionSpecimen(Simulation.device())
        specimen.object = [UInt8](repeating: 0x81, count: count)
        #expect(specimen.judge().rejection?.reason == (count > 4_096 ? .objectTooLarge : .malformedCBOR))
    }

    @Test("refuses an assertion cut at any length")
    func truncation() throws {
        let whole = try AssertionSpecimen(Simulation.device(.iOS27EDSet))
        for count in 0..<whole.object.count {
            var specimen = whole
            specimen.object = Array(whole.object.prefix(count))
            #expect(specimen.judge().rejection?.reason == .malformedCBOR, "\(count) bytes")
        }
    }

    @Test("refuses an assertion with any one bit changed")
    func bits() throws {
        let whole = try AssertionSpecimen(Simulation.device(.iOS27EDClear))
        for index in whole.object.indices {
            for bit in 0..<8 {
                var specimen = whole
                specimen.object[index] ^= 1 << bit
                #expect(throws: Rejection.self, "bit \(bit) of byte \(index)") { try specimen.verify() }
            }
        }
    }

    @Test(
        "refuses a signature that is not the DER of two numbers in range",
        arguments: [
            "", "00", "30 00", "30 06 020100 020100", "30 06 020101 020100", "30 06 020100 020101", "30 80 0000",
            "30 07 020101 020101 00", "30 06 020101 0201ff",
        ])
    func signatures(_ encoding: String) throws {
        let whole = try AssertionSpecimen(Simulation.device())
        guard case .map(let entries) = try CBORDecoder.decode(whole.object),
            case .bytes(let data)? = entries[.text(CBORText("authenticatorData"))]
        else { throw MalformedFixture() }
        let signature = bytes(encoding)
        var specimen = whole
        specimen.object =
            bytes("a2 69 7369676e6174757265 58") + [UInt8(signature.count)] + signature
            + bytes("71 61757468656e74696361746f7244617461 58") + [UInt8(data.count)] + data
        #expect(specimen.judge().rejection?.reason == .signatureInvalid)
    }
}
