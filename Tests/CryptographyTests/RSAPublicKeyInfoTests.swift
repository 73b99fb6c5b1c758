import Cryptography
import TestSupport
import Testing

@Suite("An RSA key in its standard form") struct RSAPublicKeyInfoTests {
    /// No product of primes that anybody knows; as a public key it is as good as any.
    private static func modulus(_ count: Int) -> [UInt8] { [0xC1] + [UInt8](repeating: 0x5B, count: count - 1) }

    @Test("verifies what the private key signed, and is written as it was read") func roundTrip() throws {
        let key = try RSA.PrivateKey(bits: 2048)
        let signature = try key.signature(for: [1, 2, 3])
        let info = try key.publicKey.subjectPublicKeyInfo()
        #expect(info.count == 294)
        #expect(info == rsaPublicKeyInfo(modulus: key.publicKey.modulus))
        let read = try RSA.PublicKey(subjectPublicKeyInfo: info)
        #expect(read.isValidSignature(signature, for: [1, 2, 3]))
        #expect(!read.isValidSignature(signature, for: [1, 2, 4]))
        let certified = try RSA.PublicKey(ofCertificate: unsignedCertificate(of: info))
        #expect(certified.isValidSignature(signature, for: [1, 2, 3]))
        #expect(try certified.subjectPublicKeyInfo() == info)
    }

    @Test("has 2048 to 4096 bits", arguments: [256, 384, 512]) func sizes(_ count: Int) throws {
        let modulus = Self.modulus(count)
        let info = rsaPublicKeyInfo(modulus: modulus, exponent: [3])
        #expect(try RSA.PublicKey(subjectPublicKeyInfo: info).modulus == modulus)
        #expect(try RSA.PublicKey(subjectPublicKeyInfo: info).exponent == [3])
        #expect(try RSA.PublicKey(ofCertificate: unsignedCertificate(of: info)).modulus == modulus)
    }

    private static let good: [UInt8] = rsaPublicKeyInfo(modulus: modulus(256))

    static let others: [(name: String, info: [UInt8])] = [
        ("nothing", []),
        ("1024 bits", rsaPublicKeyInfo(modulus: modulus(128))),
        ("2040 bits", rsaPublicKeyInfo(modulus: modulus(255))),
        ("4104 bits", rsaPublicKeyInfo(modulus: modulus(513))),
        ("the exponent 1", rsaPublicKeyInfo(modulus: modulus(256), exponent: [1])),
        ("an even exponent", rsaPublicKeyInfo(modulus: modulus(256), exponent: [1, 0, 0])),
        (
            "an exponent of nine bytes",
            rsaPublicKeyInfo(modulus: modulus(256), exponent: [UInt8](repeating: 1, count: 9))
        ),
        ("a key for RSASSA-PSS", rsaPublicKeyInfo(modulus: modulus(256), algorithm: bytes("06092a864886f70d01010a"))),
        ("no NULL", rsaPublicKeyInfo(modulus: modulus(256), algorithm: bytes("06092a864886f70d010101"))),
        ("something after it", good + [0]),
        ("its last byte missing", good.dropLast()),
        ("a length in a longer form", [0x30, 0x83, 0x00, 0x01, 0x22] + good.dropFirst(4)),
        ("a modulus with a zero too many", rsaPublicKeyInfo(modulus: [0] + modulus(256))),
        ("a private key's form", der(0x30, der(0x02, [0]), good)),
    ]

    @Test("is refused for anything else", arguments: others) func refused(_ name: String, _ info: [UInt8]) {
        #expect(throws: CryptographyError(.invalidKey, "")) { try RSA.PublicKey(subjectPublicKeyInfo: info) }
    }

    @Test("is no elliptic curve's key") func otherKind() throws {
        let info = try p256PublicKeyInfo(x963: P256.PrivateKey().publicKey.x963)
        #expect(throws: CryptographyError(.invalidKey, "")) { try RSA.PublicKey(subjectPublicKeyInfo: info) }
        #expect(throws: CryptographyError(.invalidKey, "")) {
            try RSA.PublicKey(ofCertificate: unsignedCertificate(of: info))
        }
    }

    @Test("comes out of a whole certificate alone") func certificates() {
        let certificate = unsignedCertificate(of: Self.good)
        for bytes in [[], Array(certificate.dropLast()), certificate + [0], Self.good] {
            #expect(throws: CryptographyError(.invalidCertificate, "")) { try RSA.PublicKey(ofCertificate: bytes) }
        }
        #expect(throws: CryptographyError(.invalidKey, "")) {
            try RSA.PublicKey(ofCertificate: unsignedCertificate(of: rsaPublicKeyInfo(modulus: Self.modulus(128))))
        }
    }
}
