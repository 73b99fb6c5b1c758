import HTTP
import Testing

@Suite("Request target") struct RequestTargetTests {
    @Test(
        "is split at the first question mark and not decoded",
        arguments: [
            ("/", "/", nil), ("/v1/jwks", "/v1/jwks", nil), ("/v1/jwks?", "/v1/jwks", ""),
            ("/a%2Fb/%3a?x=%20&y=/?z", "/a%2Fb/%3a", "x=%20&y=/?z"), ("//a//b", "//a//b", nil),
            ("/v1/p:verb?$.xgafv=2&key=A[0]", "/v1/p:verb", "$.xgafv=2&key=A[0]"), ("/a;b=c,d", "/a;b=c,d", nil),
            ("http://host/a?b", "/a", "b"), ("HTTPS://host:8443/a", "/a", nil), ("http://[::1]:80/", "/", nil),
            ("http://host", "/", nil), ("http://host?q", "/", "q"),
        ] as [(String, String, String?)])
    func splits(_ raw: String, _ path: String, _ query: String?) throws {
        let target = try RequestTarget(parsing: raw)
        #expect(target.rawPath == path)
        #expect(target.rawQuery == query)
        #expect(try RequestTarget(parsing: Array(raw.utf8)) == target)
    }

    @Test(
        "is refused in a form or with characters that no request may have",
        arguments: [
            ("", .unsupportedForm), ("*", .unsupportedForm), ("a/b", .unsupportedForm), ("host:443", .unsupportedForm),
            ("ftp://host/a", .unsupportedForm), ("http:/a", .unsupportedForm), ("?q", .unsupportedForm),
            ("http:///a", .malformedAuthority), ("http://", .malformedAuthority), ("https://?q", .malformedAuthority),
            ("http://user@host/a", .malformedAuthority), ("http://ho st/a", .malformedAuthority),
            ("/a b", .forbiddenCharacter), ("/a\tb", .forbiddenCharacter), ("/a#b", .forbiddenCharacter),
            ("/a?b#c", .forbiddenCharacter), ("/é", .forbiddenCharacter), ("/a?é", .forbiddenCharacter),
            ("/a\\b", .forbiddenCharacter), ("/a|b", .forbiddenCharacter), ("/\"", .forbiddenCharacter),
            ("/\u{0}", .forbiddenCharacter), ("/\u{7F}", .forbiddenCharacter), ("/a\r\nb", .forbiddenCharacter),
        ] as [(String, RequestTargetError)])
    func refuses(_ raw: String, _ reason: RequestTargetError) {
        #expect(throws: reason) { try RequestTarget(parsing: raw) }
    }

    @Test("is refused if its bytes are not UTF-8")
    func notUTF8() {
        #expect(throws: RequestTargetError.forbiddenCharacter) { try RequestTarget(parsing: [0x2F, 0xFF]) }
    }
}

@Suite("Percent decoding") struct PercentDecodingTests {
    @Test(
        "decodes once",
        arguments: [("", ""), ("abc", "abc"), ("%41%7a", "Az"), ("%2541", "%41"), ("a+b", "a+b"), ("%E2%82%AC", "€")])
    func decodes(_ text: String, _ expected: String) throws {
        #expect(try PercentDecoding.decode(text) == expected)
    }

    @Test(
        "refuses what it cannot decode",
        arguments: [
            ("%", .badEscape), ("a%4", .badEscape), ("%4g", .badEscape), ("%%41", .badEscape), ("%-1", .badEscape),
            ("%80", .notUTF8), ("%C3", .notUTF8), ("%F5%80%80%80", .notUTF8), ("%00", .nul), ("\u{0}", .nul),
        ] as [(String, PercentDecodingError)])
    func refuses(_ text: String, _ reason: PercentDecodingError) {
        #expect(throws: reason) { try PercentDecoding.decode(text) }
    }
}

@Suite("Query") struct QueryTests {
    private func parameters(_ query: String, limit: Int = 256) throws -> [QueryParameter] {
        try RequestTarget(parsing: "/?" + query).queryParameters(limit: limit)
    }

    @Test("keeps order and repetition and decodes names and values")
    func ordered() throws {
        let expected = [("names", "a/b"), ("key", "x y"), ("names", "c+d"), ("flag", ""), ("e", "1=2"), ("", "v")]
        #expect(
            try parameters("names=a%2Fb&key=x+y&&names=c%2Bd&flag&e=1=2&=v")
                == expected.map { QueryParameter(name: $0.0, value: $0.1) })
    }

    @Test("is empty without a query")
    func empty() throws {
        #expect(try RequestTarget(parsing: "/a").queryParameters() == [])
        #expect(try RequestTarget(parsing: "/a?").queryParameters() == [])
        #expect(try parameters("&&") == [])
    }

    @Test("is refused with one parameter more than the limit")
    func bounded() throws {
        #expect(try parameters("a&b&c", limit: 3).count == 3)
        #expect(throws: QueryError.tooManyParameters(limit: 3)) { try parameters("a&b&c&d", limit: 3) }
    }

    @Test("is refused if a name or a value cannot be decoded")
    func undecodable() {
        #expect(throws: QueryError.badEncoding(.badEscape)) { try parameters("a=%") }
        #expect(throws: QueryError.badEncoding(.notUTF8)) { try parameters("%FF=1") }
        #expect(throws: QueryError.badEncoding(.nul)) { try parameters("a=%00") }
    }
}
