import HTTPClient
import TestSupport
import Testing

@Suite("Limits of the HTTP client") struct LimitTests {
    private static let unfinished = ScriptedServer.Reaction.head("200 OK", headers: ["Content-Length: 900"])
    private static let chunked = ScriptedServer.Reaction.head("200 OK", headers: ["Transfer-Encoding: chunked"])
    private static let huge = ScriptedServer.Reaction.head("200 OK", headers: ["Content-Length: 99999999999"])
    private static let thousand = [UInt8](repeating: 0x41, count: 1_000)

    @Test(
        "give up when the deadline has passed, however busy the other end is",
        arguments: [
            ("silence", .stay([])),
            ("a head that trickles", .trickle(Array("HTTP/1.1 200 OK\r\nX: ".utf8), [0x41])),
            ("a head of many fields", .trickle(Array("HTTP/1.1 200 OK\r\n".utf8), Array("X: y\r\n".utf8))),
            ("answers ahead", .trickle([], ScriptedServer.Reaction.head("103 Early Hints"))),
            ("silence after the head", .stay(unfinished)),
            ("a body that trickles", .trickle(unfinished, [0x41])),
            ("chunks that trickle", .trickle(chunked, Array("1\r\nA\r\n".utf8))),
        ] as [(String, ScriptedServer.Reaction)])
    func deadline(_ what: String, _ reaction: ScriptedServer.Reaction) async throws {
        let start = ContinuousClock.now
        let result = try await Specimen(deadline: .milliseconds(300)).result(of: reaction)
        let elapsed = ContinuousClock.now - start
        #expect(result == .failure(.deadline), "\(what)")
        #expect(elapsed >= .milliseconds(290), "\(what)")
        #expect(elapsed < .seconds(10), "\(what)")
    }

    @Test("take a body that is as long as it may be, with and without its length") func longest() async throws {
        let whole = try await Specimen().result(of: .answer("200 OK", Self.thousand)).get()
        #expect(whole.body == Self.thousand)
        let open = try await Specimen().result(of: .send(ScriptedServer.Reaction.head("200 OK") + Self.thousand)).get()
        #expect(open.body == Self.thousand)
    }

    @Test("refuse one more byte", arguments: ["200 OK", "500 Trouble"]) func oneMore(_ status: String) async throws {
        #expect(try await Specimen().result(of: .answer(status, Self.thousand + [0x41])) == .failure(.tooLong))
    }

    @Test(
        "cut off a body that never ends, and soon",
        arguments: [
            ("a length", .flood(huge, thousand)),
            ("until closed", .flood(ScriptedServer.Reaction.head("200 OK"), thousand)),
            ("chunks", .flood(chunked, Array("3e8\r\n".utf8) + thousand + Array("\r\n".utf8))),
        ] as [(String, ScriptedServer.Reaction)])
    func endless(_ what: String, _ reaction: ScriptedServer.Reaction) async throws {
        let client = try HTTPClient()
        try await ScriptedServer.with({ _ in reaction }) { server in
            let result = await Specimen().result(from: server.url, by: client)
            #expect(result == .failure(.tooLong), "\(what)")
            await server.stop()
            // More than the system keeps for a connection that nobody reads.
            #expect(server.floodedBytes < 50_000_000, "\(what)")
        }
    }

    @Test("hold for a head that never ends") func endlessHead() async throws {
        let field = Array("X-Field: \(String(repeating: "y", count: 900))\r\n".utf8)
        let result = try await Specimen().result(of: .flood(Array("HTTP/1.1 200 OK\r\n".utf8), field))
        #expect(connectionWords(result) != nil)
    }

    @Test("do not unpack what was not asked to be packed") func packed() async throws {
        let packed: [UInt8] = [0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03]
        let answer = try await Specimen().result(of: .answer("200 OK", headers: ["Content-Encoding: gzip"], packed))
        #expect(try answer.get().body == packed)
    }
}
