import AppCheck
import AppCheckTokens
import MemoryStore
import Storage
import TestSupport
import Testing

@Suite("A debug token") struct DebugTokenTests {
    private func submission(
        _ secret: String = Specimen.secret, for appID: String = Specimen.appID, project: String = "shop",
        limitedUse: Bool = false
    ) -> DebugTokenSubmission {
        DebugTokenSubmission(project: project, appID: appID, debugToken: secret, limitedUse: limitedUse)
    }

    @Test("earns a session of an hour, in either case and as often as one likes") func session() async throws {
        try await withStageOnDisk { stage in
            try await stage.store.add(.debugToken(Specimen.debugToken()))
            for secret in [Specimen.secret, Specimen.secret.uppercased(), Specimen.secret] {
                for project in ["shop", "1234567890"] {
                    let token = try await stage.exchanges.exchange(submission(secret, project: project))
                    #expect(token.ttl == 3600)
                    let verified = try stage.verify(token)
                    #expect(verified.appID == Specimen.appID)
                    #expect(verified.issuedAt == Specimen.moment)
                    #expect(verified.expiry == Specimen.moment + 3600)
                    #expect(verified.jti == nil)
                }
            }
        }
    }

    @Test("earns an hour whatever the app's lifetime is") func appLifetime() async throws {
        let stage = try await Stage(store: MemoryStore(), app: Specimen.app(tokenTTL: 604_800))
        try await stage.store.add(.debugToken(Specimen.debugToken()))
        #expect(try await stage.exchanges.exchange(submission()).ttl == 3600)
    }

    @Test("earns tokens for limited use with names of their own") func limitedUse() async throws {
        let stage = try await Stage(store: MemoryStore())
        try await stage.store.add(.debugToken(Specimen.debugToken()))
        var names: Set<String> = []
        for _ in 0..<3 {
            let token = try await stage.exchanges.exchange(submission(limitedUse: true))
            #expect(token.ttl == 300)
            let name = try #require(try stage.verify(token).jti)
            #expect(Base64URL.decode(name)?.count == 32)
            names.insert(name)
        }
        #expect(names.count == 3)
    }

    @Test(
        "is unknown in any other form, never a mistake of the client's build",
        arguments: [
            "", "secret", "5f1d7e80-2c43-4b6a-9a0e-0123456789ac", "5f1d7e80-2c43-1b6a-9a0e-0123456789ab",
            "5f1d7e80-2c43-4b6a-ca0e-0123456789ab", "5f1d7e802c434b6a9a0e0123456789ab",
            " 5f1d7e80-2c43-4b6a-9a0e-0123456789ab", "{5f1d7e80-2c43-4b6a-9a0e-0123456789ab}",
            String(repeating: "5", count: 10_000),
        ])
    func unknown(_ secret: String) async throws {
        let stage = try await Stage(store: MemoryStore())
        try await stage.store.add(.debugToken(Specimen.debugToken()))
        await #expect(throws: ExchangeError.debugTokenUnknown) {
            try await stage.exchanges.exchange(submission(secret))
        }
    }

    @Test("is for its own app alone") func otherApp() async throws {
        let stage = try await Stage(store: MemoryStore())
        try await stage.store.add(.debugToken(Specimen.debugToken()))
        await #expect(throws: ExchangeError.debugTokenUnknown) {
            try await stage.exchanges.exchange(submission(for: Specimen.twinAppID))
        }
        await #expect(throws: ExchangeError.appNotRegistered("1:1:ios:a")) {
            try await stage.exchanges.exchange(submission(for: "1:1:ios:a"))
        }
        await #expect(throws: ExchangeError.projectNotFound("shop2")) {
            try await stage.exchanges.exchange(submission(project: "shop2"))
        }
    }

    @Test("ends at its moment, and lasts until the second before") func expiry() async throws {
        let stage = try await Stage(store: MemoryStore())
        try await stage.store.add(.debugToken(Specimen.debugToken(expiresAt: Specimen.moment + 60)))
        stage.clock.advance(by: 59)
        // The session it earns is a whole one: it outlasts the debug token.
        #expect(try await stage.exchanges.exchange(submission()).ttl == 3600)
        stage.clock.advance(by: 1)
        let refusal = await #expect(throws: ExchangeError.debugTokenExpired) {
            try await stage.exchanges.exchange(submission())
        }
        #expect(refusal?.reason == "DEBUG_TOKEN_EXPIRED")
    }

    @Test("ends at once when it is removed") func removed() async throws {
        let stage = try await Stage(store: MemoryStore())
        try await stage.store.add(.debugToken(Specimen.debugToken()))
        _ = try await stage.exchanges.exchange(submission())
        try await stage.store.remove(.debugToken(Specimen.debugToken()))
        let refusal = await #expect(throws: ExchangeError.debugTokenUnknown) {
            try await stage.exchanges.exchange(submission())
        }
        #expect(refusal?.reason == "DEBUG_TOKEN_UNKNOWN")
    }

    @Test("is not called unknown when the store cannot be read") func brokenStore() async throws {
        let stage = try await Stage(store: MemoryStore())
        try await stage.store.add(.debugToken(Specimen.debugToken()))
        _ = try await stage.exchanges.exchange(submission())
        stage.store.edit { $0.readFailure = .unavailable("locked") }
        await #expect(throws: ExchangeError.unavailable("the store is unavailable: locked")) {
            try await stage.exchanges.exchange(submission())
        }
    }
}
