import AppAttest
import AppCheck
import AppCheckTokens
import Cryptography
import MemoryStore
import Storage
import Testing

@Suite("A server's keys") struct ServerKeysTests {
    private let store = MemoryStore()

    private func keys(
        _ store: (any KeyStore)? = nil, master: UInt8 = 0x4D, seed: String = "a"
    ) throws -> ServerKeys {
        try ServerKeys(
            store: store ?? self.store, masterKey: SymmetricKey([UInt8](repeating: master, count: 32)),
            surroundings: StoppedClock(Specimen.moment).surroundings(seed: seed))
    }

    private static func bytes(_ key: SymmetricKey) -> [UInt8] { key.reveal { $0 } }

    @Test("are made at the first start, one of each kind, and are the same ever after") func restart() async throws {
        let first = try await keys().challengeKey()
        let sealed = try await keys().artifactSealer().seal(artifact, nonce: [UInt8](repeating: 1, count: 12))
        let restarted = try keys(seed: "b")
        #expect(Self.bytes(try await restarted.challengeKey()) == Self.bytes(first))
        #expect(try await restarted.artifactSealer().open(sealed) == artifact)
        for kind: StoredKey.Kind in [.challenge, .artifactSealing] {
            let rows = try await store.keys(kind)
            #expect(rows.count == 1)
            #expect(rows.allSatisfy { $0.state == "active" && $0.publishedAt == Specimen.moment && $0.id.count == 8 })
            #expect(rows.allSatisfy { $0.sealed.firstRange(of: Self.bytes(first)) == nil })
        }
    }

    @Test("seal artifacts alike over a new store, and authenticate challenges anew") func newStore() async throws {
        let sealed = try await keys().artifactSealer().seal(artifact, nonce: [UInt8](repeating: 1, count: 12))
        let renewed = try keys(MemoryStore(), seed: "b")
        #expect(try await renewed.artifactSealer().open(sealed) == artifact)
        let challenge = try await keys().challengeKey()
        #expect(Self.bytes(try await renewed.challengeKey()) != Self.bytes(challenge))
        let stranger = try await keys(MemoryStore(), master: 0x4E).artifactSealer()
        #expect(throws: ArtifactFault.foreign) { try stranger.open(sealed) }
    }

    @Test("do not open under another master key, and stay as they are") func wrongMasterKey() async throws {
        _ = try await ServerKeySet.load(from: store, seed: "a")
        let before = store.edit { $0.serverKeys }
        let wrong = try keys(master: 0x4E)
        await #expect(throws: ServerKeysError.wrongMasterKey) { try await wrong.challengeKey() }
        await #expect(throws: ServerKeysError.wrongMasterKey) { try await wrong.artifactSealer() }
        await #expect(throws: ServerKeysError.wrongMasterKey) {
            try await SigningKeys.load(wrong, schedule: RotationSchedule(), at: Specimen.moment)
        }
        #expect(store.edit { $0.serverKeys } == before)
    }

    @Test("are those of the server that was faster, when two start at once") func overtaken() async throws {
        let rival = try keys(seed: "rival")
        let overtaken = OvertakenKeyStore(store) {
            _ = try await rival.challengeKey()
            _ = try await rival.artifactSealer()
        }
        let slow = try await keys(overtaken, seed: "slow").challengeKey()
        #expect(Self.bytes(slow) == Self.bytes(try await rival.challengeKey()))
        #expect(try await store.keys(.challenge).count == 1)
    }

    @Test("are the same for ten servers that start at once on one file") func together() async throws {
        try await withDatabase { path in
            let stores = [try await SQLiteStore.open(path: path), try await SQLiteStore.open(path: path)]
            let sets = try await withThrowingTaskGroup(of: ServerKeySet.self) { group in
                for index in 0..<10 {
                    group.addTask { try await ServerKeySet.load(from: stores[index % 2], seed: "server \(index)") }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(sets.map { Self.bytes($0.challenge) }).count == 1)
            #expect(Set(sets.map { $0.signing.ring.active?.kid }).count == 1)
            let sealed = try sets[0].sealer.seal(artifact, nonce: [UInt8](repeating: 1, count: 12))
            for set in sets { #expect(try set.sealer.open(sealed) == artifact) }
            for kind in StoredKey.Kind.allCases { #expect(try await stores[0].keys(kind).count == 1) }
            for store in stores { await store.close() }
        }
    }

    @Test("open everything that was ever sealed, and seal with the newest") func oldSealingKeys() async throws {
        let nonce = [UInt8](repeating: 1, count: 12)
        let old = try await keys().artifactSealer().seal(artifact, nonce: nonce)
        let sealer = try KeySealer(
            masterKey: ServerKeySet.masterKey.get(),
            surroundings: StoppedClock(Specimen.moment).surroundings(seed: "newer"))
        // The name sorts before the old one, whatever that is: age decides, not the name.
        let newer = StoredKey(
            kind: .artifactSealing, id: "00000000", state: "active", publishedAt: Specimen.moment + 1,
            sealed: try sealer.seal([UInt8](repeating: 3, count: 32), kind: .artifactSealing, id: "00000000"))
        store.edit { $0.serverKeys[.artifactSealing]?.append(newer) }
        let rotated = try await keys().artifactSealer()
        #expect(try rotated.open(old) == artifact)
        let new = try rotated.seal(artifact, nonce: nonce)
        #expect(Array(new[1..<5]) == [0, 0, 0, 0])
        #expect(try rotated.open(new) == artifact)
    }

    @Test("do not open in each other's places, altered or cut") func swappedRows() async throws {
        _ = try await ServerKeySet.load(from: store, seed: "a")
        let challenge = try #require(try await store.keys(.challenge).first)
        func offer(_ kind: StoredKey.Kind, id: String, _ sealed: [UInt8]) async {
            let row = StoredKey(kind: kind, id: id, state: "active", publishedAt: 0, sealed: sealed)
            store.edit { $0.serverKeys[kind] = [row] }
            await #expect(throws: ServerKeysError.wrongMasterKey) {
                switch kind {
                case .challenge: _ = try await keys().challengeKey()
                case .artifactSealing: _ = try await keys().artifactSealer()
                case .tokenSigning:
                    _ = try await SigningKeys.load(keys(), schedule: RotationSchedule(), at: Specimen.moment)
                }
            }
        }
        await offer(.artifactSealing, id: challenge.id, challenge.sealed)
        await offer(.tokenSigning, id: challenge.id, challenge.sealed)
        await offer(.challenge, id: "00000001", challenge.sealed)
        for count in 0..<challenge.sealed.count {
            await offer(.challenge, id: challenge.id, Array(challenge.sealed.prefix(count)))
        }
        for index in challenge.sealed.indices {
            var altered = challenge.sealed
            altered[index] ^= 1
            await offer(.challenge, id: challenge.id, altered)
        }
    }

    @Test("of another shape are called unusable") func otherShape() async throws {
        let sealer = try KeySealer(
            masterKey: ServerKeySet.masterKey.get(), surroundings: StoppedClock(0).surroundings(seed: "shape"))
        for (id, count) in [("0102030", 32), ("010203040", 32), ("0102030g", 32), ("", 32), ("01020304", 31)] {
            let secret = [UInt8](repeating: 1, count: count)
            let row = StoredKey(
                kind: .challenge, id: id, state: "active", publishedAt: 0,
                sealed: try sealer.seal(secret, kind: .challenge, id: id))
            store.edit { $0.serverKeys[.challenge] = [row] }
            await #expect(throws: ServerKeysError.unusable("challenge key of another shape")) {
                try await keys().challengeKey()
            }
        }
    }

    @Test("cannot be had while the store is broken") func brokenStore() async throws {
        store.edit { $0.readFailure = .unavailable("locked") }
        await #expect(throws: ServerKeysError.store(.unavailable("locked"))) { try await keys().challengeKey() }
        store.edit { ($0.readFailure, $0.writeFailure) = (nil, .unavailable("disk full")) }
        await #expect(throws: ServerKeysError.store(.unavailable("disk full"))) { try await keys().artifactSealer() }
        store.edit { $0.writeFailure = nil }
        _ = try await keys().artifactSealer()
    }

    private var artifact: Artifact {
        Artifact(
            projectNumber: "1", appID: "a", attestedAppID: .init(teamID: "t", bundleID: "b"),
            facts: .init(environment: .development), publicKey: [4] + [UInt8](repeating: 9, count: 64),
            trustAnchor: [UInt8](repeating: 7, count: 32),
            createdAt: 1)
    }
}
