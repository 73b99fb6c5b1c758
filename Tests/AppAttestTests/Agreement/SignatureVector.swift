import Cryptography
import TestSupport
import Testing

/// A signature that was made for two numbers: those by which generator and key are multiplied, u1 and u2 in FIPS 186-4
/// section 6.4.2. Whether it is valid was found by arithmetic on whole numbers, without libcrypto.
struct SignatureVector: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let message: [UInt8]
    let digest: P384.Digest
    let isValid: Bool
    /// X9.63.
    let key: [UInt8]
    /// DER.
    let signature: [UInt8]

    init(
        _ description: String, _ message: String, _ digest: P384.Digest = .sha256, isValid: Bool, x: String, y: String,
        r: String, s: String
    ) {
        testDescription = description
        (self.message, self.digest, self.isValid) = (Array(message.utf8), digest, isValid)
        key = [0x04] + bytes(x) + bytes(y)
        signature = SignatureDER.signature(bytes(r), bytes(s))
    }
}

/// DER of signatures, put together by hand.
enum SignatureDER {
    /// - Parameters: magnitudes, big-endian, with whatever zeros before them.
    static func signature(_ r: [UInt8], _ s: [UInt8]) -> [UInt8] { sequence(integer(r) + integer(s)) }

    static func integer(_ number: [UInt8]) -> [UInt8] {
        let magnitude = number.firstIndex { $0 != 0 }.map { Array(number[$0...]) } ?? [0]
        let contents = magnitude[0] & 0x80 == 0 ? magnitude : [0] + magnitude
        return [0x02, UInt8(contents.count)] + contents
    }

    static func sequence(_ contents: [UInt8]) -> [UInt8] {
        [0x30] + (contents.count < 128 ? [] : [0x81]) + [UInt8(contents.count)] + contents
    }

    /// The magnitudes of both numbers of a well-formed signature of less than 128 bytes.
    static func numbers(_ signature: [UInt8]) -> (r: [UInt8], s: [UInt8]) {
        var rest = signature.dropFirst(2)
        func integer() -> [UInt8] {
            let count = Int(rest.dropFirst().first ?? 0)
            defer { rest = rest.dropFirst(2 + count) }
            return Array(rest.dropFirst(2).prefix(count).drop { $0 == 0 })
        }
        return (integer(), integer())
    }

    /// Of numbers of at most as many bytes as the first has.
    static func sum(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
        var (total, carry): ([UInt8], Int) = ([], 0)
        for place in 1...max(left.count, right.count) + 1 {
            let digits = [left, right].map { place <= $0.count ? Int($0[$0.count - place]) : 0 }
            let value = digits[0] + digits[1] + carry
            total.insert(UInt8(value & 0xFF), at: 0)
            carry = value >> 8
        }
        return Array(total.drop { $0 == 0 })
    }

    /// - Parameter right: no larger than `left`.
    static func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
        var (rest, borrow): ([UInt8], Int) = ([], 0)
        for place in 1...left.count {
            let digits = [left, right].map { place <= $0.count ? Int($0[$0.count - place]) : 0 }
            let value = digits[0] - digits[1] - borrow
            rest.insert(UInt8(value & 0xFF), at: 0)
            borrow = value < 0 ? 1 : 0
        }
        return Array(rest.drop { $0 == 0 })
    }
}
