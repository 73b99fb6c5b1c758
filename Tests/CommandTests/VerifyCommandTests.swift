import AppAttest
import AppAttestSimulator
import Foundation
import Testing
import TestSupport

@Suite("assay verify") struct VerifyCommandTests {
    /// A valid attestation of a simulated device as a case file, and one whose challenge is another.
    private func cases(in folder: TemporaryFolder) throws -> (valid: String, rejected: String) {
        let moment = Date(timeIntervalSince1970: 1_790_000_000)
        let authority = try SimulatedAuthority(notBefore: moment - 86_400 * 5, notAfter: moment + 86_400)
        let device = try authority.makeDevice(
            appID: AppID(teamID: "SIMULATED0", bundleID: "com.example.app"), environment: .production,
            generation: .iOS26)
        let hash = AttestationVerifier.clientDataHash(ofChallenge: [1])
        var document = CaseDocument(
            kind: "attestation", teamId: "SIMULATED0", bundleId: "com.example.app", environment: "production",
            keyId: base64(device.keyID), clientDataHash: base64(hash),
            attestationObject: base64(try device.attest(clientDataHash: hash, at: moment)),
            validAt: "2026-09-21T14:13:20Z", rootCertificates: [authority.rootCertificatePEM])
        document.expected = "valid"
        try Data(document.json()).write(to: URL(fileURLWithPath: folder.file("a-valid.json")))
        document.clientDataHash = base64(AttestationVerifier.clientDataHash(ofChallenge: [2]))
        document.expected = "invalid:nonce"
        try Data(document.json()).write(to: URL(fileURLWithPath: folder.file("b-rejected.json")))
        return ("a-valid.json", "b-rejected.json")
    }

    @Test("ends with 0 when all are valid and with 1 when some are rejected, one line a file") func statuses()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let (valid, rejected) = try cases(in: folder)
            let fine = try BuiltTool.run(["verify", valid], in: folder.path)
            #expect(fine.status == 0)
            #expect(fine.output == "a-valid.json: valid\n")
            #expect(fine.errors.hasPrefix("1 judged: 1 valid, 0 rejected\n"))
            #expect(fine.errors.contains("warning: 1 judged by root certificates that the file itself brings"))
            let both = try BuiltTool.run(["verify", valid, rejected], in: folder.path)
            #expect(both.status == 1)
            #expect(both.output.split(separator: "\n").count == 2)
            #expect(both.output.contains("b-rejected.json: invalid:nonce (A2-A4: expected nonce "))
        }
    }

    @Test("compares with what the files expect, and ends with 0 only when all agree") func expectations() async throws {
        try await TemporaryFolder.with { folder in
            _ = try cases(in: folder)
            let agreed = try BuiltTool.run(["verify", "--expect", "."], in: folder.path)
            #expect(agreed.status == 0)
            #expect(agreed.output.split(separator: "\n").allSatisfy { $0.hasPrefix("ok ") })
            let text = try String(contentsOfFile: folder.file("b-rejected.json"), encoding: .utf8)
            try text.replacing("invalid:nonce", with: "invalid:counter")
                .write(toFile: folder.file("b-rejected.json"), atomically: true, encoding: .utf8)
            let differs = try BuiltTool.run(["verify", "--expect", "."], in: folder.path)
            #expect(differs.status == 1)
            #expect(differs.output.contains("BAD  ./b-rejected.json: invalid:nonce"))
            #expect(differs.output.contains("but the file expects invalid:counter"))
        }
    }

    @Test(
        "ends with 2 when a file cannot be judged, and says why",
        arguments: [
            ("{}", "kind: missing"), ("[]", "not a JSON object"), ("", "not a JSON object"),
            (#"{"kind":"token"}"#, "cases of kind \"token\" are not judged by this version"),
            (#"{"kind":"receipt"}"#, "receipt: missing"), (#"{"kind":"leafCertificate"}"#, "certificate: missing"),
            (#"{"kind":"attestation"}"#, "attestationObject: missing"),
            (#"{"kind":"attestation","teamId":1}"#, "teamId: not of the right type"),
            (#"{"kind":"attestation","attestationObject":"AA=A"}"#, "attestationObject: not base64"),
            (#"{"kind":"attestation","attestationObject":"+_AA"}"#, "attestationObject: not base64"),
        ]) func unreadable(_ json: String, _ reason: String) async throws
    {
        try await TemporaryFolder.with { folder in
            let (valid, _) = try cases(in: folder)
            try Data(json.utf8).write(to: URL(fileURLWithPath: folder.file("c.json")))
            for options in [[], ["--expect"]] {
                let outcome = try BuiltTool.run(["verify"] + options + [valid, "c.json"], in: folder.path)
                #expect(outcome.status == 2)
                #expect(outcome.output.contains("c.json: not judged: \(reason)"))
            }
            #expect(try BuiltTool.run(["verify", "missing.json"], in: folder.path).status == 2)
        }
    }

    @Test("prints one JSON object a line, with every step") func json() async throws {
        struct Line: Decodable {
            struct Step: Decodable {
                let step: String
                let outcome: String
            }
            let file, kind, verdict, roots: String
            let reason, step: String?
            let trace: [Step]
        }
        try await TemporaryFolder.with { folder in
            _ = try cases(in: folder)
            let output = try BuiltTool.run(["verify", "--json", "."], in: folder.path).output
            let lines = try output.split(separator: "\n").map {
                try JSONDecoder().decode(Line.self, from: Data($0.utf8))
            }
            #expect(lines.map(\.verdict) == ["valid", "invalid:nonce"])
            #expect(lines.map(\.roots) == ["file", "file"])
            #expect(lines[0].reason == nil)
            #expect(lines[0].trace.allSatisfy { $0.outcome == "passed" })
            #expect(lines[1].reason == "NONCE_MISMATCH")
            #expect(lines[1].step == "A2-A4")
            #expect(
                lines[1].trace.map(\.outcome) == ["passed", "passed", "failed"]
                    + Array(repeating: "not reached", count: 7))
        }
    }

    @Test("prints the same members for a file that it cannot judge") func jsonOfUnjudged() async throws {
        try await TemporaryFolder.with { folder in
            try Data(#"{"kind":"token"}"#.utf8).write(to: URL(fileURLWithPath: folder.file("c.json")))
            let outcome = try BuiltTool.run(["verify", "--json", "c.json"], in: folder.path)
            #expect(outcome.status == 2)
            #expect(
                outcome.output == #"""
                    {"file":"c.json","kind":"token","verdict":"not judged","reason":null,"step":null,"roots":null,"server":null,\#
                    "error":"cases of kind \"token\" are not judged by this version","trace":[]}

                    """#)
        }
    }

    @Test("explains each step in words") func explanation() async throws {
        try await TemporaryFolder.with { folder in
            let (_, rejected) = try cases(in: folder)
            let output = try BuiltTool.run(["verify", "--explain", rejected], in: folder.path).output
            #expect(output.contains("  passed  The bytes are a complete attestation object [A0]\n"))
            #expect(output.contains("  FAILED  The device answered this very challenge [A2-A4]\n"))
            #expect(output.contains("  -       The key is new and was never used [A7]\n"))
        }
    }

    @Test("agrees with every real case", .enabled(if: CaseFolder.isPresent, "no case folder: set ASSAY_CASES"))
    func realCases() async throws {
        try await TemporaryFolder.with { folder in
            let outcome = try BuiltTool.run(["verify", "--expect", CaseFolder.path], in: folder.path)
            #expect(outcome.status == 0)
            #expect(outcome.errors.hasSuffix(", 0 not\n"))
        }
    }
}
