import AppCheck
import AppCheckTokens
import Cryptography
import MemoryStore
import Storage
import Testing

@Suite("The signing keys") struct RotationTests {
    private let store = MemoryStore()
    private let start = Specimen.moment
    // 30 days less the lead of 6 hours and a half; the lead; 7 days, 6 hours and a half.
    private let untilPublication: Int64 = 2_568_600
    private let lead: Int64 = 23_400
    private let retention: Int64 = 628_200

    private func load(_ store: (any KeyStore)? = nil, at moment: Int64? = nil) async throws -> SigningKeys {
        let keys = try ServerKeys(
            store: store ?? self.store, masterKey: ServerKeySet.masterKey.get(),
            surroundings: StoppedClock(start).surroundings(seed: "rotation"))
        return try await SigningKeys.load(keys, schedule: RotationSchedule(), at: moment ?? start)
    }

    private func states(_ keys: SigningKeys) -> [String] {
        keys.ring.entries.map { entry in
            switch entry.state {
            case .published: "published"
            case .active: "active"
            case .retiring: "retiring"
            }
        }
    }

    @Test("are published, signing, retiring and gone in their time, and every token stays verifiable")
    func lifetime() async throws {
        let signing = try await load()
        #expect(states(signing) == ["active"])
        let first = try #require(signing.ring.active?.kid)
        #expect(try await signing.update(at: start) == start + untilPublication)
        #expect(try await signing.update(at: start + untilPublication - 1) == start + untilPublication)
        #expect(states(signing) == ["active"])

        let publication = start + untilPublication
        #expect(try await signing.update(at: publication) == publication + lead)
        #expect(states(signing) == ["active", "published"])
        #expect(signing.ring.active?.kid == first)
        let second = try #require(signing.ring.published?.kid)
        #expect(try await signing.update(at: publication + lead - 1) == publication + lead)
        #expect(signing.ring.active?.kid == first)

        let change = publication + lead
        let issuer = TokenIssuer(project: try Specimen.tokenProject())
        let last = try issuer.issue(
            .session(ttl: 604_800), to: Specimen.appID, signedBy: signing.ring, at: change - 1)
        #expect(try await signing.update(at: change) == change + retention)
        #expect(states(signing) == ["retiring", "active"])
        #expect(signing.ring.active?.kid == second)
        let next = try issuer.issue(.session(), to: Specimen.appID, signedBy: signing.ring, at: change)

        let verifier = TokenVerifier(project: try Specimen.tokenProject())
        for (token, moment) in [(next, change), (last, change), (last, change - 2 + 604_800)] {
            #expect(throws: Never.self) { try verifier.verify(token.token, keys: signing.ring.jwks, at: moment) }
        }
        #expect(try await signing.update(at: change + retention - 1) == change + retention)
        #expect(states(signing) == ["retiring", "active"])
        #expect(try await signing.update(at: change + retention) == change + untilPublication)
        #expect(states(signing) == ["active"])
        #expect(signing.ring.active?.kid == second)
    }

    @Test("are stored as they are, and the same after a restart") func restart() async throws {
        let signing = try await load()
        _ = try await signing.update(at: start + untilPublication)
        let rows = try await store.keys(.tokenSigning)
        #expect(Set(rows.map(\.state)) == ["active", "published"])
        #expect(Set(rows.map(\.id)) == Set(signing.ring.entries.map(\.kid)))
        let restarted = try await load(at: start + untilPublication + 60)
        #expect(restarted.ring.jwks == signing.ring.jwks)
        #expect(restarted.ring.active?.kid == signing.ring.active?.kid)
        #expect(try await store.keys(.tokenSigning) == rows)
    }

    @Test("are kept in the order of their publication, whatever they are called") func order() async throws {
        let signing = try await load()
        var moment = start
        for _ in 0..<4 { moment = try await signing.update(at: moment) }
        // Whoever is asked for seven steps more has seen four keys or so.
        for _ in 0..<3 {
            let moments = signing.ring.entries.map(\.publishedAt)
            #expect(moments == moments.sorted())
            moment = try await signing.update(at: moment)
        }
    }

    @Test("make up for a long sleep without skipping the lead") func longSleep() async throws {
        let signing = try await load()
        let waking = start + 365 * 86_400
        #expect(try await signing.update(at: waking) == waking + lead)
        #expect(states(signing) == ["active", "published"])
    }

    @Test("stay as they are when the clock goes backwards") func clockBackwards() async throws {
        let signing = try await load()
        let kid = signing.ring.active?.kid
        for moment in [start - 86_400, 0, -1, .min / 2] as [Int64] {
            #expect(try await signing.update(at: moment) == start + untilPublication)
            #expect(signing.ring.active?.kid == kid)
        }
    }

    @Test("are rotated once by two servers that do so at once") func overtaken() async throws {
        let rival = try await load()
        let moment = start + untilPublication
        let slow = try await load(
            OvertakenKeyStore(store) { [rival] in _ = try await rival.update(at: moment) }, at: start)
        #expect(try await slow.update(at: moment) == moment + lead)
        #expect(slow.ring.jwks == rival.ring.jwks)
        #expect(states(slow) == ["active", "published"])
        #expect(try await store.keys(.tokenSigning).count == 2)
    }

    @Test("are the same for two servers over one file, step by step") func together() async throws {
        try await withDatabase { path in
            let stores = [try await SQLiteStore.open(path: path), try await SQLiteStore.open(path: path)]
            let (one, two) = (try await load(stores[0]), try await load(stores[1]))
            var moment = start
            for _ in 0..<3 {
                let now = moment
                async let first = one.update(at: now)
                async let second = two.update(at: now)
                let moments = (try await first, try await second)
                #expect(moments.0 == moments.1)
                #expect(one.ring.jwks == two.ring.jwks)
                #expect(one.ring.active?.kid == two.ring.active?.kid)
                moment = moments.0
            }
            for store in stores { await store.close() }
        }
    }

    @Test("go on signing while the store is broken") func brokenStore() async throws {
        let signing = try await load()
        let kid = try #require(signing.ring.active?.kid)
        store.edit { $0.writeFailure = .unavailable("disk full") }
        await #expect(throws: ServerKeysError.store(.unavailable("disk full"))) {
            try await signing.update(at: start + untilPublication)
        }
        #expect(states(signing) == ["active"])
        #expect(signing.ring.active?.kid == kid)
        store.edit { $0.writeFailure = nil }
        _ = try await signing.update(at: start + untilPublication)
        #expect(states(signing) == ["active", "published"])
    }

    @Test("that contradict each other are not used") func contradiction() async throws {
        _ = try await load()
        let other = MemoryStore()
        _ = try await load(other)
        let rows = try await store.keys(.tokenSigning) + (try await other.keys(.tokenSigning))
        store.edit { $0.serverKeys[.tokenSigning] = rows }
        await #expect(throws: ServerKeysError.unusable("signing keys: wrongState")) { try await load() }
    }
}
