import AppAttest
import AppAttestSimulator
import Foundation

/// What the tests start from: one authority, one app, one moment.
enum Specimen {
    static let appID = AppID(teamID: "SIMTEAM123", bundleID: "com.example.app")
    /// 2025-01-01 to 2035-01-01.
    static let authorityValidity = (
        Date(timeIntervalSince1970: 1_735_689_600), Date(timeIntervalSince1970: 2_051_222_400)
    )
    /// 2026-06-15 12:00:00 UTC.
    static let moment = Date(timeIntervalSince1970: 1_781_524_800)
    static let clientDataHash = [UInt8](0..<32)
    static let authority = Result {
        try SimulatedAuthority(notBefore: authorityValidity.0, notAfter: authorityValidity.1)
    }

    static func device(
        _ generation: DeviceGeneration, _ environment: AttestationEnvironment = .production
    ) throws -> SimulatedDevice {
        try authority.get().makeDevice(appID: appID, environment: environment, generation: generation)
    }
}

/// A cursor over an object whose layout is known byte by byte; anything else is an error.
struct Layout {
    struct Mismatch: Error {
        let expected: [UInt8]
        let found: [UInt8]
    }
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func take(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func expect(_ bytes: [UInt8]) throws {
        let found = take(bytes.count)
        guard found == bytes else { throw Mismatch(expected: bytes, found: found) }
    }

    /// A CBOR text of fewer than 24 bytes.
    mutating func expectText(_ text: String) throws { try expect([0x60 | UInt8(text.utf8.count)] + Array(text.utf8)) }

    /// A CBOR byte string with a length of one or two bytes.
    mutating func byteString() throws -> [UInt8] {
        let head = take(1)
        switch head {
        case [0x58]: return take(Int(take(1)[0]))
        case [0x59]:
            let length = take(2)
            return take(Int(length[0]) << 8 | Int(length[1]))
        default: throw Mismatch(expected: [0x58], found: head)
        }
    }
}

/// The parts of an attestation object laid out as devices lay it out.
struct AttestationParts {
    let leaf: [UInt8]
    let intermediate: [UInt8]
    let receipt: [UInt8]
    let authenticatorData: [UInt8]

    init(_ object: [UInt8]) throws {
        var layout = Layout(object)
        try layout.expect([0xA3])
        try layout.expectText("fmt")
        try layout.expectText("apple-appattest")
        try layout.expectText("attStmt")
        try layout.expect([0xA2])
        try layout.expectText("x5c")
        try layout.expect([0x82])
        leaf = try layout.byteString()
        intermediate = try layout.byteString()
        try layout.expectText("receipt")
        receipt = try layout.byteString()
        try layout.expectText("authData")
        authenticatorData = try layout.byteString()
        try layout.expect([])
        guard layout.rest.isEmpty else { throw Layout.Mismatch(expected: [], found: Array(layout.rest)) }
    }
}

func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.filter(\.isHexDigit)
    return stride(from: 0, to: digits.count, by: 2).compactMap { offset in
        let start = digits.index(digits.startIndex, offsetBy: offset)
        return UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16)
    }
}

func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}
