import AppCheck
import AppCheckTokens
import MemoryStore
import Testing

@Suite("A minted token") struct MintTests {
    private func request(
        _ kind: MintRequest.Kind, for appID: String = Specimen.appID, project: String = "shop"
    ) -> MintRequest { MintRequest(project: project, appID: appID, kind: kind) }

    @Test(
        "is a session of the lifetime asked for, of an hour without one",
        arguments: [(nil, 3600), (1800, 1800), (3600, 3600), (604_800, 604_800)] as [(Int64?, Int64)])
    func session(_ ttl: Int64?, _ expected: Int64) async throws {
        let stage = try await Stage(store: MemoryStore(), app: Specimen.app(tokenTTL: 7200))
        let token = try await stage.exchanges.mint(request(.session(ttl: ttl)))
        #expect(token.ttl == expected)
        let verified = try stage.verify(token)
        #expect(verified.appID == Specimen.appID)
        #expect(verified.expiry == Specimen.moment + expected)
        #expect(verified.jti == nil)
    }

    @Test("has no other lifetime", arguments: [.min, -1, 0, 300, 1799, 604_801, .max] as [Int64])
    func otherLifetimes(_ ttl: Int64) async throws {
        let stage = try await Stage(store: MemoryStore())
        await #expect(throws: ExchangeError.invalidTTL) {
            try await stage.exchanges.mint(request(.session(ttl: ttl)))
        }
    }

    @Test(
        "for limited use has the name given, of 16 to 250 bytes",
        arguments: [
            "0123456789abcdef", String(repeating: "a", count: 250), String(repeating: "é", count: 8),
            String(repeating: "é", count: 125), "0123456789\u{0}\"\\\n…",
        ])
    func limitedUse(_ jti: String) async throws {
        let stage = try await Stage(store: MemoryStore())
        let token = try await stage.exchanges.mint(request(.limitedUse(jti: jti)))
        #expect(token.ttl == 300)
        #expect(try stage.verify(token).jti == jti)
        #expect(try stage.verify(token).expiry == Specimen.moment + 300)
    }

    @Test(
        "for limited use has no name of other lengths",
        arguments: [
            "a", "0123456789abcde", String(repeating: "a", count: 251), String(repeating: "é", count: 7) + "a",
            String(repeating: "é", count: 125) + "a",
        ])
    func otherNames(_ jti: String) async throws {
        let stage = try await Stage(store: MemoryStore())
        await #expect(throws: ExchangeError.invalidJTI(.length)) {
            try await stage.exchanges.mint(request(.limitedUse(jti: jti)))
        }
    }

    @Test("for limited use gets a name by chance when none is given", arguments: [nil, ""] as [String?])
    func randomName(_ jti: String?) async throws {
        let stage = try await Stage(store: MemoryStore())
        let names = try await [
            stage.exchanges.mint(request(.limitedUse(jti: jti))), stage.exchanges.mint(request(.limitedUse(jti: jti))),
        ].map { try #require(try stage.verify($0).jti) }
        #expect(names[0] != names[1])
        #expect(names.allSatisfy { Base64URL.decode($0)?.count == 32 })
    }

    @Test("is for registered apps alone") func unregistered() async throws {
        let stage = try await Stage(store: MemoryStore())
        await #expect(throws: ExchangeError.appNotRegistered("1:1:ios:a")) {
            try await stage.exchanges.mint(request(.session(ttl: nil), for: "1:1:ios:a"))
        }
        await #expect(throws: ExchangeError.projectNotFound("shop2")) {
            try await stage.exchanges.mint(request(.session(ttl: nil), project: "shop2"))
        }
    }
}
