import AppAttest
import AppCheck
import Foundation
import Testing

/// What the file says was refused is compared, never believed: whoever changes a file changes the verdict.
@Suite("A case file of an exchange that was changed") struct EditedCaseTests {
    private func edited(_ name: String, _ edit: (inout [String: Any]) -> Void) async throws -> [UInt8] {
        let scene = try #require(Scene.all.first { $0.name == name })
        let file = try file(of: await scene.ending())
        var members = try #require(try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any])
        edit(&members)
        return Array(try JSONSerialization.data(withJSONObject: members))
    }

    private func editedExchange(_ name: String, _ edit: (inout [String: Any]) -> Void) async throws -> [UInt8] {
        try await edited(name) { members in
            var exchange = members["exchange"] as? [String: Any] ?? [:]
            edit(&exchange)
            members["exchange"] = exchange
        }
    }

    @Test("is judged as it is now, and does not agree with what the server said") func verdicts() async throws {
        let nonce = "an attestation with nonce-other"
        let relabelled = try replay(
            await editedExchange(nonce) { $0["refused"] = ["reason": "CHAIN_UNTRUSTED", "step": "A1"] })
        #expect(relabelled.text == "invalid:nonce")
        #expect(!relabelled.agrees)
        let moved = try replay(
            await editedExchange(nonce) { $0["refused"] = ["reason": "NONCE_MISMATCH", "step": "A1"] })
        #expect(!moved.agrees)
        let expired = try replay(
            await editedExchange("an attestation of a challenge that has ended") {
                $0["challenge"] = ["state": "GENUINE", "endsAt": "2026-06-15T12:05:01Z"]
            })
        #expect(expired.text == "valid")
        #expect(!expired.agrees)
        let calm = try replay(await editedExchange("a key at risk") { $0["riskHistory"] = [] as [Any] })
        #expect(calm.text == "valid")
        #expect(!calm.agrees)
        let counter = try replay(await edited("a counter that was seen before") { $0["previousCounter"] = 6 })
        #expect(counter.text == "valid")
        #expect(!counter.agrees)
        let later = try replay(await edited(nonce) { $0["validAt"] = "2026-07-15T12:00:00Z" })
        #expect(later.text == "invalid:challenge-expired")
        let allowed = try replay(
            await editedExchange("a key whose environment is not allowed any more") {
                $0["registration"] = [
                    "teamId": "SIMTEAM123", "bundleIds": ["com.example.app"], "environments": ["development"],
                ]
            })
        #expect(allowed.text == "valid")
        let hashed = try replay(
            await edited("a revoked key") { $0["clientDataHash"] = Data(count: 32).base64EncodedString() })
        #expect(hashed.text == "invalid:signature")
    }

    @Test("says of a step that the server did not come to that nobody knows") func unknownSteps() async throws {
        let verdict = try replay(
            await edited("an assertion with signature-bit") { members in
                members["assertion"] = good
                members["clientDataHash"] = Data(count: 32).base64EncodedString()
            })
        // Another object: as far as it goes, the signature is not this key's.
        #expect(verdict.text == "invalid:signature")
        let challenge = try replay(
            await editedExchange("a revoked key") { exchange in
                exchange["challenge"] = nil
                exchange["store"] = nil
            })
        #expect(challenge.text == "valid")
        #expect(!challenge.agrees)
        let unknown = challenge.trace.entries.filter { if case .unknown = $0.outcome { true } else { false } }
        #expect(unknown.map(\.code) == ["E3", "E5", "S5"])
    }

    /// An assertion of nobody's: a map of `signature` (3 bytes) and 37 bytes of `authenticatorData`.
    private let good = Data(
        [0xA2, 0x69] + Array("signature".utf8) + [0x43, 1, 2, 3, 0x71] + Array("authenticatorData".utf8)
            + [0x58, 37] + [UInt8](repeating: 0, count: 32) + [0x40, 0, 0, 0, 1]
    ).base64EncodedString()

    @Test(
        "that lacks what is needed, or has it in another form, names it",
        arguments: [
            ("a revoked key", "artifact", nil, "exchange.artifact: missing"),
            ("a revoked key", "artifact", "FINE", "exchange.artifact: neither GENUINE nor a fault of artifacts"),
            ("a revoked key", "attestedUnder", nil, "exchange.attestedUnder: not 32 bytes in hexadecimal digits"),
            ("a revoked key", "attestedUnder", "00ff", "exchange.attestedUnder: not 32 bytes in hexadecimal digits"),
            ("a revoked key", "registration", nil, "exchange.registration: missing"),
            ("a revoked key", "registration", "app", "exchange.registration: not of the right type"),
            ("a revoked key", "store", "KEY_LOST", "exchange.store: not a refusal of the store"),
            ("a revoked key", "refused", nil, "exchange.refused: missing"),
            ("a revoked key", "project", nil, "exchange.project: missing"),
            ("a revoked key", "challenge", "GENUINE", "exchange.challenge: not of the right type"),
        ] as [(String, String, String?, String)])
    func malformed(_ scene: String, _ member: String, _ value: String?, _ words: String) async throws {
        let json = try await editedExchange(scene) { $0[member] = value }
        let error = #expect(throws: CaseFileError.self) { try ExchangeCase(json: json) }
        #expect(error?.description == words)
    }

    @Test("has words of other kinds refused, so that none controls a terminal") func words() async throws {
        let refused = try await editedExchange("a revoked key") {
            $0["refused"] = ["reason": "\u{1B}[2J", "step": "E5"]
        }
        let error = #expect(throws: CaseFileError.self) { try ExchangeCase(json: refused) }
        #expect(error?.description == "exchange.refused.reason: not 1 to 64 of A-Z, 0-9, _ and -")
        let history = try await editedExchange("a key at risk") { exchange in
            exchange["riskHistory"] =
                [-5, -1].map { day in
                    ["measuredAt": "2026-06-1\(5 + day)T12:00:00Z", "metric": "99"]
                } + [["measuredAt": "2026-06-12T12:00:00Z", "metric": "\u{1B}[2J"]]
        }
        let failure = try #require(try replay(history).trace.failure)
        #expect(failure.comparison.found == "the metrics 99, 99, ?[2J")
        let used = try await editedExchange("a revoked key") { $0["challenge"] = ["state": "CHALLENGE_USED"] }
        #expect(throws: CaseFileError.self) { try ExchangeCase(json: used) }
    }

    @Test("without what the server knew is a case of the object alone") func objectAlone() async throws {
        #expect(try await ExchangeCase(json: edited("a revoked key") { $0["exchange"] = nil }) == nil)
        let receipt = try await edited("a revoked key") { $0["kind"] = "receipt" }
        #expect(throws: CaseFileError.self) { try ExchangeCase(json: receipt) }
    }
}
