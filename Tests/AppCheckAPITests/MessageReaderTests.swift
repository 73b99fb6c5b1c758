import AppCheckAPI
import StrictJSON
import Testing

@Suite("A proto3 message in JSON") struct MessageReaderTests {
    private static let schema = MessageSchema(
        "Specimen",
        [
            FieldSchema("key_id", .bytes, "Bytes."), FieldSchema("challenge", .bytes, "Bytes."),
            FieldSchema("limited_use", .bool, "A bool."), FieldSchema("etag", .string(.any), .outputOnly, "A text."),
            FieldSchema("names", .list(.string(.any), most: 2), "Texts."),
            FieldSchema(
                "inner", .message(MessageSchema("Inner", [FieldSchema("token_ttl", .duration(1...10), "A time.")])),
                "A message."),
        ])

    private func read(_ json: String, requiring required: [String] = []) throws(APIError) -> Message {
        try MessageReader.read(Array(json.utf8), as: Self.schema, requiring: required)
    }

    @Test("has its fields by either name", arguments: ["key_id", "keyId", "key\\u005fid", "key\\u0049d"])
    func names(_ name: String) throws { #expect(try read("{\"\(name)\":\"AQI=\"}").bytes("key_id") == [1, 2]) }

    @Test(
        "knows no other spelling",
        arguments: ["keyID", "KeyId", "KEY_ID", "key_Id", "keyid", "key-id", "\u{212A}ey_id", ""])
    func otherNames(_ name: String) {
        #expect(
            throws: APIError.invalidField(
                name, .unknownField,
                "Invalid JSON payload received. Unknown name \"\(name)\": Cannot find field.")
        ) { try read("{\"\(name)\":\"AQI=\"}") }
    }

    @Test("names all that is unknown in it at once, cut to a hundred characters") func unknownFields() {
        let long = String(repeating: "x", count: 150)
        let error = #expect(throws: APIError.self) { try read("{\"b\":1,\"\(long)\":2,\"challenge\":\"AA\"}") }
        #expect(error?.violations.map(\.field) == ["b", String(repeating: "x", count: 100)])
    }

    @Test("may be empty, and white space is empty", arguments: ["", " ", "\r\n\t ", "{}", " { } "])
    func empty(_ json: String) throws {
        #expect(try read(json) == Message())
        let error = #expect(throws: APIError.self) { try read(json, requiring: ["challenge"]) }
        #expect(error?.reason == "MISSING_FIELD")
        #expect(error?.message == "Missing required field 'challenge'.")
    }

    @Test(
        "cannot do without what is required, nor with it empty",
        arguments: ["{}", "{\"names\":[]}", "{\"names\":null}"])
    func required(_ json: String) {
        let error = #expect(throws: APIError.self) { try read(json, requiring: ["names"]) }
        #expect(error?.violations.map(\.field) == ["names"])
    }

    @Test(
        "within another cannot do without what it requires, and says where",
        arguments: [
            "{\"rule\":{}}", "{\"rule\":{\"minimum\":\"\"}}", "{\"rule\":{\"minimum\":null}}",
        ])
    func requiredWithin(_ json: String) throws {
        let rule = MessageSchema("Rule", [FieldSchema("minimum", .string(.any), "A text.")], requiring: ["minimum"])
        let schema = MessageSchema("Policy", [FieldSchema("rule", .message(rule), "A rule.")])
        let error = #expect(throws: APIError.self) { try MessageReader.read(Array(json.utf8), as: schema) }
        #expect(error?.reason == "MISSING_FIELD")
        #expect(error?.violations.map(\.field) == ["rule.minimum"])
        // Where there is no rule, it requires nothing.
        #expect(try MessageReader.read(Array("{\"rule\":null}".utf8), as: schema) == Message())
        let whole = try MessageReader.read(Array("{\"rule\":{\"minimum\":\"1\"}}".utf8), as: schema)
        #expect(whole.message("rule")?.text("minimum") == "1")
    }

    @Test("takes what only answers have, and does not look at it") func outputOnly() throws {
        #expect(try read("{\"etag\":\"x\"}") == Message())
        #expect(throws: APIError.self) { try read("{\"etag\":1}") }
    }

    @Test(
        "names the place of a fault within it",
        arguments: [
            ("{\"inner\":{\"x\":1}}", "inner.x", "UNKNOWN_FIELD"),
            ("{\"inner\":{\"tokenTtl\":\"11s\"}}", "inner.token_ttl", "INVALID_VALUE"),
            ("{\"inner\":{\"tokenTtl\":5}}", "inner.token_ttl", "INVALID_VALUE"),
            ("{\"inner\":{\"tokenTtl\":\"5s\",\"token_ttl\":\"5s\"}}", "inner.token_ttl", "DUPLICATE_FIELD"),
            ("{\"inner\":[]}", "inner", "INVALID_VALUE"), ("{\"names\":[\"a\",1]}", "names[1]", "INVALID_VALUE"),
            ("{\"names\":[\"a\",null]}", "names[1]", "INVALID_VALUE"),
            ("{\"names\":\"a\"}", "names", "INVALID_VALUE"),
            ("{\"names\":[\"a\",\"b\",\"c\"]}", "names", "INVALID_VALUE"),
        ])
    func places(_ json: String, _ field: String, _ reason: String) {
        let error = #expect(throws: APIError.self) { try read(json) }
        #expect(error?.violations.map(\.field) == [field])
        #expect(error?.reason == reason)
    }

    @Test("has its parts and lists read as well") func parts() throws {
        let message = try read("{\"inner\":{\"token_ttl\":\"5.000s\"},\"names\":[\"a\",\"b\"]}")
        #expect(message.message("inner")?.seconds("token_ttl") == 5)
        #expect(message.texts("names") == ["a", "b"])
    }

    @Test(
        "has each field once, whatever it is called",
        arguments: ["{\"keyId\":\"AA==\",\"key_id\":\"AA==\"}", "{\"key_id\":null,\"keyId\":\"AA==\"}"])
    func twice(_ json: String) {
        let error = #expect(throws: APIError.self) { try read(json) }
        #expect(error?.reason == "DUPLICATE_FIELD")
        #expect(error?.violations.map(\.field) == ["key_id"])
    }

    @Test(
        "reads true and false, and nothing that looks like them",
        arguments: [("true", true), ("false", false), ("null", false)])
    func bools(_ json: String, _ value: Bool) throws {
        #expect(try read("{\"limitedUse\":\(json)}").bool("limited_use") == value)
    }

    @Test("has no bool in other values", arguments: ["\"true\"", "\"\"", "1", "0", "1.0", "[]", "[true]", "{}"])
    func noBools(_ json: String) throws {
        let error = #expect(throws: APIError.self) { try read("{\"limitedUse\":\(json)}") }
        #expect(error?.violations.map(\.field) == ["limited_use"])
        #expect(error?.reason == "INVALID_VALUE")
    }

    @Test(
        "has no bytes in other values", arguments: ["true", "1", "1e3", "[]", "[\"AA==\"]", "{}", "\"A\"", "\"AA=\""])
    func noBytes(_ json: String) throws {
        let error = #expect(throws: APIError.self) { try read("{\"challenge\":\(json)}") }
        #expect(error?.violations.map(\.field) == ["challenge"])
        #expect(error?.reason == "INVALID_VALUE")
    }

    @Test("does not repeat a value that it could not read") func quiet() throws {
        let error = #expect(throws: APIError.self) { try read("{\"challenge\":\"c2VjcmV0!\"}") }
        let body = try #require(error).body(legacy: true).encoded(pretty: true)
        #expect(!String(decoding: body, as: UTF8.self).contains("c2VjcmV0"))
    }
}
