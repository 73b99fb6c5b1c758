import AppAttest
import AppAttestSimulator
import AssayServer
import Foundation
import Testing
import TestSupport

@Suite("The log of requests") struct RequestLogTests {
    private struct Line: Decodable {
        let time: String
        let level: String
        let event: String
        let id: String?
        let method: String?
        let route: String?
        let status: Int?
        let reason: String?
        let detail: String?
        let duration_ms: Double?
    }

    @Test("has one JSON line a request, which says what was asked and how it ended, and nothing of what was sent")
    func wholeExchange() async throws {
        try await Site.with { site async throws in
            let device = try site.device()
            var secrets = [base64(device.keyID), hex(device.keyID), "AIza-a-key", "unheard-of-path", "com.example.app"]
            try await site.serve { live async throws in
                let phone = live.phone
                let attestation = try await phone.attestation(of: device)
                let answer: AttestationAnswer = try await phone.submit(
                    attestation: attestation, query: "?key=AIza-a-key"
                )
                .decoded()
                let artifact = try answer.artifactBytes
                let assertion = try await phone.assertion(of: device, artifact: artifact, counter: 1)
                let token: TokenAnswer = try await phone.submit(assertion: assertion).decoded()
                _ = try await phone.submit(assertion: assertion)
                let wrongKey = attestation.with("key_id", Message.quoted(try site.device().keyID))
                _ = try await phone.submit(attestation: wrongKey)
                _ = try await live.http.get("/unheard-of-path")
                _ = try await live.http.get("/v1/projects/unheard-of-path/apps/a:exchangeAppAttestAssertion")
                _ = try await live.http.send("GET", "/v1/jwks", headers: ["Host: twice"])
                _ = try await live.http.get("/v1/jwks")
                secrets += [answer.artifact, answer.appCheckToken.token, token.token]
                secrets += token.token.split(separator: ".").map(String.init)
                for member in attestation.members + assertion.members + wrongKey.members
                where member.json.hasPrefix("\"") {
                    let text = member.json.dropFirst().dropLast()
                    secrets += [String(text), String(text.replacing("\\/", with: "/")), String(text.prefix(24))]
                }
            }
            let all = site.log.lines.joined()
            for secret in secrets { #expect(!all.contains(secret)) }

            let lines = try site.log.lines.map { line in
                #expect(line.hasSuffix("}\n"))
                #expect(line.filter(\.isNewline).count == 1)
                return try JSONDecoder().decode(Line.self, from: Data(line.utf8))
            }
            let requests = lines.filter { $0.event == "request" }
            let app = "/v1/projects/{project}/apps/{app}"
            let challenge = "\(app):generateAppAttestChallenge 200 -"
            #expect(
                requests.map { "\($0.route ?? "?") \($0.status ?? 0) \($0.reason ?? "-")" } == [
                    challenge, "\(app):exchangeAppAttestAttestation 200 -", challenge,
                    "\(app):exchangeAppAttestAssertion 200 -",
                    "\(app):exchangeAppAttestAssertion 403 CHALLENGE_USED",
                    "\(app):exchangeAppAttestAttestation 403 KEY_ID_MISMATCH", "- 404 NO_SUCH_METHOD",
                    "- 405 METHOD_NOT_ALLOWED", "- 400 MALFORMED_REQUEST", "/v1/jwks 200 -",
                ])
            for request in requests {
                #expect(request.id?.count == 16)
                #expect(request.id?.allSatisfy(\.isHexDigit) == true)
                #expect((request.duration_ms ?? -1) >= 0)
                #expect(request.level == "info")
                #expect(request.time == "2026-01-15T12:00:00Z")
            }
            #expect(Set(requests.map(\.id)).count == requests.count)
            #expect(requests[5].detail?.hasPrefix("step ") == true)
        }
    }

    @Test("calls the server's own faults errors, and tells its operator what they are") func serverFaults() async throws
    {
        try await Site.with { site async throws in
            try await site.serve(parts: .init(directoryLifetime: 0, storePatience: 1)) { live async throws in
                let message = try await live.phone.attestation(of: site.device())
                let other = try site.raw
                try other.holdWrites()
                _ = try await live.phone.submit(attestation: message)
                try other.release()
            }
            let line = try #require(site.log.lines.first { $0.contains("\"status\":503") })
            let read = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
            #expect(read.level == "error")
            #expect(read.reason == "STORE_UNAVAILABLE")
            let reason =
                switch TestStore.current {
                case .sqlite: "another process keeps the database locked"
                case .postgres: "the database did not answer within the time limit"
                }
            #expect(read.detail == "the store is unavailable: \(reason)")
        }
    }
}
