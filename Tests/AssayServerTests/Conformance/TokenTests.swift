import AppCheckTokens
import AssayServer
import Testing
import TestSupport

@Suite("A token") struct TokenTests {
    @Test("of a session lasts as long as the app's setting says, and has no id") func session() async throws {
        try await LiveServer.with { live async throws in
            for (appID, bundle, ttl) in [
                (Site.appID, Site.bundle, Int64(3_600)), (Site.otherAppID, "com.example.other", 604_800),
            ] {
                let phone = live.phone.with(appID: appID)
                let device = try live.site.device(bundle: bundle)
                let answer = try await phone.register(device)
                let second: TokenAnswer = try await phone.assert(device, artifact: answer.artifactBytes, counter: 1)
                    .decoded()
                for token in [answer.appCheckToken, second] {
                    #expect(token.ttl == "\(ttl)s")
                    let claims = try TokenClaims(of: token.token)
                    #expect(claims.sub == appID)
                    #expect(claims.iat == 1_768_478_400)
                    #expect(claims.exp - claims.iat == ttl)
                    #expect(claims.jti == nil)
                    #expect(try await live.verify(token.token).appID == appID)
                }
            }
        }
    }

    @Test("for limited use lasts five minutes and has an id of its own") func limitedUse() async throws {
        try await LiveServer.with { live async throws in
            var ids: Set<String> = []
            for _ in 1...3 {
                let device = try live.site.device()
                let attestation = try await live.phone.attestation(of: device).with("limited_use", "true")
                let answer: AttestationAnswer = try await live.phone.submit(attestation: attestation).decoded()
                var tokens = [answer.appCheckToken]
                for counter in 1...2 {
                    let assertion = try await live.phone.assertion(
                        of: device, artifact: answer.artifactBytes, counter: UInt32(counter)
                    ).with("limited_use", "true")
                    tokens.append(try await live.phone.submit(assertion: assertion).decoded())
                }
                for token in tokens {
                    #expect(token.ttl == "300s")
                    let claims = try TokenClaims(of: token.token)
                    #expect(claims.exp - claims.iat == 300)
                    #expect((16...250).contains(claims.jti?.utf8.count ?? 0))
                    ids.insert(claims.jti ?? "")
                }
            }
            #expect(ids.count == 9)
        }
    }

    @Test("for limited use is one and the same grant when its request is repeated") func repeatedGrant() async throws {
        try await LiveServer.with { live async throws in
            let message = try await live.phone.attestation(of: live.site.device()).with("limited_use", "true")
            let first: AttestationAnswer = try await live.phone.submit(attestation: message).decoded()
            live.site.clock.advance(by: 60)
            let second: AttestationAnswer = try await live.phone.submit(attestation: message).decoded()
            #expect(
                try TokenClaims(of: first.appCheckToken.token).jti == TokenClaims(of: second.appCheckToken.token).jti)
        }
    }

    @Test("has the issuer that the setting says") func issuer() async throws {
        try await Site.with { site async throws in
            try await site.serve(flags: [.issuerBase: "https://appcheck.example.com/issuer"]) { live async throws in
                let answer = try await live.phone.register(site.device())
                let claims = try TokenClaims(of: answer.appCheckToken.token)
                #expect(claims.iss == "https://appcheck.example.com/issuer/1234567890")
            }
        }
    }
}
