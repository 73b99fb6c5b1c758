import AppCheckAPI
import StrictJSON
import Testing

@Suite("A proto3 message in JSON") struct MessageReaderTests {
    private static let fields = ["key_id", "challenge", "limited_use"]

    private func read(_ json: String) throws(APIError) -> MessageReader {
        try MessageReader(Array(json.utf8), fields: Self.fields)
    }

    @Test("has its fields by either name", arguments: ["key_id", "keyId", "key\\u005fid", "key\\u0049d"])
    func names(_ name: String) throws { #expect(try read("{\"\(name)\":\"AQI=\"}").requiredBytes("key_id") == [1, 2]) }

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
        let reader = try read(json)
        #expect(try !reader.bool("limited_use"))
        let error = #expect(throws: APIError.self) { try reader.requiredBytes("challenge") }
        #expect(error?.reason == "MISSING_FIELD")
        #expect(error?.message == "Missing required field 'challenge'.")
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
        let reader = try read("{\"limitedUse\":\(json)}")
        let error = #expect(throws: APIError.self) { try reader.bool("limited_use") }
        #expect(error?.violations.map(\.field) == ["limited_use"])
        #expect(error?.reason == "INVALID_VALUE")
    }

    @Test(
        "has no bytes in other values", arguments: ["true", "1", "1e3", "[]", "[\"AA==\"]", "{}", "\"A\"", "\"AA=\""])
    func noBytes(_ json: String) throws {
        let reader = try read("{\"challenge\":\(json)}")
        let error = #expect(throws: APIError.self) { try reader.requiredBytes("challenge") }
        #expect(error?.violations.map(\.field) == ["challenge"])
        #expect(error?.reason == "INVALID_VALUE")
    }

    @Test("does not repeat a value that it could not read") func quiet() throws {
        let reader = try read("{\"challenge\":\"c2VjcmV0!\"}")
        let error = #expect(throws: APIError.self) { try reader.requiredBytes("challenge") }
        let body = try #require(error).body(legacy: true).encoded(pretty: true)
        #expect(!String(decoding: body, as: UTF8.self).contains("c2VjcmV0"))
    }
}
