import AppAttest
import AppAttestSimulator
import AppCheck
import AppCheckTokens
import Foundation
import Storage
import TestSupport

/// A server over a store, with three apps and a clock that the test moves.
struct Stage<AnyStore: StorePorts>: Sendable {
    let clock: StoppedClock
    let store: AnyStore
    let exchanges: Exchanges
    let keys: ServerKeySet

    init(
        store: AnyStore, clock: StoppedClock = StoppedClock(Specimen.moment), keys: ServerKeySet? = nil,
        seed: String = "stage", app: RegisteredApp? = nil, challengeTTL: Int64 = 300,
        challenges: (any ChallengeAuthority)? = nil, observer: any ExchangeObserver = NoObserver()
    ) async throws {
        let keys = if let keys { keys } else { try await ServerKeySet.ours.value }
        if try await store.projects().isEmpty {
            try await store.add(Specimen.project())
            try await store.add(app ?? Specimen.app())
            try await store.add(Specimen.app(Specimen.twinAppID))
            try await store.add(Specimen.app(Specimen.otherAppID, bundleIDs: ["com.example.another"]))
        }
        let surroundings = clock.surroundings(seed: seed)
        (self.clock, self.store, self.keys) = (clock, store, keys)
        exchanges = Exchanges(
            apps: AppDirectory(registry: store),
            challenges: challenges
                ?? StatelessChallenges(key: keys.challenge, ttl: challengeTTL, surroundings: surroundings),
            keys: store, receipts: store, resources: store, consumedTokens: store, sealer: keys.sealer,
            signing: keys.signing, surroundings: surroundings, observer: observer)
    }

    func challenge(_ appID: String = Specimen.appID) async throws -> [UInt8] {
        try await exchanges.issueChallenge(appID: appID, inProject: "shop").bytes
    }

    func phone(
        _ environment: AttestationEnvironment = .production, bundleID: String = Specimen.bundleID,
        generation: DeviceGeneration = .iOS26
    ) throws -> Phone {
        Phone(
            device: try Specimen.authority.get().makeDevice(
                appID: AppID(teamID: Specimen.teamID, bundleID: bundleID), environment: environment,
                generation: generation), clock: clock)
    }

    /// A phone whose key is registered, and its artifact.
    func registeredPhone(_ environment: AttestationEnvironment = .production) async throws -> (Phone, [UInt8]) {
        let phone = try phone(environment)
        let grant = try await exchanges.exchange(phone.attestation(challenge()))
        return (phone, grant.artifact)
    }

    func counter(of phone: Phone) async throws -> UInt32? { try await store.attestedKey(phone.device.keyID)?.counter }

    /// What a backend reads in a token, by the keys that the server publishes.
    func verify(_ token: AppCheckToken, at moment: Int64? = nil) throws -> VerifiedAppCheckToken {
        try TokenVerifier(project: Specimen.tokenProject())
            .verify(token.token, keys: exchanges.publicKeys, at: moment ?? clock.seconds)
    }
}

/// Gives `body` the path of a database that is gone afterwards.
func withDatabase(_ body: (_ path: String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "assay-domain-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path + "/assay.db")
}

/// Gives `body` a server over a file.
func withStageOnDisk(_ body: (Stage<SQLiteStore>) async throws -> Void) async throws {
    try await withDatabase { path in
        let store = try await SQLiteStore.open(path: path)
        do { try await body(Stage(store: store)) } catch {
            await store.close()
            throw error
        }
        await store.close()
    }
}

/// Runs `count` tasks at once and gives their results in no particular order.
func racing<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) async throws(ExchangeError) -> Value
) async -> [Result<Value, ExchangeError>] {
    await withTaskGroup(of: Result<Value, ExchangeError>.self) { group in
        for index in 0..<count {
            group.addTask {
                do throws(ExchangeError) { return .success(try await body(index)) } catch { return .failure(error) }
            }
        }
        return await group.reduce(into: []) { $0.append($1) }
    }
}

extension Result {
    var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
    var success: Success? { try? get() }
}
