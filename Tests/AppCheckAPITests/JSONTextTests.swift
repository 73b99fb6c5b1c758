import StrictJSON
import Testing

@Suite("JSON as it is sent") struct JSONTextTests {
    @Test(
        "escapes what JSON must and nothing else (RFC 8259 section 7)",
        arguments: [
            ("plain", "\"plain\""), ("\"\\", "\"\\\"\\\\\""), ("/", "\"/\""),
            ("\n\r\t\u{00}\u{1F}", "\"\\u000a\\u000d\\u0009\\u0000\\u001f\""),
            ("\u{7F}é€😀\u{2028}", "\"\u{7F}é€😀\u{2028}\""), ("\r\n", "\"\\u000d\\u000a\""),
        ])
    func strings(_ plain: String, _ json: String) {
        #expect(String(decoding: JSONText.string(plain).encoded(pretty: false), as: UTF8.self) == json)
    }

    @Test(
        "writes bytes as Base64 of the standard alphabet, padded",
        arguments: [
            ([], ""), ([0xFB], "+w=="), ([0xFB, 0xFF], "+/8="), ([0xFB, 0xFF, 0xBF], "+/+/"),
            ([0, 1, 2, 3], "AAECAw=="), ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF], "//////8="),
        ] as [([UInt8], String)])
    func bytes(_ bytes: [UInt8], _ text: String) {
        #expect(String(decoding: JSONText.base64(bytes).encoded(pretty: true), as: UTF8.self) == "\"\(text)\"\n")
    }

    @Test("keeps the order of members, and writes what is empty on one line") func layout() {
        let value = JSONText.object([
            ("b", .number(-1)), ("a", .array([.bool(true), .bool(false)])), ("none", .array([])),
            ("empty", .object([])),
        ])
        #expect(
            String(decoding: value.encoded(pretty: false), as: UTF8.self)
                == "{\"b\":-1,\"a\":[true,false],\"none\":[],\"empty\":{}}")
        #expect(
            String(decoding: value.encoded(pretty: true), as: UTF8.self) == """
                {
                  "b": -1,
                  "a": [
                    true,
                    false
                  ],
                  "none": [],
                  "empty": {}
                }

                """)
    }

    @Test("is read back by the strict reader") func roundTrip() throws {
        let value = JSONText.object([
            ("a\"\\\n", .string("\u{0}\u{1F}/é😀")), ("n", .number(.max)), ("l", .array([.bool(true)])),
        ])
        for pretty in [true, false] {
            let object = try JSONObject(json: value.encoded(pretty: pretty))
            #expect(object.string("a\"\\\n") == "\u{0}\u{1F}/é😀")
            #expect(object.integer("n") == .max)
            #expect(object["l"] == .array([.bool(true)]))
        }
    }
}
