import AppCheck
import AppleServices
import TestSupport
import Testing

@Suite("Bearer tokens for Apple") struct BearerTokenTests {
    private static let newer = ScriptedServer.Reaction.answer("200 OK", "bmV3ZXI=")
    private static let refusal = ScriptedServer.Reaction.answer(
        "401 Unauthorized", headers: ["WWW-Authenticate: Basic"])

    /// The tokens of requests at these minutes after the first.
    private func tokens(atMinutes minutes: [Int64]) async throws -> [String] {
        let bench = try Bench()
        return try await bench.with([Self.newer]) { service, apple in
            for minute in [0] + minutes {
                bench.clock.set(Bench.start + 60 * minute)
                #expect(await service.ask() == .receipt(Array("newer".utf8)))
            }
            #expect(apple.faults == [])
            return apple.tokens
        }
    }

    @Test("are used again for 40 minutes, and made anew after that") func lifetime() async throws {
        let tokens = try await tokens(atMinutes: [20, 39, 40, 41, 60, 81, 82])
        try #require(tokens.count == 8)
        #expect(Set(tokens[0...3]).count == 1)
        #expect(Set(tokens[4...6]).count == 1)
        #expect(Set([tokens[0], tokens[4], tokens[7]]).count == 3)
    }

    @Test("are never used for 50 minutes", arguments: [50, 51, 600] as [Int64]) func oldest(_ minute: Int64)
        async throws
    {
        let tokens = try await tokens(atMinutes: [minute])
        #expect(Set(tokens).count == 2)
    }

    @Test("outlive a clock that is set back a little, and are made anew after a long way back") func setBack()
        async throws
    {
        let bench = try Bench()
        try await bench.with([Self.newer]) { service, apple in
            for moment in [0, -60, -61] {
                bench.clock.set(Bench.start + Int64(moment))
                _ = await service.ask()
            }
            // Apple's own clock was not set back.
            bench.clock.set(Bench.start)
            _ = await service.ask()
            #expect(apple.tokens.count + apple.faults.count == 4)
            #expect(apple.faults == ["too old, or not issued yet"])
            #expect(Set(apple.tokens).count == 2)
        }
    }

    @Test("are shared by many requests at once") func sharing() async throws {
        try await Bench().with([Self.newer]) { service, apple in
            let answers = try await atOnce(40) { _ in await service.ask() }
            #expect(Set(answers) == [.receipt(Array("newer".utf8))])
            #expect(apple.tokens.count == 40)
            #expect(Set(apple.tokens).count == 1)
        }
    }

    @Test("are of one team each, signed with its key") func teams() async throws {
        try await Bench().with([Self.newer]) { service, apple in
            #expect(service.teamIDs == ["ABCDE12345", "OTHER67890"])
            for team in [Bench.team, Bench.otherTeam, Bench.team] { _ = await service.ask(team: team) }
            #expect(apple.faults == [])
            #expect(Set(apple.tokens).count == 2)
            #expect(
                await service.ask(team: "NOBODY1234") == .unreachable("there is no DeviceCheck key of the team"))
            #expect(apple.tokens.count == 3)
        }
    }

    @Test("are made anew once when Apple refuses one, and the request is made again") func refused() async throws {
        try await Bench().with([Self.refusal, Self.newer]) { service, apple in
            #expect(await service.ask() == .receipt(Array("newer".utf8)))
            #expect(apple.tokens.count == 2)
            #expect(Set(apple.tokens).count == 2)
            #expect(apple.receipts == [Bench.receipt, Bench.receipt])
            _ = await service.ask()
            #expect(apple.tokens[2] == apple.tokens[1])
        }
    }

    @Test("are made anew for a refusal every 20 minutes at most") func refusedAgain() async throws {
        let bench = try Bench()
        try await bench.with([Self.refusal]) { service, apple in
            #expect(await service.ask() == .unauthorized)
            #expect(apple.tokens.count == 2)
            for seconds in [1, 60, 1_199] as [Int64] {
                bench.clock.set(Bench.start + seconds)
                #expect(await service.ask() == .unauthorized)
            }
            // One request each, with the token that was refused before.
            #expect(apple.tokens.count == 5)
            #expect(Set(apple.tokens.dropFirst()).count == 1)
            bench.clock.set(Bench.start + 1_200)
            #expect(await service.ask() == .unauthorized)
            #expect(apple.tokens.count == 7)
            #expect(Set(apple.tokens).count == 3)
            #expect(apple.faults == [])
        }
    }

    @Test("keep that pause when one is made anew for its age meanwhile") func refusedAndOld() async throws {
        let bench = try Bench()
        try await bench.with([Self.newer, Self.refusal]) { service, apple in
            _ = await service.ask()
            bench.clock.set(Bench.start + 1_800)
            #expect(await service.ask() == .unauthorized)
            bench.clock.set(Bench.start + 1_800 + 2_401)
            #expect(await service.ask() == .unauthorized)
            // Made for its age, and then for its refusal: 40 minutes have passed since the last.
            #expect(Set(apple.tokens).count == 4)
            bench.clock.set(Bench.start + 1_800 + 2_402)
            #expect(await service.ask() == .unauthorized)
            #expect(Set(apple.tokens).count == 4)
        }
    }

    @Test("are made anew for a refusal once for all requests under way") func refusedTogether() async throws {
        let bench = try Bench()
        let apple = ScriptedApple(bench.keys, clock: bench.clock, answers: [Self.newer])
        try await ScriptedServer.with({ request in
            // The first token is bad, and every other one is good.
            let reaction = apple.react(request)
            return apple.tokens.first == request.headers["authorization"] ? Self.refusal : reaction
        }) { server in
            let endpoint = try endpoint(server.url)
            let service = try bench.service(production: endpoint, development: endpoint)
            let answers = try await atOnce(16) { _ in await service.ask() }
            #expect(Set(answers) == [.receipt(Array("newer".utf8))])
            #expect(apple.faults == [])
            #expect(Set(apple.tokens).count == 2)
        }
    }
}
