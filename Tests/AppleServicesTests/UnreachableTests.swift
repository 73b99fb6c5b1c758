import AppCheck
import AppleServices
import TestSupport
import Testing

@Suite("A service for receipts that is not reached") struct UnreachableTests {
    private static let head = ScriptedServer.Reaction.head("200 OK", headers: ["Content-Length: 90000"])

    @Test(
        "is one that gives no whole answer in time",
        arguments: [
            ("silence", .stay([])), ("a slow head", .trickle(Array("HTTP/1.1 200 OK\r\nX: ".utf8), [0x41])),
            ("a slow body", .trickle(head, [0x41])), ("half a body", .stay(head + [0x41])),
        ] as [(String, ScriptedServer.Reaction)])
    func deadline(_ what: String, _ reaction: ScriptedServer.Reaction) async throws {
        let answer = try await Bench().answer(to: reaction, deadline: .milliseconds(300))
        #expect(answer == .unreachable("no whole answer in time"), "\(what)")
    }

    @Test("is given 20 seconds for each of two requests") func standardDeadline() {
        #expect(AppleReceiptService.standardDeadline == .seconds(20))
        #expect(AppleReceiptService.standardDeadline * 2 <= ReceiptRefresh.longestAnswer)
    }

    @Test("is one that answers with more than 64 KiB, and not one that answers with as much") func tooLong()
        async throws
    {
        let bench = try Bench()
        let longest = String(repeating: "QUFB", count: 65_536 / 4)
        #expect(
            try await bench.answer(to: .answer("200 OK", longest))
                == .receipt([UInt8](repeating: 0x41, count: 65_536 / 4 * 3)))
        let tooLong = ReceiptAnswer.unreachable("an answer that is too long")
        #expect(try await bench.answer(to: .answer("200 OK", longest + "\n")) == tooLong)
        let endless = ScriptedServer.Reaction.flood(
            ScriptedServer.Reaction.head("200 OK"), [UInt8](repeating: 0x41, count: 4_096))
        #expect(try await bench.answer(to: endless) == tooLong)
    }

    @Test("is one that accepts no connections, in words that tell nothing of the request") func refused() async throws {
        let port = try await ScriptedServer.with({ _ in .send([]) }) { $0.port }
        let endpoint = try endpoint("http://127.0.0.1:\(port)/v1/attestationData")
        let service = try Bench().service(production: endpoint, development: endpoint)
        #expect(await service.ask() == .unreachable("Couldn't connect to server"))
    }

    @Test(
        "is one that breaks off",
        arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nQUFB", "nonsense\r\n\r\n"])
    func broken(_ text: String) async throws {
        let answer = try await Bench().answer(to: .send(Array(text.utf8)))
        guard case .unreachable(let words) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(!words.isEmpty && !words.contains("127.0.0.1") && !words.contains("QUFB"))
    }

    @Test("is not waited for by a task that was cancelled") func cancelled() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        try await ScriptedServer.with({ _ in
            arrived.yield()
            return .stay([])
        }) { server in
            let endpoint = try endpoint(server.url)
            let service = try Bench().service(production: endpoint, development: endpoint)
            let start = ContinuousClock.now
            let task = Task { await service.ask() }
            var iterator = arrivals.makeAsyncIterator()
            await iterator.next()
            task.cancel()
            #expect(await task.value == .unreachable("given up"))
            await server.connectionsEnded()
            #expect(ContinuousClock.now - start < .seconds(10))
            #expect(server.requests.count == 1)
        }
    }
}
