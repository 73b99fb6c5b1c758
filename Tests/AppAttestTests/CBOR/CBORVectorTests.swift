import AppAttest
import TestSupport
import Testing

@Suite("CBOR, the examples of RFC 8949 appendix A") struct CBORVectorTests {
    static let numbers: [(String, CBORValue)] = [
        ("00", .unsigned(0)), ("01", .unsigned(1)), ("0a", .unsigned(10)), ("17", .unsigned(23)),
        ("1818", .unsigned(24)), ("1819", .unsigned(25)), ("1864", .unsigned(100)), ("1903e8", .unsigned(1000)),
        ("1a000f4240", .unsigned(1_000_000)), ("1b000000e8d4a51000", .unsigned(1_000_000_000_000)),
        ("1bffffffffffffffff", .unsigned(.max)),
        ("20", .negative(0)), ("29", .negative(9)), ("3863", .negative(99)), ("3903e7", .negative(999)),
        ("3bffffffffffffffff", .negative(.max)),
        ("c249010000000000000000", .tagged(2, .bytes([1, 0, 0, 0, 0, 0, 0, 0, 0]))),
        ("c349010000000000000000", .tagged(3, .bytes([1, 0, 0, 0, 0, 0, 0, 0, 0]))),
    ]

    /// Kept as bits: nothing in App Attest is a float, and equality of numbers would make equal keys of unequal ones.
    static let floats: [(String, CBORValue)] = [
        ("f90000", half(0x0000)), ("f98000", half(0x8000)), ("f93c00", half(0x3C00)), ("f93e00", half(0x3E00)),
        ("f97bff", half(0x7BFF)), ("f90001", half(0x0001)), ("f90400", half(0x0400)), ("f9c400", half(0xC400)),
        ("f97c00", half(0x7C00)), ("f97e00", half(0x7E00)), ("f9fc00", half(0xFC00)),
        ("fa47c35000", single(100_000)), ("fa7f7fffff", single(3.4028234663852886e+38)),
        ("fa7f800000", single(.infinity)), ("fa7fc00000", single(.nan)), ("faff800000", single(-.infinity)),
        ("fb3ff199999999999a", double(1.1)), ("fb7e37e43c8800759c", double(1.0e+300)),
        ("fbc010666666666666", double(-4.1)), ("fb7ff0000000000000", double(.infinity)),
        ("fb7ff8000000000000", double(.nan)), ("fbfff0000000000000", double(-.infinity)),
    ]

    static let simples: [(String, CBORValue)] = [
        ("f4", .false), ("f5", .true), ("f6", .simple(22)), ("f7", .simple(23)), ("f0", .simple(16)),
        ("f8ff", .simple(255)),
    ]

    static let strings: [(String, CBORValue)] = [
        ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])),
        ("60", text("")), ("6161", text("a")), ("6449455446", text("IETF")), ("62225c", text("\"\\")),
        ("62c3bc", text("\u{FC}")), ("63e6b0b4", text("\u{6C34}")), ("64f0908591", text("\u{10151}")),
        (
            "c074323031332d30332d32315432303a30343a30305a", .tagged(0, text("2013-03-21T20:04:00Z"))
        ),
        ("c11a514b67b0", .tagged(1, .unsigned(1_363_896_240))),
        ("c1fb41d452d9ec200000", .tagged(1, double(1_363_896_240.5))),
        ("d74401020304", .tagged(23, .bytes([1, 2, 3, 4]))),
        ("d818456449455446", .tagged(24, .bytes([0x64, 0x49, 0x45, 0x54, 0x46]))),
        (
            "d82076687474703a2f2f7777772e6578616d706c652e636f6d", .tagged(32, text("http://www.example.com"))
        ),
    ]

    static let collections: [(String, CBORValue)] = [
        ("80", .array([])), ("83010203", .array(.init((1...3).map(CBORValue.unsigned)))),
        (
            "8301820203820405",
            .array([.unsigned(1), .array([.unsigned(2), .unsigned(3)]), .array([.unsigned(4), .unsigned(5)])])
        ),
        (
            "98190102030405060708090a0b0c0d0e0f101112131415161718181819",
            .array((1...25).map(CBORValue.unsigned))
        ),
        ("a0", .map([:])), ("a201020304", .map([.unsigned(1): .unsigned(2), .unsigned(3): .unsigned(4)])),
        (
            "a26161016162820203",
            .map([text("a"): .unsigned(1), text("b"): .array([.unsigned(2), .unsigned(3)])])
        ),
        ("826161a161626163", .array([text("a"), .map([text("b"): text("c")])])),
        (
            "a56161614161626142616361436164614461656145",
            .map([
                text("a"): text("A"), text("b"): text("B"), text("c"): text("C"), text("d"): text("D"),
                text("e"): text("E"),
            ])
        ),
    ]

    @Test("decode to their values", arguments: numbers + floats + simples + strings + collections)
    func decodes(_ encoding: String, _ value: CBORValue) throws {
        #expect(try CBORDecoder.decode(bytes(encoding)) == value)
    }

    @Test(
        "of indefinite length are refused",
        arguments: [
            "5f42010243030405ff", "7f657374726561646d696e67ff", "9fff", "9f018202039f0405ffff", "9f01820203820405ff",
            "83018202039f0405ff", "83019f0203ff820405",
            "9f0102030405060708090a0b0c0d0e0f101112131415161718181819ff", "bf61610161629f0203ffff",
            "826161bf61626163ff", "bf6346756ef563416d7421ff",
        ])
    func refusesIndefinite(_ encoding: String) {
        let refusal = #expect(throws: Malformed.self) { try CBORDecoder.decode(bytes(encoding)) }
        #expect(refusal?.detail.contains("indefinite length") == true)
    }

    private static func text(_ string: String) -> CBORValue { .text(CBORText(string)) }

    private static func half(_ bits: UInt16) -> CBORValue { .float(bits: UInt64(bits), byteCount: 2) }

    private static func single(_ number: Float) -> CBORValue { .float(bits: UInt64(number.bitPattern), byteCount: 4) }

    private static func double(_ number: Double) -> CBORValue { .float(bits: number.bitPattern, byteCount: 8) }
}
