import AppCheckTokens
import Cryptography
import Encodings
import TestSupport
import Testing

@Suite("A key that an administrator pastes") struct CustomTokenKeyMaterialTests {
    private static let info: [UInt8] = rsaPublicKeyInfo(modulus: [0xC1] + [UInt8](repeating: 0x5B, count: 255))
    private static let publicKey: String = PEM.block("PUBLIC KEY", info)
    private static let certificate: String = PEM.block("CERTIFICATE", unsignedCertificate(of: info))

    @Test("is read from a public key and from a certificate, as the same bytes") func forms() throws {
        for text in [
            Self.publicKey, Self.certificate, "\n \(Self.publicKey)\n\n", Self.publicKey.split("\n", joinedBy: "\r\n"),
            Self.publicKey.split("\n", joinedBy: "\n  "),
        ] {
            #expect(try CustomTokenKeyMaterial.publicKey(pem: text) == Self.info)
        }
    }

    @Test("is never a private one, in whatever form, and none of it is repeated") func privateKeys() throws {
        let key = try RSA.PrivateKey(bits: 2048).privateKeyInfo()
        let pem = PEM.block("PRIVATE KEY", key)
        for text in [
            pem, PEM.block("RSA PRIVATE KEY", key), PEM.block("ENCRYPTED PRIVATE KEY", key), Self.publicKey + pem,
            #"{"type":"service_account","private_key":"\#(pem.split("\n", joinedBy: "\\n"))"}"#,
        ] {
            let fault = #expect(throws: CustomTokenKeyMaterial.Fault.privateKey) {
                try CustomTokenKeyMaterial.publicKey(pem: text)
            }
            #expect(fault?.description.contains("MII") == false)
        }
        // A private key under a public one's name.
        #expect(throws: CustomTokenKeyMaterial.Fault.unsuitableKey) {
            try CustomTokenKeyMaterial.publicKey(pem: PEM.block("PUBLIC KEY", key))
        }
    }

    static let others: [(text: String, fault: CustomTokenKeyMaterial.Fault)] = [
        ("", .notOneBlock), ("key", .notOneBlock), ("-----BEGIN PUBLIC KEY-----", .notOneBlock),
        (publicKey + publicKey, .notOneBlock), ("key:\n" + publicKey, .notOneBlock), (publicKey + "key", .notOneBlock),
        (String(publicKey.dropLast(3)), .notOneBlock),
        (publicKey.split("END PUBLIC KEY", joinedBy: "END CERTIFICATE"), .notOneBlock),
        (publicKey + String(repeating: "\n", count: 16_384), .notOneBlock),
        (PEM.block("RSA PUBLIC KEY", info), .otherBlock), (PEM.block("CERTIFICATE REQUEST", info), .otherBlock),
        (PEM.block("PUBLIC \u{212A}EY", info), .otherBlock),
        (publicKey.split("END PUBLIC KEY", joinedBy: "END PUBLIC \u{212A}EY"), .notOneBlock),
        (PEM.block("public key", info), .otherBlock), (PEM.block("", info), .otherBlock),
        ("-----BEGIN PUBLIC KEY-----\n*\n-----END PUBLIC KEY-----", .unreadable),
        (PEM.block("CERTIFICATE", info), .unreadable), (PEM.block("CERTIFICATE", []), .unreadable),
        (PEM.block("PUBLIC KEY", []), .unsuitableKey), (PEM.block("PUBLIC KEY", info + [0]), .unsuitableKey),
        (
            PEM.block("PUBLIC KEY", rsaPublicKeyInfo(modulus: [UInt8](repeating: 0xC1, count: 128))),
            .unsuitableKey
        ),
    ]

    @Test("is refused for what is wrong with it", arguments: others)
    func refused(_ text: String, _ fault: CustomTokenKeyMaterial.Fault) {
        #expect(throws: fault) { try CustomTokenKeyMaterial.publicKey(pem: text) }
    }

    @Test("is no elliptic curve's") func otherKind() throws {
        let info = try p256PublicKeyInfo(x963: P256.PrivateKey().publicKey.x963)
        for text in [PEM.block("PUBLIC KEY", info), PEM.block("CERTIFICATE", unsignedCertificate(of: info))] {
            #expect(throws: CustomTokenKeyMaterial.Fault.unsuitableKey) {
                try CustomTokenKeyMaterial.publicKey(pem: text)
            }
        }
    }
}

extension String {
    fileprivate func split(_ separator: String, joinedBy other: String) -> String {
        split(separator: separator, omittingEmptySubsequences: false).joined(separator: other)
    }
}
