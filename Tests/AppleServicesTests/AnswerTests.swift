import AppCheck
import AppleServices
import TestSupport
import Testing

@Suite("An answer of Apple's service for receipts") struct AnswerTests {
    @Test(
        "with 200 is base64 of a receipt, with or without white space around it",
        arguments: ["bmV3ZXI=", "bmV3ZXI=\n", "\r\n \tbmV3ZXI= \n", "bmV3ZXI"])
    func receipt(_ body: String) async throws {
        #expect(try await Bench().answer(to: .answer("200 OK", body)) == .receipt(Array("newer".utf8)))
    }

    @Test(
        "with 200 and anything else is unreadable",
        arguments: [
            "", "\n", "<html>", "{\"receipt\":\"bmV3ZXI=\"}", "bmV3 ZXI=", "bmV3\nZXI=", "bmV3ZXI==", "bmV3ZXI=\u{0}",
            "\u{FEFF}bmV3ZXI=",
        ])
    func unreadable(_ body: String) async throws {
        #expect(try await Bench().answer(to: .answer("200 OK", body)) == .unreadable)
    }

    @Test("with 200 and bytes that are no text is unreadable") func binary() async throws {
        #expect(try await Bench().answer(to: .answer("200 OK", [0x30, 0x80, 0xFF, 0x00])) == .unreadable)
    }

    @Test("is told by its status, whatever its body says") func statuses() async throws {
        let expected: [(String, ReceiptAnswer)] = [
            ("400 Bad Request", .badRequest), ("404 Not Found", .noData),
            ("429 Too Many Requests", .tooManyRequests(retryAfter: nil)),
            ("500 Internal Server Error", .trouble(status: 500, retryAfter: nil)),
            ("503 Service Unavailable", .trouble(status: 503, retryAfter: nil)),
            ("201 Created", .trouble(status: 201, retryAfter: nil)),
            ("204 No Content", .trouble(status: 204, retryAfter: nil)),
            ("403 Forbidden", .trouble(status: 403, retryAfter: nil)),
            ("418 Odd", .trouble(status: 418, retryAfter: nil)),
            ("999 Odder", .trouble(status: 999, retryAfter: nil)),
        ]
        let bench = try Bench()
        for (status, answer) in expected {
            let reaction = ScriptedServer.Reaction.answer(status, status.hasPrefix("204") ? "" : "bmV3ZXI=")
            #expect(try await bench.answer(to: reaction) == answer, "\(status)")
        }
    }

    @Test("with 304 has no body and may leave its connection open") func notModified() async throws {
        let reaction = ScriptedServer.Reaction.stay(ScriptedServer.Reaction.head("304 Not Modified"))
        #expect(try await Bench().answer(to: reaction) == .notModified)
    }

    @Test("that is a redirect is trouble, and nobody is asked there", arguments: [301, 302, 303, 307, 308])
    func redirects(_ status: Int) async throws {
        try await Bench().with([
            .answer("\(status) Elsewhere", headers: ["Location: /v1/attestationData", "Retry-After: 5"])
        ]) { service, apple in
            #expect(await service.ask() == .trouble(status: status, retryAfter: 5))
            #expect(apple.tokens.count == 1)
            #expect(apple.faults == [])
        }
    }

    @Test("with 404 may be followed by a receipt") func noDataThenReceipt() async throws {
        try await Bench().with([.answer("404 Not Found"), .answer("200 OK", "bmV3ZXI=")]) { service, apple in
            #expect(await service.ask() == .noData)
            #expect(await service.ask() == .receipt(Array("newer".utf8)))
            #expect(apple.receipts == [Bench.receipt, Bench.receipt])
        }
    }

    @Test(
        "may say how long to wait: in seconds or until a date, a day at most",
        arguments: [
            ("0", 0), ("1", 1), ("120", 120), ("86400", 86_400), ("86401", 86_400), ("99999999999999999999", 86_400),
            ("Thu, 15 Jan 2026 12:00:00 GMT", 0), ("Thu, 15 Jan 2026 12:02:03 GMT", 123),
            ("Fri, 16 Jan 2026 11:59:59 GMT", 86_399), ("Fri, 31 Dec 9999 23:59:59 GMT", 86_400),
        ] as [(String, Int64)])
    func retryAfter(_ value: String, _ seconds: Int64) async throws {
        let bench = try Bench()
        let field = ["Retry-After: \(value)"]
        #expect(
            try await bench.answer(to: .answer("429 Busy", headers: field)) == .tooManyRequests(retryAfter: seconds))
        #expect(
            try await bench.answer(to: .answer("503 Busy", headers: field))
                == .trouble(status: 503, retryAfter: seconds))
    }

    @Test(
        "says nothing of the sort by any other text",
        arguments: [
            "", "-1", "+5", "1.5", "0x10", "5s", "5, 6", "soon", "٣", "Thu, 15 Jan 2026 11:59:59 GMT",
            "Thu, 15 Jan 2026 12:02:03", "Thu, 15 Jan 2026 12:02:03 CET", "Thu, 32 Jan 2026 12:02:03 GMT",
            "Thu, 15 Foo 2026 12:02:03 GMT", "Thu, 15 Jan 2026 25:02:03 GMT", "Thu, 15 Jan 2026 12:02 GMT",
            "Thu, 5 Jan 2027 12:02:03 GMT", "Thu,  15 Jan 2026 12:02:03 GMT", "2026-01-15T12:02:03Z",
            "Thu, 15 Jan 99999 12:02:03 GMT",
        ])
    func noRetryAfter(_ value: String) async throws {
        let reaction = ScriptedServer.Reaction.answer("429 Busy", headers: ["Retry-After: \(value)"])
        #expect(try await Bench().answer(to: reaction) == .tooManyRequests(retryAfter: nil))
    }
}
