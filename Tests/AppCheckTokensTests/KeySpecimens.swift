import AppCheckTokens
import Cryptography
import Foundation

/// Keys made anew for each run: none is written down anywhere, not even for tests.
enum KeySpecimens {
    /// PKCS #8, base64.
    static let keyA = made { try SigningKey.generate().privateKeyInfo() }
    static let keyB = made { try SigningKey.generate().privateKeyInfo() }
    /// PKCS #8, base64: P-256.
    static let ellipticKey = made { try P256.PrivateKey().privateKeyInfo() }
    /// PKCS #8, base64: RSA, but restricted to RSASSA-PSS: key A under that algorithm's identifier (RFC 4055 section 3.1)
    /// in place of `rsaEncryption` with its NULL.
    static let pssKey = made {
        let rsa: [UInt8] = [0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00]
        let pss: [UInt8] = [0x30, 0x0B, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0A]
        let contents = Array(try bytes(base64: keyA).dropFirst(4)).replacing(rsa, with: pss, maxReplacements: 1)
        return [0x30, 0x82, UInt8(contents.count >> 8), UInt8(contents.count & 0xFF)] + contents
    }

    static let kidA = name(of: keyA)
    static let kidB = name(of: keyB)
    /// Twelve characters, but of no key.
    static let kidOfNone = String(kidA.dropLast()) + (kidA.last == "A" ? "B" : "A")
    /// base64url.
    static let modulusA = (try? signingKey(keyA).publicJWK.modulus).map(Base64URL.encode) ?? ""

    /// Empty where a key could not be made; every test with it fails then.
    private static func made(_ make: () throws -> [UInt8]) -> String {
        (try? make()).map { Data($0).base64EncodedString() } ?? ""
    }

    private static func name(of key: String) -> String { (try? signingKey(key).kid) ?? "" }
}
