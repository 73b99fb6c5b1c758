import AppAttest
import AppAttestSimulator
import AppCheck
import AppCheckTokens
import Cryptography
import Foundation

/// The use cases over a store, put together as the server does it, with an app of simulated devices.
struct UseCaseSite: Sendable {
    /// A device whose key is registered.
    struct Registered: Sendable {
        var device: SimulatedDevice
        let artifact: [UInt8]
    }

    static let surroundings = Surroundings(
        now: { Date() }, randomBytes: { count throws(CryptographyError) in try SecureRandom.bytes(count) })
    private static let app = "1:100000000000:ios:be7c4a6e"
    private static let attestedApp = AppID(teamID: "SIMULATED0", bundleID: "com.example.simulated")

    private let exchanges: Exchanges
    private let authority: SimulatedAuthority
    private let project: Project

    init(over store: any StorePorts) async throws {
        let surroundings = Self.surroundings
        project = try Project(number: "100000000000", id: "bench-project")
        authority = try SimulatedAuthority(
            notBefore: surroundings.now() - 2 * 86_400, notAfter: surroundings.now() + 365 * 86_400)
        let app = try RegisteredApp(
            project: project, appID: Self.app, teamID: Self.attestedApp.teamID,
            bundleIDs: [Self.attestedApp.bundleID], environments: [.development],
            trustAnchors: [authority.trustAnchor])
        let outcome = try await store.apply(
            [.create(.project(RegisteredProject(project: project))), .create(.app(app))], recording: [])
        guard outcome == .applied else { throw Failure("the store has a project already") }
        let keys = try ServerKeys(
            store: store, masterKey: SymmetricKey(SecureRandom.bytes(SymmetricKey.byteCount)),
            surroundings: surroundings)
        let signing = try await SigningKeys.load(keys, schedule: RotationSchedule(), at: surroundings.seconds)
        exchanges = Exchanges(
            apps: AppDirectory(registry: store),
            challenges: StatelessChallenges(
                key: try await keys.challengeKey(), ttl: 300, surroundings: surroundings),
            keys: store, receipts: store, resources: store, consumedTokens: store,
            sealer: try await keys.artifactSealer(), signing: signing, surroundings: surroundings,
            observer: ExchangeObservers([ExchangeCounter()]))
    }

    /// What a new device sends.
    func attestation() async throws -> (SimulatedDevice, AttestationSubmission) {
        let device = try authority.makeDevice(
            appID: Self.attestedApp, environment: .development, generation: .iOS27EDSet)
        let challenge = try await challenge()
        let object = try device.attest(
            clientDataHash: AttestationVerifier.clientDataHash(ofChallenge: challenge), at: Self.surroundings.now())
        return (
            device,
            AttestationSubmission(
                project: project.id, appID: Self.app, attestationObject: object, keyID: device.keyID,
                challenge: challenge, limitedUse: false)
        )
    }

    /// What a registered device sends next.
    func assertion(of registered: inout Registered) async throws -> AssertionSubmission {
        let challenge = try await challenge()
        let hash = AssertionVerifier.clientDataHash(of: registered.artifact + challenge)
        return AssertionSubmission(
            project: project.id, appID: Self.app, artifact: registered.artifact,
            assertion: try registered.device.assert(clientDataHash: hash), challenge: challenge, limitedUse: false)
    }

    func exchange(_ submission: AttestationSubmission) async throws -> [UInt8] {
        try await exchanges.exchange(submission).artifact
    }

    func exchange(_ submission: AssertionSubmission) async throws { _ = try await exchanges.exchange(submission) }

    private func challenge() async throws -> [UInt8] {
        try await exchanges.issueChallenge(appID: Self.app, inProject: project.id).bytes
    }
}
