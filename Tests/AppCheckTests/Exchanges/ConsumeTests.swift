import AppCheck
import AppCheckTokens
import Cryptography
import MemoryStore
import Storage
import TestSupport
import Testing

@Suite("Replay protection") struct ConsumeTests {
    private let name = "a name of 18 bytes"

    private func mint(
        _ stage: Stage<some StorePorts>, _ kind: MintRequest.Kind, for appID: String = Specimen.appID
    ) async throws -> String {
        try await stage.exchanges.mint(MintRequest(project: "shop", appID: appID, kind: kind)).token
    }

    @Test("knows a token that it has seen, whether a session or for limited use") func twice() async throws {
        try await withStageOnDisk { stage in
            for kind: MintRequest.Kind in [.session(ttl: nil), .limitedUse(jti: nil)] {
                let token = try await mint(stage, kind)
                for (project, isUsed) in [("shop", false), ("shop", true), ("1234567890", true)] {
                    let consumption = try await stage.exchanges.consume(token: token, project: project)
                    #expect(consumption.alreadyConsumed == isUsed)
                    #expect(consumption.token.appID == Specimen.appID)
                }
            }
        }
    }

    @Test("tells one of 25 simultaneous calls that the token was not used") func race() async throws {
        try await withStageOnDisk { stage in
            let token = try await mint(stage, .limitedUse(jti: nil))
            let results = await racing(25) { [stage] _ throws(ExchangeError) in
                try await stage.exchanges.consume(token: token, project: "shop")
            }
            #expect(results.compactMap(\.success).count == 25)
            #expect(results.compactMap(\.success).count { !$0.alreadyConsumed } == 1)
        }
    }

    @Test("takes tokens of one app with one jti for one, and those of two apps for two") func names() async throws {
        let stage = try await Stage(store: MemoryStore())
        for (appID, isUsed) in [(Specimen.appID, false), (Specimen.twinAppID, false), (Specimen.appID, true)] {
            // Another moment, so that the tokens differ in all but their names.
            stage.clock.advance(by: 1)
            let token = try await mint(stage, .limitedUse(jti: name), for: appID)
            #expect(try await stage.exchanges.consume(token: token, project: "shop").alreadyConsumed == isUsed)
        }
        let composed = ["caf\u{E9} caf\u{E9} caf\u{E9}", "cafe\u{301} cafe\u{301} cafe\u{301}"]
        #expect(composed[0] == composed[1])
        for jti in composed {
            let token = try await mint(stage, .limitedUse(jti: jti))
            #expect(try await !stage.exchanges.consume(token: token, project: "shop").alreadyConsumed)
        }
    }

    @Test("remembers until the last token of a name has ended") func memory() async throws {
        let stage = try await Stage(store: MemoryStore())
        let first = try await mint(stage, .limitedUse(jti: name))
        stage.clock.advance(by: 100)
        let second = try await mint(stage, .limitedUse(jti: name))
        for token in [second, first] { _ = try await stage.exchanges.consume(token: token, project: "shop") }
        #expect(stage.store.edit { Array($0.consumed.values) } == [Specimen.moment + 400])
        #expect(stage.store.edit { $0.consumed.keys.map(\.count) } == [32])
        stage.clock.seconds = Specimen.moment + 399
        #expect(try await stage.store.forgetConsumedTokens(endedBefore: stage.clock.seconds, limit: 10) == 0)
        #expect(try await stage.exchanges.consume(token: second, project: "shop").alreadyConsumed)
        stage.clock.advance(by: 1)
        await #expect { try await stage.exchanges.consume(token: second, project: "shop") } throws: {
            ($0 as? ExchangeError)?.reason == "TOKEN_EXPIRED"
        }
    }

    @Test("keeps names that a later version must keep as well, or what was used up could be used again")
    func storedNames() async throws {
        let stage = try await Stage(store: MemoryStore())
        let named = try await mint(stage, .limitedUse(jti: name))
        let session = try await mint(stage, .session(ttl: nil))
        for token in [named, session] { _ = try await stage.exchanges.consume(token: token, project: "shop") }
        let signed = Array(session.utf8.prefix(try #require(session.lastIndex(of: ".")).utf16Offset(in: session)))
        let zeros = [UInt8](repeating: 0, count: 6)
        let expected = [
            SHA256.hash(
                zeros + [0, 3] + Array("jti".utf8), zeros + [0, 10] + Array("1234567890".utf8),
                zeros + [0, 29] + Array("1:1234567890:ios:0a1b2c3d4e5f".utf8), zeros + [0, 18] + Array(name.utf8)),
            SHA256.hash(
                zeros + [0, 5] + Array("token".utf8),
                zeros + [UInt8(signed.count >> 8), UInt8(signed.count & 0xFF)] + signed),
        ]
        #expect(stage.store.edit { Set($0.consumed.keys) } == Set(expected))
    }

    @Test("takes a token of an app whose registration has ended, and uses it up") func endedApp() async throws {
        let stage = try await Stage(store: MemoryStore())
        let token = try await mint(stage, .session(ttl: nil), for: Specimen.twinAppID)
        try await stage.store.remove(.app(Specimen.app(Specimen.twinAppID)))
        #expect(try await !stage.exchanges.consume(token: token, project: "shop").alreadyConsumed)
        #expect(try await stage.exchanges.consume(token: token, project: "shop").alreadyConsumed)
    }

    @Test("refuses a token that is not good, and uses nothing up") func refused() async throws {
        let stage = try await Stage(store: MemoryStore())
        try await stage.store.add(Project(number: "99", id: "another-shop"))
        let theirs = try await Stage(store: MemoryStore(), keys: ServerKeySet.anotherServers.value)
        let good = try await mint(stage, .session(ttl: nil))
        let (_, short) = (stage.clock.advance(by: -3600), try await mint(stage, .session(ttl: nil)))
        let (_, early) = (stage.clock.advance(by: 3600 + 61), try await mint(stage, .session(ttl: nil)))
        stage.clock.seconds = Specimen.moment
        let parts = good.split(separator: ".")
        let none = Base64URL.encode(Array(#"{"alg":"none","typ":"JWT"}"#.utf8))
        for (token, project, reason) in [
            ("", "shop", "TOKEN_MALFORMED"), (good + ".", "shop", "TOKEN_MALFORMED"),
            ("\(none).\(parts[1]).", "shop", "TOKEN_ALGORITHM_MISMATCH"),
            (try await mint(theirs, .session(ttl: nil)), "shop", "TOKEN_UNKNOWN_KEY"),
            ("\(parts[0]).\(parts[1]).AAAA", "shop", "TOKEN_SIGNATURE_INVALID"),
            (good, "another-shop", "TOKEN_WRONG_ISSUER"), (short, "shop", "TOKEN_EXPIRED"),
            (early, "shop", "TOKEN_NOT_YET_VALID"), (good, "shop2", "PROJECT_NOT_FOUND"),
        ] {
            await #expect("\(reason)") { try await stage.exchanges.consume(token: token, project: project) } throws: {
                ($0 as? ExchangeError)?.reason == reason
            }
        }
        #expect(stage.store.edit { $0.consumed.isEmpty })
        #expect(try await !stage.exchanges.consume(token: good, project: "shop").alreadyConsumed)
    }

    @Test("lets the clock of the server that issued be ahead by a minute") func leeway() async throws {
        let stage = try await Stage(store: MemoryStore())
        let token = try await mint(stage, .session(ttl: nil))
        stage.clock.advance(by: -60)
        #expect(try await !stage.exchanges.consume(token: token, project: "shop").alreadyConsumed)
    }

    @Test("says so when it cannot remember, instead of letting the token pass") func brokenStore() async throws {
        let stage = try await Stage(store: MemoryStore())
        let token = try await mint(stage, .session(ttl: nil))
        stage.store.edit { $0.writeFailure = .unavailable("disk full") }
        await #expect(throws: ExchangeError.unavailable("the store is unavailable: disk full")) {
            try await stage.exchanges.consume(token: token, project: "shop")
        }
        stage.store.edit { $0.writeFailure = nil }
        #expect(try await !stage.exchanges.consume(token: token, project: "shop").alreadyConsumed)
    }
}
