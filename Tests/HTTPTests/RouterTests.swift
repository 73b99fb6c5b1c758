import HTTP
import Testing

@Suite("Router") struct RouterTests {
    static let table: [(method: String, template: String, name: String)] = [
        ("GET", "/healthz", "health"),
        ("GET", "/v1/jwks", "jwks"),
        ("POST", "/v1/projects/{project}/apps/{app}:generateAppAttestChallenge", "challenge"),
        ("POST", "/v1/projects/{project}/apps/{app}:exchangeAppAttestAttestation", "attestation"),
        ("GET", "/v1/projects/{project}/apps/{app}", "app"),
        ("GET", "/v1/projects/{project}/apps/{app}/appAttestConfig", "config"),
        ("PATCH", "/v1/projects/{project}/apps/{name}/appAttestConfig", "patchConfig"),
        ("GET", "/v1/projects/{project}/apps/-/appAttestConfig:batchGet", "batchGet"),
        ("POST", "/v1/projects/{project}/services:batchUpdate", "batchUpdate"),
    ]

    let router: Router<String>

    init() throws {
        router = try Router(Self.table.map { try Route($0.method, $0.template, $0.name) })
    }

    /// One line: what was found, with the captures that were asked about.
    private func outcome(_ method: String, _ path: String) -> String {
        switch router.match(method: method, rawPath: path) {
        case .matched(let route, let captures):
            let shown = ["project", "app", "name"].compactMap { name in captures[name].map { "\(name)=\($0)" } }
            return ([route.payload] + shown).joined(separator: " ")
        case .methodNotAllowed(let allowed): return "405 " + allowed.joined(separator: ",")
        case .notFound: return "404"
        case .badPath(let error): return "400 \(error)"
        }
    }

    @Test(
        "finds the route and decodes the captures",
        arguments: [
            ("GET", "/healthz", "health"),
            ("GET", "/v1/jwks", "jwks"),
            (
                "POST", "/v1/projects/my-proj/apps/1:1234:ios:abcd:generateAppAttestChallenge",
                "challenge project=my-proj app=1:1234:ios:abcd"
            ),
            (
                "POST", "/v1/projects/my-proj/apps/1%3A1234%3Aios%3Aabcd:exchangeAppAttestAttestation",
                "attestation project=my-proj app=1:1234:ios:abcd"
            ),
            (
                "POST", "/v1/projects/my-proj/apps/1%3a1234%3aios%3aabcd:exchangeAppAttestAttestation",
                "attestation project=my-proj app=1:1234:ios:abcd"
            ),
            (
                "POST", "/v1/projects/123/apps/1:1234%3Aios:abcd:generateAppAttestChallenge",
                "challenge project=123 app=1:1234:ios:abcd"
            ),
            ("GET", "/v1/projects/p/apps/1:1234:ios:abcd", "app project=p app=1:1234:ios:abcd"),
            ("GET", "/v1/projects/p/apps/1:1:ios:a/appAttestConfig", "config project=p app=1:1:ios:a"),
            ("PATCH", "/v1/projects/p/apps/1:1:ios:a/appAttestConfig", "patchConfig project=p name=1:1:ios:a"),
            ("GET", "/v1/projects/p/apps/-/appAttestConfig:batchGet", "batchGet project=p"),
            ("GET", "/v1/projects/p/apps/-/appAttestConfig", "config project=p app=-"),
            ("POST", "/v1/projects/p/services:batchUpdate", "batchUpdate project=p"),
            ("GET", "/v1/projects/caf%C3%A9/apps/a%20b", "app project=café app=a b"),
            ("GET", "/v1/projects/p/apps/a+b", "app project=p app=a+b"),
            ("GET", "/v1/projects/p/apps/%2541", "app project=p app=%41"),
            ("GET", "/v1/projects/café/apps/é", "app project=café app=é"),
            ("GET", "/v1/projects/p/apps/a:", "app project=p app=a:"),
            ("GET", "/v1/projects/p/apps/:", "app project=p app=:"),
            (
                "GET", "/v1/projects/p:generateAppAttestChallenge/apps/x",
                "app project=p:generateAppAttestChallenge app=x"
            ),
            ("POST", "/v1/projects/p/apps/a::generateAppAttestChallenge", "challenge project=p app=a:"),
            ("POST", "/v1/projects/p/apps/%20:generateAppAttestChallenge", "challenge project=p app= "),
            ("GET", "/v1/projects/p/apps/...", "app project=p app=..."),
        ])
    func matches(_ method: String, _ path: String, _ expected: String) {
        #expect(outcome(method, path) == expected)
    }

    @Test(
        "does not find what only resembles a route",
        arguments: [
            "", "healthz", "/", "//healthz", "/healthz/", "/healthz:", "/v1/jwks/", "/v1//jwks", "/V1/jwks",
            "/v1/%6Awks",
            "/v1/projects//apps/1:1:ios:a", "/v1/projects/p/apps/", "/v1/projects/p/apps/1:1:ios:a/",
            "/v1/projects/p/apps/a%2Fb", "/v1/projects/p/apps/a%2fb", "/v1/projects/p%2Fapps/x",
            "/v1/projects/./apps/x", "/v1/projects/%2E%2E/apps/x", "/v1/projects/p/services:batchupdate",
            "/v1/projects/p/services%3AbatchUpdate", "/v1/projects/p/apps/x/appAttestConfig:batchGet",
            "/v1/projects/p/apps/x/appAttestConfig:unknown", "/v1/projects/p/apps/x/:appAttestConfig",
            "/v1/projects/p:/apps:/x/appAttestConfig:batchGet", "/v1/projects/p/apps/-/appAttestConfig:batchGet:",
            "/v1/projects/p/apps/-/appAttestConfig::batchGet", "/v1/jwk", "/v1/jwkss", "/v1\u{0}jwks", "/v1/\u{0}",
            "/\u{0}/jwks", "/v1/projects/p/apps/..", "/v1/projects/p/apps/%2e", "/v1/projects/p/\u{0}/x",
            "/v1/jwks\u{301}", "/v1/jw\u{212A}s", "/v1/jwks?key=1",
        ])
    func doesNotMatch(_ path: String) {
        #expect(outcome("GET", path) == "404")
    }

    @Test("takes a verb it does not know as part of the last segment")
    func unknownVerb() {
        #expect(outcome("POST", "/v1/projects/p/apps/1:1:ios:a:frobnicate") == "405 GET,HEAD")
        #expect(outcome("POST", "/v1/projects/p/apps/1:1:ios:a%3AgenerateAppAttestChallenge") == "405 GET,HEAD")
    }

    @Test("says which methods a known path allows")
    func methodNotAllowed() {
        #expect(outcome("POST", "/healthz") == "405 GET,HEAD")
        #expect(outcome("get", "/healthz") == "405 GET,HEAD")
        #expect(outcome("GET", "/v1/projects/p/apps/1:1:ios:a:generateAppAttestChallenge") == "405 POST")
        #expect(outcome("DELETE", "/v1/projects/p/apps/x/appAttestConfig") == "405 GET,HEAD,PATCH")
    }

    @Test("serves HEAD by the route of GET")
    func head() {
        #expect(outcome("HEAD", "/v1/jwks") == "jwks")
        #expect(outcome("HEAD", "/v1/projects/p/services:batchUpdate") == "405 POST")
    }

    @Test(
        "names the fault of a capture that cannot be decoded",
        arguments: [
            ("/v1/projects/p/apps/%", "400 badEscape"), ("/v1/projects/p/apps/%4", "400 badEscape"),
            ("/v1/projects/%zz/apps/a", "400 badEscape"), ("/v1/projects/p/apps/%00", "400 nul"),
            ("/v1/projects/p/apps/%FF", "400 notUTF8"), ("/v1/projects/p/apps/%C0%AF", "400 notUTF8"),
            ("/v1/projects/p/apps/%ED%A0%80", "400 notUTF8"), ("/v1/projects/p/apps/\u{0}", "400 nul"),
            ("/v1/projects/\u{0}/apps/x", "400 nul"), ("/v1/projects/%/apps/%00", "400 badEscape"),
            ("/v1/projects/p/apps/é%FF", "400 notUTF8"),
        ])
    func badPath(_ path: String, _ expected: String) {
        #expect(outcome("GET", path) == expected)
    }

    @Test(
        "does not find a path of many segments, whatever their number is modulo 256",
        arguments: [16, 254, 255, 256, 257, 512])
    func manySegments(_ more: Int) {
        let slashes = String(repeating: "/", count: more)
        #expect(outcome("GET", "/v1/jwks" + slashes) == "404")
        #expect(outcome("GET", slashes + "/v1/jwks") == "404")
        #expect(outcome("GET", "/v1/projects/p/apps/x" + String(repeating: "/x", count: more)) == "404")
    }

    @Test("an empty capture before a verb is no match")
    func emptyBeforeVerb() {
        #expect(outcome("POST", "/v1/projects/p/apps/:generateAppAttestChallenge") == "405 GET,HEAD")
    }

    @Test("names the captures as the route of the method does, eight of them too")
    func names() throws {
        let template = "/{a}/{b}/{c}/{d}/{e}/{f}/{g}/{h}:verb"
        let router = try Router([Route("GET", template, 1)])
        guard case .matched(_, let captures) = router.match(method: "GET", rawPath: "/1/2/3/4/5/6/7/8:9:verb") else {
            Issue.record("no match")
            return
        }
        #expect(
            ["a", "b", "c", "d", "e", "f", "g", "h"].map { captures[$0] } == ["1", "2", "3", "4", "5", "6", "7", "8:9"])
        #expect(captures["i"] == nil)
        #expect(captures[""] == nil)
    }

    @Test("lists its table in the order given")
    func lists() {
        #expect(router.routes.map(\.template.description) == Self.table.map(\.template))
        #expect(router.routes.map(\.method) == Self.table.map(\.method))
    }

    @Test("refuses two routes that match the same paths with the same method")
    func duplicate() {
        #expect(throws: RouteTemplateError.duplicate(method: "GET", template: "/a/{other}")) {
            try Router([Route("GET", "/a/{one}", 1), Route("GET", "/a/{other}", 2)])
        }
    }

    @Test(
        "refuses a malformed template",
        arguments: [
            "", "a", "/", "/a/", "//a", "/a:", "/a:b:c", "/{}", "/{a", "/a}", "/{a}/{a}", "/{a b}", "/a b", "/a%20",
            "/{a}:b/c", "/x{a}", "/{a}/{b}/{c}/{d}/{e}/{f}/{g}/{h}/{i}",
        ])
    func malformedTemplate(_ template: String) {
        #expect(throws: RouteTemplateError.malformed(template)) { try RouteTemplate(parsing: template) }
    }

    @Test("answers every short path over a hostile alphabet without trapping")
    func exhaustive() {
        let alphabet = ["/", ":", "%", "%2F", "%3A", "a", "apps", "\u{0}", "é", "\u{301}"]
        for one in alphabet {
            for two in alphabet {
                for three in alphabet {
                    let tail = one + two + three
                    for path in [tail, "/v1/projects/p/apps/" + tail, "/v1/projects/" + tail + "/apps/x"] {
                        if case .matched(_, let captures) = router.match(method: "GET", rawPath: path) {
                            #expect(captures["app"]?.contains("/") != true)
                            #expect(captures["app"] != "")
                        }
                    }
                }
            }
        }
    }
}
