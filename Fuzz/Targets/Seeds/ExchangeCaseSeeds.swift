import AppAttest
import AppAttestSimulator
import AppCheck
import Cryptography
import FoundationEssentials

/// Case files of exchanges that were refused in as many ways as decide how a file is read.
enum ExchangeCaseSeeds {
    /// 2026-06-15 12:00:00 UTC.
    private static let moment = Date(timeIntervalSince1970: 1_781_524_800.25)
    private static let hash = [UInt8](0..<32)

    static func minted() throws -> [Seed] {
        // 2025-01-01 to 2035-01-01.
        let authority = try SimulatedAuthority(
            notBefore: Date(timeIntervalSince1970: 1_735_689_600), notAfter: Date(timeIntervalSince1970: 2_051_222_400))
        let device = try authority.makeDevice(
            appID: AppID(teamID: "SIMTEAM123", bundleID: "com.example.app"), environment: .production,
            generation: .iOS27EDSet)
        let app = try RegisteredApp(
            project: Project(number: "1234567890", id: "shop"), appID: "1:1234567890:ios:aa", teamID: "SIMTEAM123",
            bundleIDs: ["com.example.app"], trustAnchors: [authority.trustAnchor],
            policies: AppPolicies(
                receipt: ReceiptPolicy(unusable: .refuse), risk: RiskPolicy(action: .refuseAssertions),
                launch: LaunchPolicy(environment: .init(.require, [.production]))))
        return try attestations(device, app) + assertions(device, app)
    }

    private static func attestations(_ device: SimulatedDevice, _ app: RegisteredApp) throws -> [Seed] {
        let object = ExchangeEvidence.Object.attestation(
            try device.attest(clientDataHash: hash, at: moment), keyID: device.keyID)
        var evidence = ExchangeEvidence(
            app: app, object: object, clientDataHash: hash, judgedAt: moment, clockLeeway: 60)
        var seeds = [seed("challenge-unknown", .challenge(.unknown), evidence)]
        evidence.findings.challengeExpiresAt = 1_781_525_100
        seeds.append(seed("attestation-key-revoked", .keyRevoked, evidence))
        seeds.append(seed("key-already-registered", .keyAlreadyRegistered, evidence))
        return seeds.compactMap(\.self)
    }

    private static func assertions(_ device: SimulatedDevice, _ app: RegisteredApp) throws -> [Seed] {
        var evidence = ExchangeEvidence(
            app: app, object: .assertion(try device.assert(clientDataHash: hash, counter: 3)), clientDataHash: hash,
            judgedAt: moment, clockLeeway: 0)
        var seeds = [seed("artifact-altered", .artifact(.altered), evidence)]
        let key = try AttestationVerifier().verify(
            device.attest(clientDataHash: hash, at: moment), keyID: device.keyID, clientDataHash: hash,
            expecting: AttestationExpectation(appIDs: app.attestableAppIDs, trustAnchors: app.trustAnchors), at: moment)
        evidence.findings.artifact = Artifact(
            projectNumber: "1234567890", appID: app.appID, attestedAppID: device.appID, facts: key.facts,
            publicKey: key.publicKey, trustAnchor: app.trustAnchors.first?.fingerprint ?? [], createdAt: 1_781_524_000)
        seeds.append(seed("key-no-longer-allowed", .keyNoLongerAllowed, evidence))
        evidence.findings.challengeExpiresAt = 1_781_525_100
        evidence.findings.riskMeasurements = [
            RiskMeasurement(measuredAt: 1_781_000_000, metric: "12"),
            RiskMeasurement(measuredAt: 1_781_500_000, metric: "13"),
        ]
        seeds.append(seed("risk-too-high", .riskTooHigh, evidence))
        seeds.append(seed("key-mismatch", .keyMismatch, evidence))
        evidence.findings.storedCounter = 3
        seeds.append(seed("counter-stale", .counterStale, evidence))
        return seeds.compactMap(\.self)
    }

    private static func seed(_ name: String, _ refusal: ExchangeError, _ evidence: ExchangeEvidence) -> Seed? {
        ExchangeEnding(refusal: refusal, evidence: evidence).caseFile.map { Seed(name: name, bytes: $0) }
    }
}
