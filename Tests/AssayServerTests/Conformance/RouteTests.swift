import AppCheckTokens
import Testing
import TestSupport

@Suite("A route") struct RouteTests {
    @Test("is the same by project number and id, with escaped colons, under v1 and v1beta, with system parameters")
    func spellings() async throws {
        try await LiveServer.with { live async throws in
            let escaped = "1%3A1234567890%3aios%3Aaa"
            let query = "?key=AIza-not-a-key&alt=json&prettyPrint=false&$.xgafv=2"
            for version in ["v1", "v1beta"] {
                for project in ["shop", "1234567890", "%73hop"] {
                    for appID in [Site.appID, escaped] {
                        let phone = live.phone.with(version: version, project: project, appID: appID)
                        let message = try await phone.attestation(of: live.site.device())
                        let response = try await phone.submit(attestation: message, query: query)
                        #expect(response.status == 200, "\(version) \(project) \(appID)")
                        let answer: AttestationAnswer = try response.decoded()
                        let claims = try TokenClaims(of: answer.appCheckToken.token)
                        #expect(claims.sub == Site.appID)
                        #expect(claims.aud == ["projects/1234567890", "projects/shop"])
                        #expect(claims.iss == "https://firebaseappcheck.googleapis.com/1234567890")
                    }
                }
            }
        }
    }

    @Test("takes the API key of iOS and its other headers, and asks for none") func headers() async throws {
        try await LiveServer.with { live async throws in
            let headers = [
                "X-Goog-Api-Key: AIza-not-a-key", "X-Ios-Bundle-Identifier: com.example.app",
                "X-firebase-client: H4sIAAAAAAAAAKtWykhNLCpJSk0sKVayio7VUSpLLSrOzM9TslIyUqoFAFyivEQfAAAA",
            ]
            let target = live.phone.path("generateAppAttestChallenge")
            #expect(try await live.http.post(target, headers: headers).status == 200)
        }
    }

    @Test("of v1beta gives the token a second time, under its name of 2021; v1 does not") func deprecatedFields()
        async throws
    {
        try await LiveServer.with { live async throws in
            for (version, isBeta) in [("v1", false), ("v1beta", true)] {
                let phone = live.phone.with(version: version)
                let device = try live.site.device()
                let answer = try await phone.register(device)
                let token = answer.appCheckToken
                #expect(answer.attestationToken?.attestationToken == (isBeta ? token.token : nil))
                #expect(answer.attestationToken?.ttl == (isBeta ? "3600s" : nil))
                #expect(token.attestationToken == (isBeta ? token.token : nil))
                let response = try await phone.assert(device, artifact: answer.artifactBytes, counter: 1)
                let flat: TokenAnswer = try response.decoded()
                #expect(flat.attestationToken == (isBeta ? flat.token : nil))
            }
        }
    }

    @Test("answers prettily unless told otherwise") func prettyPrint() async throws {
        try await LiveServer.with { live async throws in
            for (query, starts) in [
                ("", "{\n  \"keys\": [\n    {\n      \"kty\": \"RSA\",\n"), ("?prettyPrint=true", "{\n  \"keys\": ["),
                ("?prettyPrint=false", "{\"keys\":[{\"kty\":\"RSA\",\"use\":\"sig\",\"alg\":\"RS256\",\"kid\":\""),
            ] {
                let response = try await live.http.get("/v1/jwks\(query)")
                #expect(response.text.hasPrefix(starts), "\(query)")
            }
        }
    }

    @Test("that does not exist is 404, in JSON") func unknown() async throws {
        try await LiveServer.with { live async throws in
            for target in [
                "/", "/v1", "/v2/jwks", "/v1/jwks/", "/v1/projects/shop/apps/\(Site.appID)",
                live.phone.path("GenerateAppAttestChallenge"),
                "/v1//projects/shop/apps/\(Site.appID):generateAppAttestChallenge",
                "/v1/projects/shop/apps/\(Site.appID)%3AgenerateAppAttestChallenge",
                "/v1/projects/shop/apps/..:generateAppAttestChallenge",
            ] {
                let response = try await live.http.post(target)
                try expectError(response, 404, "NOT_FOUND", "NO_SUCH_METHOD", target)
            }
        }
    }

    @Test("of another provider, an OAuth client or a policy is 404, in JSON") func unserved() async throws {
        try await LiveServer.with { live async throws in
            for version in ["v1", "v1beta"] {
                let app = "/\(version)/projects/shop/apps/\(Site.appID)"
                for (method, target) in [
                    ("POST", "\(app):exchangeDeviceCheckToken"), ("POST", "\(app):exchangePlayIntegrityToken"),
                    ("POST", "\(app):generatePlayIntegrityChallenge"), ("POST", "\(app):exchangeRecaptchaV3Token"),
                    ("POST", "\(app):exchangeRecaptchaEnterpriseToken"), ("POST", "\(app):exchangeSafetyNetToken"),
                    ("POST", "\(app):exchangeRecaptchaToken"), ("GET", "\(app)/deviceCheckConfig"),
                    ("GET", "\(app)/playIntegrityConfig"), ("PATCH", "\(app)/recaptchaV3Config"),
                    ("GET", "\(app)/recaptchaEnterpriseConfig"),
                    ("POST", "/\(version)/oauthClients/a:generateAppAttestChallenge"),
                    ("POST", "/\(version)/oauthClients/a:exchangeAppAttestAttestation"),
                    ("GET", "/\(version)/projects/shop/services/a.example/resourcePolicies"),
                    ("GET", "/\(version)/projects/shop/services/a.example/automations"), ("POST", "/batch"),
                ] {
                    let response = try await live.http.send(method, target, [])
                    try expectError(response, 404, "NOT_FOUND", "NO_SUCH_METHOD", target)
                }
            }
        }
    }

    @Test("that cannot be decoded is 400") func undecodable() async throws {
        try await LiveServer.with { live async throws in
            for app in ["1%3", "1%zz", "%ff", "a%00"] {
                let response = try await live.http.post(live.phone.with(appID: app).path("generateAppAttestChallenge"))
                try expectError(response, 400, "INVALID_ARGUMENT", "INVALID_PATH", app)
            }
        }
    }

    @Test("for the public keys needs no credentials and may be cached, but not so long that a new key signs unseen")
    func keys() async throws {
        try await LiveServer.with { live async throws in
            for target in ["/v1/jwks", "/v1beta/jwks", "/v1/jwks?key=AIza-not-a-key"] {
                let response = try await live.http.get(target)
                #expect(response.status == 200)
                let age = try #require(
                    try /public, max-age=([0-9]+)/.wholeMatch(in: response.headers["cache-control"] ?? ""))
                // A verifier may fetch what lay in a proxy's cache, and keeps it for six hours from then on; and a server
                // sees only within a minute which keys another one published.
                #expect(try #require(Int64(age.1)) + RotationSchedule.cacheLifetime + 60 <= RotationSchedule().lead)
            }
        }
    }
}
