import AppAttestSimulator
import AppCheck
import Storage
import StrictJSON
import Testing
import TestSupport

@Suite("60 copies of one request at once to three servers over one PostgreSQL", .serialized, .besidePostgres)
struct ClusterRaceTests {
    @Test("register the key of an attestation once, and their tokens are one to replay protection")
    func attestation() async throws {
        try await withCrew { crew, backend async throws in
            let device = try crew.workshop.device()
            let message = try await crew.phone().attestation(of: device).with("limited_use", "true")
            let responses = try await atOnce(60) { try await crew.phone($0).submit(attestation: message) }
            #expect(responses.count { $0.status == 200 } == 60)
            let answers = try responses.map { try $0.decoded(as: AttestationAnswer.self) }
            let claims = try answers.map { try TokenClaims(of: $0.appCheckToken.token) }
            #expect(Set(claims.map(\.jti)).count == 1)
            #expect(claims[0].jti != nil)
            #expect(Set(claims.map(\.exp)).count == 1)
            let raw = try crew.workshop.place.raw()
            #expect(try raw.number("SELECT count(*) FROM attested_keys") == 1)
            #expect(try raw.number("SELECT count(*) FROM redemptions") == 1)
            let uses = try await atOnce(60) {
                try await backend.isFirstUse(of: answers[$0].appCheckToken.token, at: crew.phone($0))
            }
            #expect(uses.count { $0 } == 1)
            // Every one of the artifacts is good, whichever copy's answer reached the phone.
            for (number, answer) in answers.enumerated() {
                let artifact = try answer.artifactBytes
                let counter = UInt32(number + 1)
                #expect(try await crew.phone().assert(device, artifact: artifact, counter: counter).status == 200)
            }
        }
    }

    @Test("of an assertion come to one token, and the others are told why not") func assertion() async throws {
        try await withCrew { crew, _ async throws in
            let device = try crew.workshop.device()
            let artifact = try await crew.phone().register(device).artifactBytes
            for counter: UInt32 in 1...3 {
                let message = try await crew.phone().assertion(of: device, artifact: artifact, counter: counter)
                let responses = try await atOnce(60) { try await crew.phone($0).submit(assertion: message) }
                #expect(responses.count { $0.status == 200 } == 1)
                for response in responses where response.status != 200 { try expectRefused(response, "CHALLENGE_USED") }
            }
            let stored = try await crew.workshop.place.withStore { try await $0.attestedKey(device.keyID) }
            #expect(stored?.counter == 3)
        }
    }

    @Test("with one counter over 60 challenges come to one token") func oneCounter() async throws {
        try await withCrew { crew, _ async throws in
            let device = try crew.workshop.device()
            let artifact = try await crew.phone().register(device).artifactBytes
            let responses = try await atOnce(60) {
                try await crew.phone($0).assert(device, artifact: artifact, counter: 9)
            }
            #expect(responses.count { $0.status == 200 } == 1)
            for response in responses where response.status != 200 { try expectRefused(response, "COUNTER_STALE") }
        }
    }

    @Test("use up a token for limited use once") func token() async throws {
        try await withCrew { crew, backend async throws in
            let device = try crew.workshop.device()
            let artifact = try await crew.phone().register(device).artifactBytes
            let message = try await crew.phone().assertion(of: device, artifact: artifact, counter: 1)
                .with("limited_use", "true")
            let token = try await crew.phone().submit(assertion: message).decoded(as: TokenAnswer.self).token
            let uses = try await atOnce(60) { try await backend.isFirstUse(of: token, at: crew.phone($0)) }
            #expect(uses.count { $0 } == 1)
        }
    }

    private func withCrew(_ body: (Crew, Backend) async throws -> Void) async throws {
        try await Workshop.with(on: .postgres) { workshop async throws in
            try await Crew.with(3, workshop) { crew async throws in
                try await body(crew, Backend(token: try await workshop.backendToken()))
            }
        }
    }

    /// Has tokens used up.
    private struct Backend: Sendable {
        let token: String

        func isFirstUse(of text: String, at phone: Phone) async throws -> Bool {
            let response = try await Administrator(http: phone.http, token: token).call(
                "POST", "/v1beta/projects/shop:verifyAppCheckToken", "{\"app_check_token\":\"\(text)\"}")
            #expect(response.status == 200)
            return try JSONObject(json: response.body).members.isEmpty
        }
    }
}
