import AppAttest
import AppAttestSimulator
import AppCheck
import AppCheckAPI
import AppCheckTokens
import Cryptography
import Foundation
import HTTP
import MemoryStore

/// The REST surface and all below it as a server has it, over a store in memory, at one moment that stands still.
struct Server: Sendable {
    /// 2026-06-15 12:00:00 UTC.
    static let moment: Int64 = 1_781_524_800
    static let date = Date(timeIntervalSince1970: Double(moment))
    static let appID = AppID(teamID: "SIMULATED0", bundleID: "com.example.simulated")
    static let path = "/v1/projects/100000000000/apps/1:100000000000:ios:be7c4a6e"

    let authority: SimulatedAuthority
    let app: RegisteredApp
    let challenges: StatelessChallenges
    let sealer: ArtifactSealer
    let signing: SigningKeys
    private let service: AppCheckService

    init() async throws {
        let surroundings = Surroundings(
            now: { Self.date }, randomBytes: { count throws(CryptographyError) in try SecureRandom.bytes(count) })
        authority = try SimulatedAuthority(
            notBefore: Self.date.addingTimeInterval(-86_400), notAfter: Self.date.addingTimeInterval(365 * 86_400))
        app = try RegisteredApp(
            project: Project(number: "100000000000", id: "bench-project"), appID: "1:100000000000:ios:be7c4a6e",
            teamID: Self.appID.teamID, bundleIDs: [Self.appID.bundleID], environments: [.development],
            trustAnchors: [authority.trustAnchor])
        let store = MemoryStore()
        let made = try await store.apply(
            [.create(.project(RegisteredProject(project: app.project))), .create(.app(app))], recording: [])
        guard made == .applied else { throw Failure("the app could not be registered") }
        let keys = try ServerKeys(
            store: store, masterKey: SymmetricKey([UInt8](repeating: 0x4D, count: SymmetricKey.byteCount)),
            surroundings: surroundings)
        signing = try await SigningKeys.load(keys, schedule: RotationSchedule(), at: Self.moment)
        challenges = StatelessChallenges(
            key: try await keys.challengeKey(), ttl: 300, surroundings: surroundings)
        sealer = try await keys.artifactSealer()
        // One signed receipt makes no table yet, so that none is counted where every receipt has another signer.
        let receiptVerifier = ReceiptVerifier(receiptsBeforeTable: 2)
        let services = APIServices(
            exchanges: Exchanges(
                apps: AppDirectory(registry: store), challenges: challenges, keys: store, receipts: store,
                resources: store, consumedTokens: store, sealer: sealer, signing: signing,
                surroundings: surroundings, receiptVerifier: receiptVerifier,
                observer: ExchangeObservers([ExchangeCounter()])),
            administration: Administration(
                store: store, registry: store, keys: store, receipts: store, counts: store,
                surroundings: surroundings),
            access: AccessControl(store: store, registry: store, surroundings: surroundings),
            version: "0", isReady: { true })
        // Limits that count and never refuse.
        var limits: [RateClass: RateLimit] = [:]
        for rate in RateClass.allCases { limits[rate] = RateLimit(count: 1_000_000, period: 60) }
        service = try AppCheckService(
            { services },
            requests: RequestGuard(limits: limits, seconds: { surroundings.now().timeIntervalSince1970 }))
        // The authority's signer of receipts is made with the first of them, and its table with the second: here, so that
        // it is the same for whatever operations are asked for.
        let (attestations, hash) = (AttestationVerifier(), [UInt8](repeating: 0, count: 32))
        for _ in 0..<2 {
            let device = try device()
            let verified = try attestations.verify(
                device.attest(clientDataHash: hash, at: Self.date), keyID: device.keyID, clientDataHash: hash,
                expecting: AttestationExpectation(
                    appIDs: [Self.appID], environments: [.development], trustAnchors: [authority.trustAnchor]),
                at: Self.date)
            _ = try receiptVerifier.verify(
                verified.receipt,
                expecting: ReceiptExpectation(
                    embeddedIn: verified, clientDataHash: hash, trustAnchors: [authority.trustAnchor]),
                at: Self.date)
        }
    }

    /// Asks, and insists on the status of the answer.
    func answer(_ request: HTTPRequest, expecting status: Int) async throws -> HTTPResponse {
        let response = await service.answer(request)
        guard response.status == status else {
            throw Failure("\(response.status) for \(status): \(String(decoding: response.body, as: UTF8.self))")
        }
        return response
    }

    /// A challenge of the app, and when it was made.
    func challenge(at moment: Int64 = Self.moment) throws -> [UInt8] {
        try challenges.issue(for: app, at: moment).bytes
    }

    func device() throws -> SimulatedDevice { try device(of: authority) }

    /// One whose receipts have a signer that no other receipt had: an authority makes it anew when it is read.
    func deviceWithNewSigner() throws -> SimulatedDevice {
        try device(of: SimulatedAuthority(serialized: authority.serialized()))
    }

    private func device(of authority: SimulatedAuthority) throws -> SimulatedDevice {
        try authority.makeDevice(appID: Self.appID, environment: .development, generation: .iOS27EDSet)
    }
}
