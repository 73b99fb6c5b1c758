import AppAttest
import AppAttestSimulator
import AppCheck
import Foundation
import Testing
import TestSupport

@Suite("assay verify of a refused exchange") struct VerifyExchangeTests {
    /// The case file of an attestation that is good, was judged half a minute after it was made, and was refused.
    private func write(
        _ refusal: ExchangeError, to file: String, _ edit: (inout ExchangeEvidence.Findings) -> Void = { _ in }
    ) throws {
        let moment = Date(timeIntervalSince1970: 1_790_000_000.5)
        let authority = try SimulatedAuthority(notBefore: moment - 86_400 * 5, notAfter: moment + 86_400)
        let device = try authority.makeDevice(
            appID: AppID(teamID: "SIMULATED0", bundleID: "com.example.app"), environment: .production,
            generation: .iOS26)
        let hash = AttestationVerifier.clientDataHash(ofChallenge: [1])
        var evidence = ExchangeEvidence(
            app: try RegisteredApp(
                project: Project(number: "123456", id: "shop"), appID: "1:123456:ios:aa", teamID: "SIMULATED0",
                bundleIDs: ["com.example.app"], trustAnchors: [authority.trustAnchor]),
            object: .attestation(try device.attest(clientDataHash: hash, at: moment), keyID: device.keyID),
            clientDataHash: hash, judgedAt: moment + 30, clockLeeway: 60)
        evidence.findings.challengeExpiresAt = 1_790_000_300
        edit(&evidence.findings)
        let json = try #require(ExchangeEnding(refusal: refusal, evidence: evidence).caseFile)
        try Data(json).write(to: URL(fileURLWithPath: file))
    }

    private func edit(_ file: String, _ old: String, _ new: String) throws {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains(old))
        try text.replacing(old, with: new).write(toFile: file, atomically: true, encoding: .utf8)
    }

    @Test("says whether the server found the same, in a line and in its exit status") func agreement() async throws {
        try await TemporaryFolder.with { folder in
            try write(.keyRevoked, to: folder.file("revoked.json"))
            let same = try BuiltTool.run(["verify", "revoked.json"], in: folder.path)
            #expect(same.status == 1)
            #expect(
                same.output == """
                    revoked.json: invalid:key-revoked (E5: expected a challenge that was not used, and a key as the store \
                    knows it; found a key that was revoked, as the server found), as the server said

                    """)
            #expect(same.errors.hasPrefix("1 judged: 0 valid, 1 rejected; 1 as the server said, 0 otherwise\n"))
            #expect(same.errors.contains("warning: 1 judged by root certificates that the file itself brings"))
            #expect(try BuiltTool.run(["verify", "--expect", "revoked.json"], in: folder.path).status == 0)

            try edit(folder.file("revoked.json"), "\"reason\" : \"KEY_REVOKED\"", "\"reason\" : \"NONCE_MISMATCH\"")
            let other = try BuiltTool.run(["verify", "--expect", "revoked.json"], in: folder.path)
            #expect(other.status == 1)
            #expect(other.output.hasPrefix("BAD  revoked.json: invalid:key-revoked (E5: "))
            #expect(other.output.hasSuffix(", but the server said NONCE_MISMATCH at E5\n"))
        }
    }

    @Test("ends with 1 when nothing is found that refuses it") func nothingFound() async throws {
        try await TemporaryFolder.with { folder in
            try write(.challenge(.expired), to: folder.file("expired.json"))
            let outcome = try BuiltTool.run(["verify", "expired.json"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.output == "expired.json: valid, but the server said CHALLENGE_EXPIRED at E3\n")
            #expect(outcome.errors.hasPrefix("1 judged: 1 valid, 0 rejected; 0 as the server said, 1 otherwise\n"))
        }
    }

    @Test("explains the steps of the exchange, and which are the server's word") func explanation() async throws {
        try await TemporaryFolder.with { folder in
            try write(.challenge(.otherApp), to: folder.file("other.json")) { $0.challengeExpiresAt = nil }
            let output = try BuiltTool.run(["verify", "--explain", "other.json"], in: folder.path).output
            #expect(
                output.contains(
                    """

                      FAILED  The challenge is one of this server's, for this app, and has not ended [E3]
                              expected  a challenge of this server's for this app
                              found     one for another app, as the server found
                      -       The bytes are a complete attestation object [A0]

                    """))
            try write(.keyAlreadyRegistered, to: folder.file("known.json"))
            try edit(folder.file("known.json"), "\"store\" : \"KEY_ALREADY_REGISTERED\"", "\"note\" : \"\"")
            let unknown = try BuiltTool.run(["verify", "--explain", "known.json"], in: folder.path).output
            #expect(
                unknown.contains(
                    """

                      passed  The challenge is one of this server's, for this app, and has not ended [E3]
                              it ends at 2026-09-21T14:18:20Z, and is this server's for this app, as the server found

                    """))
            #expect(
                unknown.hasSuffix(
                    """

                      ?       The challenge was not used before, and the key is what the store knows it as [E5]
                              only the server can know, and it did not come this far

                    """))
        }
    }

    @Test("has what the server said in JSON") func json() async throws {
        struct Line: Decodable {
            struct Server: Decodable, Equatable {
                let reason, step: String
                let agrees: Bool
            }
            let kind, verdict, reason, step, roots: String
            let server: Server
        }
        try await TemporaryFolder.with { folder in
            try write(.keyRevoked, to: folder.file("revoked.json"))
            let output = try BuiltTool.run(["verify", "--json", "revoked.json"], in: folder.path).output
            let line = try JSONDecoder().decode(Line.self, from: Data(output.utf8))
            #expect(line.kind == "attestation")
            #expect(line.verdict == "invalid:key-revoked")
            #expect(line.reason == "KEY_REVOKED")
            #expect(line.step == "E5")
            #expect(line.roots == "file")
            #expect(line.server == Line.Server(reason: "KEY_REVOKED", step: "E5", agrees: true))
        }
    }

    @Test("ends with 2 when what the server knew cannot be read") func unreadable() async throws {
        try await TemporaryFolder.with { folder in
            try write(.keyRevoked, to: folder.file("revoked.json"))
            try edit(folder.file("revoked.json"), "\"store\" : \"KEY_REVOKED\"", "\"store\" : \"KEY_LOST\"")
            let outcome = try BuiltTool.run(["verify", "revoked.json"], in: folder.path)
            #expect(outcome.status == 2)
            #expect(outcome.output == "revoked.json: not judged: exchange.store: not a refusal of the store\n")
        }
    }
}
