import AppAttest
import TestSupport
import Testing

/// Names of signed extensions as CBOR text, in hexadecimal.
private enum Name {
    static let category = "781c" + hex(Array("apple_validation_category_01".utf8))
    static let version = "77" + hex(Array("apple_bundle_version_01".utf8))
    static let hash = "75" + hex(Array("apple_cd_hash_hash_01".utf8))
    static let hashType = "75" + hex(Array("apple_cd_hash_type_01".utf8))
}

@Suite("Signed extensions") struct LaunchExtensionsTests {
    private func extensions(_ map: String) throws -> LaunchExtensions {
        try AuthenticatorData.assertion(AuthenticatorBytes(rest: bytes(map)).assertion).extensions
    }

    @Test(
        "hold the category as four bytes, little-endian, or as a number",
        arguments: [
            ("44 03000000", 3), ("03", 3), ("44 04000000", 4), ("04", 4), ("44 00000000", 0), ("00", 0),
            ("44 01020304", 0x0403_0201), ("44 ffffffff", 0xFFFF_FFFF), ("1affffffff", 0xFFFF_FFFF), ("1804", 4),
        ] as [(String, UInt32)])
    func category(_ encoded: String, _ number: UInt32) throws {
        #expect(try extensions("a1 \(Name.category) \(encoded)").validationCategory?.rawValue == number)
    }

    @Test("name the categories that are documented, and call others unknown")
    func categoryNames() throws {
        for (number, name) in [
            (0, "0 (invalid)"), (1, "1 (operating system)"), (2, "2 (TestFlight)"), (3, "3 (development)"),
            (4, "4 (App Store)"), (5, "5 (enterprise or ad hoc)"), (6, "6 (Developer ID)"), (7, "7 (unknown)"),
            (10, "10 (other)"),
        ] { #expect(ValidationCategory(rawValue: UInt32(number)).description == name) }
    }

    @Test(
        "of another shape are an error, not absent",
        arguments: [
            "\(Name.category) 42 0300", "\(Name.category) 45 0300000000", "\(Name.category) 40", "\(Name.category) 20",
            "\(Name.category) 1b0000000100000000", "\(Name.category) 61 33", "\(Name.category) f6",
            "\(Name.category) 81 03",
            "\(Name.category) c1 03", "\(Name.category) f94200", "\(Name.category) a0", "\(Name.version) 01",
            "\(Name.version) 41 31",
            "\(Name.version) f6", "\(Name.hash) 41 00", "\(Name.hash) 60",
            "\(Name.hash) 58 1f \(String(repeating: "00", count: 31))",
            "\(Name.hashType) 02", "\(Name.hashType) 42 0200", "\(Name.hashType) 40",
        ])
    func badShapes(_ entry: String) {
        let finding = #expect(throws: Finding.self) { try extensions("a1 \(entry)") }
        #expect(finding?.reason == .malformedExtensions)
    }

    @Test("hold a code directory's hash, whole or as its first 20 bytes, and its type", arguments: [20, 32])
    func codeDirectoryHash(_ count: Int) throws {
        let value = String(repeating: "cd", count: count)
        let head = count == 20 ? "54" : "5820"
        let found = try extensions("a2 \(Name.hash) \(head) \(value) \(Name.hashType) 41 02")
        #expect(found.codeDirectoryHash == [UInt8](repeating: 0xCD, count: count))
        #expect(found.codeDirectoryHashType == 2)
    }

    @Test("of unknown names are kept by name and change nothing")
    func unknownNames() throws {
        let found = try extensions("a4 6162 f5 6161 a0 05 00 \(Name.version) 61 31")
        #expect(found.unknownNames == ["a", "an integer", "b"])
        #expect(found.bundleVersion == "1")
        #expect(found.validationCategory == nil)
    }

    @Test("may be long, up to the decoder's limit on items")
    func many() throws {
        let entries = (0..<127).map { "18\(hex([UInt8($0)])) 00" }.joined()
        #expect(try extensions("b8 7f \(entries)").unknownNames.count == 127)
        let finding = #expect(throws: Finding.self) { try extensions("b8 80 \(entries) 18ff 00") }
        #expect(finding?.reason == .trailingAuthenticatorData)
    }
}
