import AppAttest
import AppAttestSimulator
import FoundationEssentials
import TestSupport

/// What the tests over simulated devices start from: one authority, one app, one moment.
enum Simulation {
    static let appID = AppID(teamID: "SIMTEAM123", bundleID: "com.example.app")
    static let otherAppID = AppID(teamID: "SIMTEAM123", bundleID: "com.example.other")
    /// 2025-01-01 and 2035-01-01, to the second.
    static let (authorityNotBefore, authorityNotAfter) = (Date.at(1_735_689_600), Date.at(2_051_222_400))
    /// 2026-06-15 12:00:00 UTC. Leaves are valid from 24 hours before.
    static let moment = Date.at(1_781_524_800)
    static let leafNotBefore = moment - 86_400
    /// Of all generations but iOS 17: three days of life.
    static let leafNotAfter = moment + 172_800
    static let clientDataHash = [UInt8](0..<32)
    static let authority = Result {
        try SimulatedAuthority(notBefore: authorityNotBefore, notAfter: authorityNotAfter)
    }
    static let foreignAuthority = Result {
        try SimulatedAuthority(notBefore: authorityNotBefore, notAfter: authorityNotAfter)
    }

    static func device(
        _ generation: DeviceGeneration = .iOS26, _ environment: AttestationEnvironment = .production,
        appID: AppID = appID
    ) throws -> SimulatedDevice {
        try authority.get().makeDevice(appID: appID, environment: environment, generation: generation)
    }
}

extension Date {
    static func at(_ seconds: TimeInterval) -> Date { Date(timeIntervalSince1970: seconds) }
}

/// An attestation with all that it is judged by, every part open to change.
struct AttestationSpecimen {
    var object: [UInt8]
    var keyID: [UInt8]
    var clientDataHash: [UInt8]
    var expectation: AttestationExpectation
    var moment: Date

    /// Valid.
    init(_ device: SimulatedDevice) throws {
        try self.init(device, object: device.attest(clientDataHash: Simulation.clientDataHash, at: Simulation.moment))
    }

    init(_ device: SimulatedDevice, damage: AttestationDamage) throws {
        try self.init(
            device,
            object: device.attest(clientDataHash: Simulation.clientDataHash, at: Simulation.moment, damage: damage))
    }

    init(_ device: SimulatedDevice, variant: AttestationVariant) throws {
        try self.init(
            device,
            object: device.attest(clientDataHash: Simulation.clientDataHash, at: Simulation.moment, variant: variant))
    }

    init(_ device: SimulatedDevice, object: [UInt8]) throws {
        (self.object, keyID, clientDataHash) = (object, device.keyID, Simulation.clientDataHash)
        expectation = AttestationExpectation(
            appIDs: [device.appID], environments: [device.environment],
            trustAnchors: [try Simulation.authority.get().trustAnchor])
        moment = Simulation.moment
    }

    /// A case of real device data.
    init(real name: String) throws {
        let specimen = try AppAttestCase(json: CaseFolder.contents(of: name))
        guard case .attestation(let object, let keyID, let clientDataHash, let validAt) = specimen.subject,
            let environment = specimen.environment
        else { throw MalformedFixture() }
        (self.object, self.keyID, self.clientDataHash, moment) = (object, keyID, clientDataHash, validAt)
        expectation = AttestationExpectation(
            appIDs: [specimen.appID], environments: [environment], trustAnchors: specimen.trustAnchors)
    }

    func judge(with verifier: AttestationVerifier = AttestationVerifier()) -> Judgement<VerifiedAttestation> {
        verifier.judge(object, keyID: keyID, clientDataHash: clientDataHash, expecting: expectation, at: moment)
    }

    func verify(with verifier: AttestationVerifier = AttestationVerifier()) throws(Rejection) -> VerifiedAttestation {
        try verifier.verify(
            object, keyID: keyID, clientDataHash: clientDataHash, expecting: expectation, at: moment)
    }
}

/// An assertion with all that it is judged by, every part open to change.
struct AssertionSpecimen {
    var object: [UInt8]
    var clientDataHash: [UInt8]
    var publicKey: [UInt8]
    var appID: AppID
    var previousCounter: UInt32
    var launchPolicy = LaunchPolicy.none
    var facts: AttestedFacts?

    init(_ device: SimulatedDevice, object: [UInt8], previousCounter: UInt32) {
        (self.object, clientDataHash, publicKey) = (object, Simulation.clientDataHash, device.publicKeyX963)
        (appID, self.previousCounter) = (device.appID, previousCounter)
    }

    /// Valid: the counter is one above the previous.
    init(_ device: SimulatedDevice, previousCounter: UInt32 = 7) throws {
        let object = try device.assert(clientDataHash: Simulation.clientDataHash, counter: previousCounter + 1)
        self.init(device, object: object, previousCounter: previousCounter)
    }

    init(_ device: SimulatedDevice, damage: AssertionDamage) throws {
        let object = try device.assert(
            clientDataHash: Simulation.clientDataHash, previousCounter: 7, damage: damage)
        self.init(device, object: object, previousCounter: 7)
    }

    /// A case of real device data.
    init(real name: String) throws {
        let specimen = try AppAttestCase(json: CaseFolder.contents(of: name))
        guard case .assertion(let object, let publicKey, let clientDataHash, let previousCounter) = specimen.subject
        else { throw MalformedFixture() }
        (self.object, self.publicKey, self.previousCounter) = (object, publicKey, previousCounter)
        (self.clientDataHash, appID) = (clientDataHash, specimen.appID)
    }

    func judge() -> Judgement<VerifiedAssertion> {
        AssertionVerifier().judge(
            object, clientDataHash: clientDataHash, publicKey: publicKey, appID: appID,
            previousCounter: previousCounter, launchPolicy: launchPolicy, attested: facts)
    }

    func verify() throws(Rejection) -> VerifiedAssertion {
        try AssertionVerifier().verify(
            object, clientDataHash: clientDataHash, publicKey: publicKey, appID: appID,
            previousCounter: previousCounter, launchPolicy: launchPolicy, attested: facts)
    }
}
