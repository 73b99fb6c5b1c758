import AppAttest
import AppAttestSimulator
import Testing

@Suite("The verifier, offered what the simulator makes") struct VerifierAgreementTests {
    private static let attestations = AttestationVerifier()

    private func verify(_ object: [UInt8], by device: SimulatedDevice) throws -> VerifiedAttestation {
        let expectation = AttestationExpectation(
            appIDs: [Specimen.appID], environments: [device.environment],
            trustAnchors: [try Specimen.authority.get().trustAnchor])
        return try Self.attestations.verify(
            object, keyID: device.keyID, clientDataHash: Specimen.clientDataHash, expecting: expectation,
            at: Specimen.moment)
    }

    @Test(
        "accepts attestations of every age and environment, unusual ones too", arguments: DeviceGeneration.allCases,
        AttestationEnvironment.allCases)
    func acceptsAttestations(_ generation: DeviceGeneration, _ environment: AttestationEnvironment) throws {
        let device = try Specimen.device(generation, environment)
        let verified = try verify(
            device.attest(clientDataHash: Specimen.clientDataHash, at: Specimen.moment), by: device)
        #expect(verified.publicKey == device.publicKeyX963)
        #expect(verified.keyID == device.keyID)
        #expect(verified.environment == environment)
        for variant in AttestationVariant.allCases {
            let object = try device.attest(
                clientDataHash: Specimen.clientDataHash, at: Specimen.moment, variant: variant)
            #expect(throws: Never.self, "\(variant.rawValue)") { try verify(object, by: device) }
        }
    }

    @Test("accepts a key whose coordinates begin with zeros", arguments: [1, 33]) func leadingZero(_ offset: Int) throws
    {
        let device = try deviceWithZero(at: offset)
        let object = try device.attest(clientDataHash: Specimen.clientDataHash, at: Specimen.moment)
        #expect(try verify(object, by: device).publicKey == device.publicKeyX963)
    }

    @Test("names the check that a damaged attestation fails", arguments: AttestationDamage.allCases)
    func refusesAttestations(_ damage: AttestationDamage) throws {
        for generation in DeviceGeneration.allCases {
            let device = try Specimen.device(generation)
            let object = try device.attest(
                clientDataHash: Specimen.clientDataHash, at: Specimen.moment, damage: damage)
            let rejection = #expect(throws: Rejection.self) { try verify(object, by: device) }
            #expect(rejection?.reason.check == damage.expectedCheck, "\(generation)")
        }
    }

    @Test("refuses authenticator data cut anywhere") func truncation() throws {
        let device = try Specimen.device(.iOS17)
        for count in 0..<164 {
            let object = try device.attest(
                clientDataHash: Specimen.clientDataHash, at: Specimen.moment, authenticatorDataByteCount: count)
            let rejection = #expect(throws: Rejection.self) { try verify(object, by: device) }
            #expect(rejection?.reason.check == (count < 37 ? "authdata-short" : "authdata"), "\(count) bytes")
        }
    }

    @Test("accepts assertions of every age, unusual ones too", arguments: DeviceGeneration.allCases)
    func acceptsAssertions(_ generation: DeviceGeneration) throws {
        var device = try Specimen.device(generation)
        let first = try device.assert(clientDataHash: Specimen.clientDataHash)
        #expect(try verify(first, by: device, previousCounter: 0).counter == 1)
        for counter: UInt32 in [7, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] {
            let object = try device.assert(clientDataHash: Specimen.clientDataHash, counter: counter)
            #expect(try verify(object, by: device, previousCounter: counter - 1).counter == counter)
        }
        for variant in AssertionVariant.allCases {
            let object = try device.assert(clientDataHash: Specimen.clientDataHash, counter: 2, variant: variant)
            #expect(throws: Never.self, "\(variant.rawValue)") {
                try verify(object, by: device, previousCounter: 1)
            }
        }
    }

    @Test("names the check that a damaged assertion fails", arguments: AssertionDamage.allCases)
    func refusesAssertions(_ damage: AssertionDamage) throws {
        for generation in DeviceGeneration.allCases {
            let device = try Specimen.device(generation)
            let object = try device.assert(
                clientDataHash: Specimen.clientDataHash, previousCounter: 7, damage: damage)
            let rejection = #expect(throws: Rejection.self) {
                try verify(object, by: device, previousCounter: 7)
            }
            #expect(rejection?.reason.check == damage.expectedCheck, "\(generation)")
        }
    }

    private func verify(
        _ assertion: [UInt8], by device: SimulatedDevice, previousCounter: UInt32
    ) throws -> VerifiedAssertion {
        try AssertionVerifier().verify(
            assertion, clientDataHash: Specimen.clientDataHash, publicKey: device.publicKeyX963,
            appID: Specimen.appID, previousCounter: previousCounter)
    }
}
