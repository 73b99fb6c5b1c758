import AppAttest
import AppAttestSimulator
import AppCheck
import AppCheckTokens
import MemoryStore
import Storage
import Testing

@Suite("An artifact, years later") struct LongLifeTests {
    @Test("is redeemed though the store has lost the key, and replays stay out") func lostRow() async throws {
        let stage = try await Stage(store: MemoryStore())
        let (phone, artifact) = try await stage.registeredPhone()
        stage.clock.advance(by: 3 * 365 * 86_400)
        stage.store.edit { $0.attested = [:] }
        let submission = try phone.assertion(await stage.challenge(), artifact: artifact, counter: 41)
        _ = try await stage.exchanges.exchange(submission)
        let stored = try #require(try await stage.store.attestedKey(phone.device.keyID))
        #expect(stored.counter == 41)
        #expect(stored.key.publicKey == phone.device.publicKeyX963)
        #expect(stored.key.attestedAt == Specimen.moment)
        await #expect(throws: ExchangeError.challenge(.used)) { try await stage.exchanges.exchange(submission) }
        await #expect(throws: ExchangeError.counterStale) {
            try await stage.exchanges.exchange(phone.assertion(stage.challenge(), artifact: artifact, counter: 41))
        }
    }

    @Test("does not bring a key back with counter 0, which no assertion has") func counterZero() async throws {
        let stage = try await Stage(store: MemoryStore())
        let (phone, artifact) = try await stage.registeredPhone()
        stage.store.edit { $0.attested = [:] }
        let challenge = try await stage.challenge()
        await #expect(throws: ExchangeError.counterStale) {
            try await stage.exchanges.exchange(phone.assertion(challenge, artifact: artifact, counter: 0))
        }
        #expect(stage.store.keyCount == 0)
        _ = try await stage.exchanges.exchange(phone.assertion(challenge, artifact: artifact, counter: 1))
    }

    @Test("is redeemed over a new database, if the master key was kept") func newDatabase() async throws {
        var (phone, artifact): (Phone?, [UInt8]) = (nil, [])
        var challenge: [UInt8] = []
        try await withStageOnDisk { stage in
            (phone, artifact) = try await stage.registeredPhone()
            challenge = try await stage.challenge()
        }
        let owner = try #require(phone)
        try await withDatabase { path in
            let store = try await SQLiteStore.open(path: path)
            let keys = try await ServerKeySet.load(from: store, seed: "new keys")
            let stage = try await Stage(store: store, keys: keys, seed: "new")
            let token = try await stage.exchanges.exchange(
                owner.assertion(stage.challenge(), artifact: artifact, counter: 12))
            #expect(try stage.verify(token).appID == Specimen.appID)
            #expect(try await stage.counter(of: owner) == 12)
            // Whether the old challenge was used nobody knows any more.
            await #expect(throws: ExchangeError.challenge(.unknown)) {
                try await stage.exchanges.exchange(owner.assertion(challenge, artifact: artifact, counter: 13))
            }
            await store.close()
        }
    }

    @Test("of another server is foreign") func foreign() async throws {
        let stage = try await Stage(store: MemoryStore())
        let theirs = try await Stage(store: MemoryStore(), keys: ServerKeySet.anotherServers.value)
        let (phone, artifact) = try await theirs.registeredPhone()
        await #expect(throws: ExchangeError.artifact(.foreign)) {
            try await stage.exchanges.exchange(phone.assertion(stage.challenge(), artifact: artifact, counter: 1))
        }
        #expect(stage.store.keyCount == 0)
    }

    @Test("is for its own app alone, also where another has the same bundle ids") func otherApp() async throws {
        let stage = try await Stage(store: MemoryStore())
        let (phone, artifact) = try await stage.registeredPhone()
        for appID in [Specimen.twinAppID, Specimen.otherAppID] {
            await #expect(throws: ExchangeError.artifact(.otherApp)) {
                try await stage.exchanges.exchange(
                    phone.assertion(stage.challenge(appID), artifact: artifact, counter: 1, for: appID))
            }
        }
    }

    @Test("does not count for a key that was attested for another app since") func keyOfAnotherApp() async throws {
        let stage = try await Stage(store: MemoryStore())
        let (phone, artifact) = try await stage.registeredPhone()
        stage.store.edit { $0.attested = [:] }
        let twins = try await stage.challenge(Specimen.twinAppID)
        _ = try await stage.exchanges.exchange(phone.attestation(twins, for: Specimen.twinAppID))
        await #expect(throws: ExchangeError.keyMismatch) {
            try await stage.exchanges.exchange(phone.assertion(stage.challenge(), artifact: artifact, counter: 1))
        }
        #expect(try await stage.counter(of: phone) == 0)
    }

    @Test("is refused when the app has given up the key's environment, bundle id or root") func withdrawn() async throws
    {
        let stage = try await Stage(
            store: MemoryStore(), app: Specimen.app(environments: [.development, .production]))
        let (phone, artifact) = try await stage.registeredPhone(.development)
        let narrowed = [
            try Specimen.app(environments: [.production]),
            try Specimen.app(bundleIDs: ["com.example.app.ext"], environments: [.development]),
            // A trial with a root of one's own is over: Apple's devices alone from now on, or those of another root.
            try Specimen.app(environments: [.development], trustAnchors: []),
            try Specimen.app(environments: [.development], trustAnchors: [.appleAppAttestationRootCA]),
        ]
        for (index, app) in narrowed.enumerated() {
            stage.store.edit { $0.resources[Resource.app(app).name] = .app(app) }
            // What the directory remembers ends after three seconds.
            stage.clock.advance(by: 3)
            await #expect(throws: ExchangeError.keyNoLongerAllowed, "narrowed app \(index)") {
                try await stage.exchanges.exchange(phone.assertion(stage.challenge(), artifact: artifact, counter: 1))
            }
        }
        #expect(try await stage.counter(of: phone) == 0)
    }

    @Test("waits while the store is broken, and its challenge with it") func brokenStore() async throws {
        let stage = try await Stage(store: MemoryStore())
        let (phone, artifact) = try await stage.registeredPhone()
        let submission = try phone.assertion(await stage.challenge(), artifact: artifact, counter: 1)
        stage.store.edit { $0.writeFailure = .unavailable("disk full") }
        await #expect(throws: ExchangeError.unavailable("the store is unavailable: disk full")) {
            try await stage.exchanges.exchange(submission)
        }
        #expect(try await stage.counter(of: phone) == 0)
        stage.store.edit { $0.writeFailure = nil }
        _ = try await stage.exchanges.exchange(submission)
        #expect(try await stage.counter(of: phone) == 1)
    }
}
