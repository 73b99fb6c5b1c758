import AppAttest
import AppAttestSimulator
import AppCheck
import AppCheckTokens
import Cryptography
import FoundationEssentials
import MemoryStore
import Testing

/// A server with one registered phone, whose receipt is due, and a service that answers what the test says.
struct RefreshStage: Sendable {
    /// Days of a receipt, from its creation to its end.
    static let life: Int64 = 90 * 86_400

    let clock: StoppedClock
    let store: MemoryStore
    let stage: Stage<MemoryStore>
    let service: FakeReceiptService
    let refresh: ReceiptRefresh
    let phone: Phone
    private let artifact: [UInt8]
    private let attestation: VerifiedAttestation
    private let clientDataHash: [UInt8]

    /// - Parameter chance: the number that all jitter is taken from; 0 leaves none.
    init(
        chance: UInt64 = 0, environment: AttestationEnvironment = .production,
        service: FakeReceiptService = FakeReceiptService(), settings: ReceiptRefresh.Settings = .init(),
        risk: RiskPolicy = RiskPolicy()
    ) async throws {
        let app = try Specimen.app(
            environments: [.production, .development], policies: AppPolicies(risk: risk))
        stage = try await Stage(store: MemoryStore(), app: app)
        (clock, store, self.service) = (stage.clock, stage.store, service)
        refresh = ReceiptRefresh(
            store: store, registry: store, service: service,
            surroundings: Self.surroundings(stage.clock, chance: chance), settings: settings)
        phone = try stage.phone(environment)
        let challenge = try await stage.challenge()
        let submission = try phone.attestation(challenge)
        artifact = try await stage.exchanges.exchange(submission).artifact
        clientDataHash = SHA256.hash(challenge)
        attestation = try AttestationVerifier().verify(
            submission.attestationObject, keyID: submission.keyID, clientDataHash: clientDataHash,
            expecting: AttestationExpectation(
                appIDs: app.attestableAppIDs, environments: app.environments, trustAnchors: app.trustAnchors),
            at: clock.date)
    }

    /// Claims get ids of their own; jitter is drawn in eight bytes.
    static func surroundings(_ clock: StoppedClock, chance: UInt64, seed: String = "refresh") -> Surroundings {
        let draws = Draws(seed: seed)
        return Surroundings(
            now: { clock.date },
            randomBytes: { count in
                count == 8
                    ? stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: chance >> $0) }
                    : draws.bytes(count)
            })
    }

    var device: SimulatedDevice { phone.device }

    /// Uses the key.
    func assert(_ counter: UInt32) async throws -> AppCheckToken {
        try await stage.exchanges.exchange(
            phone.assertion(stage.challenge(), artifact: artifact, counter: counter))
    }

    /// One round, in which every request gets this answer.
    func round(_ answer: ReceiptAnswer) async -> RefreshReport {
        service.answer { _ in answer }
        return await refresh.round()
    }

    /// A receipt for the phone's key, made now.
    func receipt(
        _ type: ReceiptType = .receipt, metric: String = "3", age: Int64 = 0,
        _ mint: (SimulatedDevice, ReceiptSubject) throws -> [UInt8] = { try $0.receipt($1) }
    ) throws -> [UInt8] {
        try mint(
            device,
            ReceiptSubject(
                type: type, leafCertificate: attestation.leafCertificate, clientDataHash: clientDataHash,
                riskMetric: metric, at: Date(timeIntervalSince1970: TimeInterval(clock.seconds - age))))
    }

    // MARK: - What is kept

    func key() throws -> KeyRecord {
        let id = device.keyID
        let stored = store.edit { $0.attested[id] }
        return try #require(stored)
    }

    func record() throws -> ReceiptRecord { try #require(key().receipt) }

    /// Seconds from now until the receipt is due.
    func wait() throws -> Int64? { try record().refresh.nextAt.map { $0 - clock.seconds } }

    func history() async throws -> [RiskMeasurement] { try await store.riskMeasurements(of: device.keyID) }

    func edit(_ body: (inout ReceiptRecord) -> Void) throws {
        var record = try record()
        body(&record)
        try put(record: record)
    }

    func setState(_ state: ReceiptRefreshState) throws { try edit { $0.refresh = state } }

    func put(record: ReceiptRecord? = nil, lastUsedAt: Int64? = nil, revokedAt: Int64? = nil) throws {
        let old = try key()
        let new = KeyRecord(
            key: old.key, counter: old.counter, lastUsedAt: lastUsedAt ?? old.lastUsedAt,
            revokedAt: revokedAt ?? old.revokedAt, receipt: record ?? old.receipt)
        store.edit { $0.attested[new.key.keyID] = new }
    }

    /// Copies of the key under other ids, so that there is more to do.
    func addKeys(_ count: Int) throws {
        let old = try key()
        for index in 1...count {
            let id = SHA256.hash(Array("key \(index)".utf8))
            let key = AttestedKey(
                keyID: id, publicKey: old.key.publicKey, projectNumber: old.key.projectNumber, appID: old.key.appID,
                attestedAppID: old.key.attestedAppID, environment: old.key.environment, attestedAt: old.key.attestedAt)
            let new = KeyRecord(
                key: key, counter: 0, lastUsedAt: old.lastUsedAt, revokedAt: nil, receipt: old.receipt)
            store.edit { $0.attested[id] = new }
        }
    }

    /// Of all keys.
    var records: [ReceiptRecord] { store.edit { $0.attested.values.compactMap(\.receipt) } }
}
