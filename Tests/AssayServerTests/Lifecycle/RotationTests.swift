import AppCheckTokens
import Testing
import TestSupport

@Suite("Rotation of signing keys") struct RotationTests {
    private static let hour: Int64 = 3_600
    private static let day: Int64 = 86_400

    /// What one server of a row of restarts saw.
    private struct Visit {
        var published: [String] = []
        var signing = ""
        var token = ""
    }

    @Test("publishes a key before it signs and keeps it until its last token has ended; artifacts do not notice")
    func rotation() async throws {
        try await Site.with { site async throws in
            let device = try site.device(bundle: "com.example.other")
            var artifact: [UInt8] = []
            try await site.serve { live async throws in
                artifact = try await live.phone.with(appID: Site.otherAppID).register(device).artifactBytes
            }
            let kept = artifact
            var counter: UInt32 = 0
            func visit(verifying old: [String] = []) async throws -> Visit {
                var visit = Visit()
                counter += 1
                try await site.serve { live async throws in
                    let phone = live.phone.with(appID: Site.otherAppID)
                    let answer: TokenAnswer = try await phone.assert(device, artifact: kept, counter: counter).decoded()
                    visit.token = answer.token
                    visit.signing = try keyID(ofToken: answer.token) ?? ""
                    visit.published = try await JWKSet(json: live.http.get("/v1/jwks").body).keys.map(\.kid)
                    for token in old + [answer.token] { #expect(try await live.verify(token).appID == Site.otherAppID) }
                }
                return visit
            }

            let first = try await visit()
            #expect(first.published == [first.signing])

            // Six and a half hours before its 30 days are over, the next key is published and does not sign.
            site.clock.advance(by: 30 * Self.day - 6 * Self.hour - 1_800)
            let announced = try await visit()
            #expect(announced.signing == first.signing)
            #expect(announced.published.count == 2)
            #expect(announced.published.contains(first.signing))

            site.clock.advance(by: 6 * Self.hour + 1_799)
            let last = try await visit()
            #expect(last.signing == first.signing)

            site.clock.advance(by: 1)
            let second = try await visit(verifying: [last.token])
            #expect(second.signing != first.signing)
            #expect(announced.published.contains(second.signing))
            #expect(Set(second.published) == [first.signing, second.signing])

            // The last second in which the week's token of the retired key is good.
            site.clock.advance(by: 7 * Self.day - 2)
            let late = try await visit(verifying: [last.token, second.token])
            #expect(Set(late.published) == [first.signing, second.signing])

            site.clock.advance(by: 6 * Self.hour + 1_802)
            let after = try await visit()
            #expect(after.published == [second.signing])
        }
    }

    @Test("does not skip the announcement when the server was down while it was due") func missedRotation() async throws
    {
        try await Site.with { site async throws in
            var before: [String] = []
            try await site.serve { live in
                before = try await JWKSet(json: live.http.get("/v1/jwks").body).keys.map(\.kid)
            }
            let first = try #require(before.first)
            site.clock.advance(by: 90 * Self.day)
            try await site.serve { live async throws in
                let answer = try await live.phone.register(site.device())
                #expect(try keyID(ofToken: answer.appCheckToken.token) == first)
                #expect(try await JWKSet(json: live.http.get("/v1/jwks").body).keys.count == 2)
            }
        }
    }
}
