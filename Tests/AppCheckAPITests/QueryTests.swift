import AppCheckAPI
import HTTP
import Testing

@Suite("A method's own query parameters") struct QueryTests {
    private static let fields = [
        FieldSchema("update_mask", .fieldMask(["a", "b"]), "A mask."),
        FieldSchema("page_size", .integer(0...10), "A number."),
        FieldSchema("names", .list(.string(.any), most: 3), "Texts."), FieldSchema("force", .bool, "A bool."),
        FieldSchema("version", .enumeration(["v1", "v2"]), "A name."),
    ]

    private func read(_ query: String, requiring required: [String] = []) throws -> Message {
        try SystemParameters.read(
            RequestTarget(parsing: "/x?\(query)"), own: Self.fields, requiring: required
        ).own
    }

    @Test("are known by either name, beside those of every method") func names() throws {
        #expect(try read("updateMask=a%2Cb&key=x").text("update_mask") == "a,b")
        #expect(try read("update_mask=a&prettyPrint=false").text("update_mask") == "a")
    }

    @Test("of a list are repeated") func lists() throws {
        #expect(try read("names=a&names=b&names=a").texts("names") == ["a", "b", "a"])
    }

    @Test("have their types") func types() throws {
        let message = try read("pageSize=10&force=true&version=v2")
        #expect(message.integer("page_size") == 10)
        #expect(message.bool("force"))
        #expect(message.text("version") == "v2")
    }

    @Test("are unset when they are empty") func empty() throws {
        #expect(try read("pageSize=&force&version=") == Message())
    }

    @Test(
        "that are wrong are refused by name",
        arguments: [
            ("names=a&names=b&names=c&names=d", "names"), ("pageSize=11", "page_size"), ("pageSize=-1", "page_size"),
            ("pageSize=%2B1", "page_size"), ("pageSize=1.0", "page_size"), ("pageSize=x", "page_size"),
            ("force=1", "force"), ("force=TRUE", "force"), ("version=v3", "version"), ("version=V1", "version"),
            ("force=true&force=true", "force"), ("updateMask=a&update_mask=a", "update_mask"), ("Force=true", "Force"),
        ])
    func refused(_ query: String, _ field: String) {
        let error = #expect(throws: APIError.self) { try read(query) }
        #expect(error?.http == 400)
        #expect(error?.violations.map(\.field) == [field])
    }

    @Test("that are required are named when they are missing", arguments: ["", "version="])
    func required(_ query: String) {
        let error = #expect(throws: APIError.self) { try read(query, requiring: ["version"]) }
        #expect(error?.reason == "MISSING_FIELD")
        #expect(error?.violations.map(\.field) == ["version"])
    }
}

@Suite("A field mask") struct FieldMaskTests {
    private static let updatable = ["token_ttl", "display_name"]

    @Test(
        "has names in either spelling, or a star for all",
        arguments: [
            ("token_ttl", ["token_ttl"]), ("tokenTtl", ["token_ttl"]), ("*", ["display_name", "token_ttl"]),
            ("tokenTtl,display_name", ["display_name", "token_ttl"]), ("tokenTtl,token_ttl", ["token_ttl"]),
        ])
    func names(_ text: String, _ paths: [String]) throws {
        #expect(try FieldMask.read(text, updatable: Self.updatable).paths.sorted() == paths)
    }

    @Test(
        "with anything else in it is refused",
        arguments: [
            "tokenTTL", "token_ttl,", ",", " token_ttl", "token_ttl, display_name", "name", "*,token_ttl", "**",
        ])
    func refused(_ text: String) {
        let error = #expect(throws: APIError.self) { try FieldMask.read(text, updatable: Self.updatable) }
        #expect(error?.reason == "INVALID_VALUE")
        #expect(error?.violations.map(\.field) == ["update_mask"])
    }

    @Test("must be there", arguments: [nil, ""]) func missing(_ text: String?) {
        let error = #expect(throws: APIError.self) { try FieldMask.read(text, updatable: Self.updatable) }
        #expect(error?.reason == "MISSING_FIELD")
    }
}
