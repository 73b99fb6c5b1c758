import AppCheckAPI
import HTTP
import Testing

@Suite("System parameters") struct SystemParametersTests {
    private func read(_ query: String) throws -> SystemParameters {
        try SystemParameters.read(RequestTarget(parsing: "/v1/jwks?\(query)")).system
    }

    @Test(
        "that have no effect here are taken",
        arguments: [
            "", "key=AIza", "access_token=a", "oauth_token=a", "quotaUser=u", "uploadType=media", "upload_protocol=raw",
            "fields=token", "alt=json", "%61lt=json", "key=a&key=b", "$.xgafv=2", "%24.xgafv=2", "key", "&&",
        ])
    func taken(_ query: String) throws {
        let parameters = try read(query)
        #expect(parameters.isPretty)
        #expect(!parameters.wantsLegacyErrors)
    }

    @Test("decide the look of an answer") func effects() throws {
        #expect(try !read("prettyPrint=false").isPretty)
        #expect(try read("prettyPrint=true").isPretty)
        #expect(try read("$.xgafv=1").wantsLegacyErrors)
        #expect(try read("%24.xgafv=1&key=a&prettyPrint=false").wantsLegacyErrors)
    }

    @Test(
        "that nobody knows, or with values that nobody serves, are refused by name",
        arguments: [
            ("alt=media", "alt"), ("alt=", "alt"), ("alt=JSON", "alt"), ("prettyPrint=0", "prettyPrint"),
            ("prettyPrint", "prettyPrint"), ("prettyprint=true", "prettyprint"), ("callback=f", "callback"),
            ("$.xgafv=0", "$.xgafv"), ("limitedUse=true", "limitedUse"), ("challenge=AA", "challenge"), ("=1", ""),
            ("a=%ff", ""), ("a=%0", ""), (String(repeating: "key=a&", count: 257), ""),
        ])
    func refused(_ query: String, _ field: String) {
        let error = #expect(throws: APIError.self) { try read(query) }
        #expect(error?.http == 400)
        #expect(error?.reason == "INVALID_QUERY")
        #expect(error?.violations.map(\.field) == [field])
    }
}
