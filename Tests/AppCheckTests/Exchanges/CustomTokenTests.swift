import AppCheck
import AppCheckTokens
import MemoryStore
import Storage
import TestSupport
import Testing

@Suite("A custom token") struct CustomTokenTests {
    private func submission(
        _ token: String, for appID: String = Specimen.appID, limitedUse: Bool = false, jti: String? = nil
    ) -> CustomTokenSubmission {
        CustomTokenSubmission(
            project: "shop", appID: appID, customToken: token, limitedUse: limitedUse, jti: jti)
    }

    @Test("earns a session, with or without the name of its key, and again until it ends") func session() async throws {
        try await withStageOnDisk { stage in
            let backend = try Backend()
            try await stage.store.add(backend.registration())
            for kid in [nil, "\"key-1\""] {
                let custom = try backend.customToken(kid: kid)
                stage.clock.seconds = Specimen.moment
                for _ in 0..<2 {
                    let token = try await stage.exchanges.exchange(submission(custom))
                    #expect(token.ttl == 3600)
                    #expect(try stage.verify(token).appID == Specimen.appID)
                    #expect(try stage.verify(token).jti == nil)
                    stage.clock.advance(by: 299)
                }
                stage.clock.seconds = Specimen.moment + 300
                await #expect(throws: ExchangeError.customToken(.expired)) {
                    try await stage.exchanges.exchange(submission(custom))
                }
            }
        }
    }

    @Test("says how long the session lasts, and nothing about limited use") func lifetimes() async throws {
        let stage = try await Stage(store: MemoryStore(), app: Specimen.app(tokenTTL: 7200))
        let backend = try Backend()
        try await stage.store.add(backend.registration())
        for (ttl, seconds) in [(nil, 3600), ("1800s", 1800), ("604800s", 604_800)] as [(String?, Int64)] {
            let custom = try backend.customToken(ttl: ttl)
            let token = try await stage.exchanges.exchange(submission(custom))
            #expect(token.ttl == seconds)
            #expect(try stage.verify(token).expiry == Specimen.moment + seconds)
            #expect(try await stage.exchanges.exchange(submission(custom, limitedUse: true)).ttl == 300)
        }
        for ttl in ["1799s", "604801s"] {
            for limitedUse in [false, true] {
                await #expect(throws: ExchangeError.customToken(.invalidTTL)) {
                    try await stage.exchanges.exchange(
                        submission(backend.customToken(ttl: ttl), limitedUse: limitedUse))
                }
            }
        }
    }

    @Test("earns tokens for limited use by the name given, or by one made by chance") func limitedUse() async throws {
        let stage = try await Stage(store: MemoryStore())
        let backend = try Backend()
        try await stage.store.add(backend.registration())
        let custom = try backend.customToken()
        for jti in ["0123456789abcdef", String(repeating: "é", count: 125)] {
            let token = try await stage.exchanges.exchange(submission(custom, limitedUse: true, jti: jti))
            #expect(try stage.verify(token).jti == jti)
        }
        for jti in ["0123456789abcde", String(repeating: "é", count: 125) + "a"] {
            await #expect(throws: ExchangeError.invalidJTI(.length)) {
                try await stage.exchanges.exchange(submission(custom, limitedUse: true, jti: jti))
            }
        }
        for jti in [nil, ""] {
            let token = try await stage.exchanges.exchange(submission(custom, limitedUse: true, jti: jti))
            #expect(try stage.verify(token).jti?.utf8.count == 43)
            #expect(try await stage.exchanges.exchange(submission(custom, jti: jti)).ttl == 3600)
        }
        await #expect(throws: ExchangeError.invalidJTI(.onlyForLimitedUse)) {
            try await stage.exchanges.exchange(submission(custom, jti: "0123456789abcdef"))
        }
    }

    @Test("is good with the keys of its account alone, and with any of them") func keys() async throws {
        let stage = try await Stage(store: MemoryStore())
        let backend = try Backend()
        let (second, root) = (try Backend(other: true, account: Backend.account), try Backend(other: true))
        let custom = try backend.customToken()
        await #expect(throws: ExchangeError.customToken(.unknownKey)) {
            try await stage.exchanges.exchange(submission(custom))
        }
        try await stage.store.add(root.registration("root-key"))
        await #expect(throws: ExchangeError.customToken(.unknownKey)) {
            try await stage.exchanges.exchange(submission(custom))
        }
        try await stage.store.add(second.registration("a-key"))
        await #expect(throws: ExchangeError.customToken(.signatureInvalid)) {
            try await stage.exchanges.exchange(submission(custom))
        }
        try await stage.store.add(backend.registration("b-key"))
        for (token, fault) in [
            (custom, nil), (try second.customToken(), nil), (try root.customToken(), nil),
            (try backend.customToken(kid: "\"b-key\""), nil),
            (try backend.customToken(kid: "\"a-key\""), .signatureInvalid),
            (try second.customToken(kid: "\"root-key\""), .wrongIssuer),
            (try backend.customToken(kid: "\"B-key\""), .unknownKey),
            (try backend.customToken(kid: "\"\""), .unknownKey),
            (try backend.customToken(kid: "7"), .malformed),
        ] as [(String, CustomTokenFault?)] {
            var refusal: ExchangeError?
            do throws(ExchangeError) { _ = try await stage.exchanges.exchange(submission(token)) } catch {
                refusal = error
            }
            #expect(refusal == fault.map { .customToken($0) })
        }
    }

    @Test("ends at once when its key is removed") func removedKey() async throws {
        let stage = try await Stage(store: MemoryStore())
        let backend = try Backend()
        try await stage.store.add(backend.registration())
        _ = try await stage.exchanges.exchange(submission(backend.customToken()))
        try await stage.store.remove(backend.registration())
        for kid in [nil, "\"key-1\""] {
            let refusal = await #expect(throws: ExchangeError.customToken(.unknownKey)) {
                try await stage.exchanges.exchange(submission(backend.customToken(kid: kid)))
            }
            #expect(refusal?.reason == "CUSTOM_TOKEN_UNKNOWN_KEY")
        }
    }

    @Test("is for one app, and not for another project's") func otherApp() async throws {
        let stage = try await Stage(store: MemoryStore())
        let backend = try Backend()
        let other = try Project(number: "99", id: "another-shop")
        try await stage.store.add(other)
        try await stage.store.add(backend.registration(project: "99"))
        for kid in [nil, "\"key-1\""] {
            await #expect(throws: ExchangeError.customToken(.unknownKey)) {
                try await stage.exchanges.exchange(submission(backend.customToken(kid: kid)))
            }
        }
        try await stage.store.add(backend.registration())
        await #expect(throws: ExchangeError.customToken(.wrongApp)) {
            try await stage.exchanges.exchange(submission(backend.customToken(), for: Specimen.twinAppID))
        }
        await #expect(throws: ExchangeError.appNotRegistered("1:1:ios:a")) {
            try await stage.exchanges.exchange(submission(backend.customToken(for: "1:1:ios:a"), for: "1:1:ios:a"))
        }
    }

    @Test("is not called wrong when the store cannot be read, or holds no key") func brokenStore() async throws {
        let stage = try await Stage(store: MemoryStore())
        let custom = try Backend().customToken()
        let damaged = try CustomTokenKey(
            projectNumber: "1234567890", id: "key-1", serviceAccount: Backend.account, publicKey: [1, 2, 3],
            createdAt: Specimen.moment)
        try await stage.store.add(.customTokenKey(damaged))
        let failure = await #expect(throws: ExchangeError.self) {
            try await stage.exchanges.exchange(submission(custom))
        }
        #expect(failure?.reason == "INTERNAL")
        stage.store.edit { $0.readFailure = .unavailable("locked") }
        await #expect(throws: ExchangeError.unavailable("the store is unavailable: locked")) {
            try await stage.exchanges.exchange(submission(custom))
        }
    }
}
