import Cryptography
import TestSupport
import Testing

@Suite("Primitives") struct PrimitiveTests {
    @Test("SHA-256 gives the digest of FIPS 180-4 for abc") func digest() {
        #expect(
            hex(SHA256.hash(Array("a".utf8), Array("bc".utf8)))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test("HMAC-SHA-256 gives the code of RFC 4231 for a key padded to 32 bytes") func code() throws {
        // RFC 4231 case 2 has the key "Jefe"; HMAC pads keys with zeros, so 32 bytes with zeros give the same code.
        let key = try SymmetricKey(Array("Jefe".utf8) + Array(repeating: 0, count: 28))
        #expect(
            hex(try HMACSHA256.code(for: Array("what do ya want for nothing?".utf8), key: key))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    @Test("An authenticator gives the same codes, each as if it were the first") func authenticator() throws {
        let key = try SymmetricKey(Array("Jefe".utf8) + Array(repeating: 0, count: 28))
        let authenticator = HMACSHA256.Authenticator(key: key)
        for _ in 0..<2 {
            #expect(
                hex(try authenticator.code(for: Array("what do ya want for nothing?".utf8)))
                    == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
            // Of no message at all, by another implementation.
            #expect(
                hex(try authenticator.code(for: []))
                    == "923598ca6d64af2a5dba79dcd021a8a0fe5c5f557519adaaf0ad532d4506dd30")
        }
    }

    @Test("A sealed box opens only unaltered") func box() throws {
        let key = try SymmetricKey(Array(0..<32))
        let nonce = [UInt8](repeating: 7, count: 12)
        let sealed = try AESGCM.seal([1, 2, 3], key: key, nonce: nonce, associatedData: [9])
        #expect(sealed.count == 19)
        #expect(try AESGCM.open(sealed, key: key, nonce: nonce, associatedData: [9]) == [1, 2, 3])
        for index in sealed.indices {
            var altered = sealed
            altered[index] ^= 1
            #expect(throws: CryptographyError(.authenticationFailure, "")) {
                try AESGCM.open(altered, key: key, nonce: nonce, associatedData: [9])
            }
        }
        #expect(throws: CryptographyError(.authenticationFailure, "")) {
            try AESGCM.open(sealed, key: key, nonce: nonce, associatedData: [])
        }
        #expect(throws: CryptographyError(.authenticationFailure, "")) {
            try AESGCM.open([1, 2], key: key, nonce: nonce, associatedData: [9])
        }
    }

    @Test("AES-256-GCM gives the tag of the GCM specification's test case 13") func vector() throws {
        let zeros = try SymmetricKey(Array(repeating: 0, count: 32))
        let sealed = try AESGCM.seal([], key: zeros, nonce: Array(repeating: 0, count: 12), associatedData: [])
        #expect(hex(sealed) == "530f8afbc74536b9a963b4f1c4cb738b")
    }

    @Test("A secret key cannot be printed") func secrecy() throws {
        let key = try SymmetricKey(Array(repeating: 0xAB, count: 32))
        #expect("\(key) \(String(reflecting: key))".lowercased().contains("171") == false)
        #expect("\(key)" == "<key>")
    }
}

@Suite("Keys") struct KeyTests {
    @Test("P-256 signatures verify over the message and nothing else") func p256() throws {
        let key = try P256.PrivateKey()
        let signature = try key.signature(for: [1, 2, 3])
        #expect(key.publicKey.isValidSignature(signature, for: [1, 2, 3]))
        #expect(!key.publicKey.isValidSignature(signature, for: [1, 2, 4]))
        #expect(!key.publicKey.isValidSignature(signature + [0], for: [1, 2, 3]))
        #expect(!key.publicKey.isValidSignature([], for: [1, 2, 3]))
        let restored = try P256.PrivateKey(privateKeyInfo: key.privateKeyInfo())
        #expect(restored.publicKey.x963 == key.publicKey.x963)
    }

    @Test("A point off the curve, compressed, or of the wrong length is no key")
    func badPoints() throws {
        let good = try P256.PrivateKey().publicKey.x963
        var off = good
        off[64] ^= 1
        for bad: [UInt8] in [off, [0x02] + Array(good[1...32]), Array(good.dropLast()), good + [0], [], [0x00]] {
            #expect(throws: CryptographyError(.invalidKey, "")) { try P256.PublicKey(x963: bad) }
        }
    }

    @Test("The fixed-key path agrees with the ordinary one on good, altered and malformed signatures")
    func fixedKey() throws {
        let key = try P384.PrivateKey()
        let fixed = try P384FixedKey(key.publicKey)
        for round in 0..<40 {
            let message = try SecureRandom.bytes(1 + round * 7)
            let digest: P384.Digest = round.isMultiple(of: 2) ? .sha256 : .sha384
            let signature = try key.signature(for: message, digest: digest)
            #expect(fixed.isValidSignature(signature, for: message, digest: digest))
            #expect(!fixed.isValidSignature(signature, for: message + [0], digest: digest))
            for index in signature.indices {
                var altered = signature
                altered[index] ^= UInt8(1 << (round % 8))
                #expect(
                    fixed.isValidSignature(altered, for: message, digest: digest)
                        == key.publicKey.isValidSignature(altered, for: message, digest: digest))
            }
        }
    }

    @Test(
        "The fixed-key path refuses numbers out of range",
        arguments: [
            "3006020100020100", "3006020101020100", "3006020100020101", "30060201ff020101", "300602010102 01ff",
            "3080020101020101" + "0000", "300602010102010100", "", "30",
            // r = n and s = n, the order of P-384.
            "3066023100ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973"
                + "023100ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973",
        ])
    func outOfRange(_ encoded: String) throws {
        let key = try P384.PrivateKey().publicKey
        let signature = bytes(encoded.filter { $0 != " " })
        #expect(try !P384FixedKey(key).isValidSignature(signature, for: [1], digest: .sha256))
        #expect(!key.isValidSignature(signature, for: [1], digest: .sha256))
    }

    @Test("RSA keys survive storage and sign as RS256") func rsa() throws {
        let key = try RSA.PrivateKey(bits: 2048)
        let signature = try RSA.PrivateKey(privateKeyInfo: key.privateKeyInfo()).signature(for: [1])
        #expect(signature.count == 256)
        let publicKey = try RSA.PublicKey(modulus: key.publicKey.modulus, exponent: [1, 0, 1])
        #expect(publicKey.isValidSignature(signature, for: [1]))
        #expect(!publicKey.isValidSignature(signature, for: [2]))
        #expect(throws: CryptographyError(.invalidKey, "")) { try RSA.PrivateKey(bits: 1024) }
        #expect(throws: CryptographyError(.invalidKey, "")) {
            try RSA.PublicKey(modulus: Array(repeating: 0xFF, count: 128), exponent: [1, 0, 1])
        }
    }
}
