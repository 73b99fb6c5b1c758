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
