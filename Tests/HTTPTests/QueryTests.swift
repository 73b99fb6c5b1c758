import HTTP
import Testing

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
