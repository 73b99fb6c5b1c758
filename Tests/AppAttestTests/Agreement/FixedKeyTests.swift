import Cryptography
import TestSupport
import Testing

@Suite("Signatures under a fixed key and libcrypto's own verification") struct FixedKeyTests {
    /// The order of P-384 and the prime of its field (FIPS 186-4 section D.1.2.4).
    private static let order =
        "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973"
    private static let prime =
        "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffff"

    private func privateKey(_ scalar: [UInt8]) throws -> P384.PrivateKey {
        let padded = [UInt8](repeating: 0, count: 48 - scalar.count) + scalar
        return try P384.PrivateKey(
            privateKeyInfo: bytes("304e 020100 3010 06072a8648ce3d0201 06052b81040022 0437 3035 020101 0430") + padded)
    }

    private func number(_ hex: String, plus: Int = 0) -> [UInt8] {
        var number = bytes(hex)
        number[number.count - 1] = UInt8(Int(number[number.count - 1]) + plus)
        return number
    }

    @Test("agree where the key is the generator, near it, or its opposite, so that points meet in the sum")
    func specialKeys() throws {
        let scalars: [[UInt8]] = [[1], [2], [3], [16], number(Self.order, plus: -1), number(Self.order, plus: -2)]
        for scalar in scalars {
            let key = try privateKey(scalar)
            let fixed = try P384FixedKey(key.publicKey)
            for round: UInt8 in 0..<12 {
                for digest in [P384.Digest.sha256, .sha384] {
                    let signature = try key.signature(for: [round], digest: digest)
                    #expect(key.publicKey.isValidSignature(signature, for: [round], digest: digest))
                    #expect(fixed.isValidSignature(signature, for: [round], digest: digest))
                    #expect(!fixed.isValidSignature(signature, for: [round, 0], digest: digest))
                }
            }
        }
    }

    @Test("agree on numbers at every edge: nought, one, the order, the prime and what lies beside them")
    func edges() throws {
        let edges: [[UInt8]] = [
            [0], [1], [2], number(Self.order, plus: -1), number(Self.order), number(Self.order, plus: 1),
            number(Self.prime, plus: -1), number(Self.prime), [UInt8](repeating: 0xFF, count: 48),
            [1] + [UInt8](repeating: 0, count: 48), [UInt8](repeating: 0x7F, count: 60),
        ]
        for scalar: [UInt8] in [[1], number(Self.order, plus: -1), [7]] {
            let key = try privateKey(scalar).publicKey
            let fixed = try P384FixedKey(key)
            for r in edges {
                for s in edges {
                    let signature = SignatureDER.signature(r, s)
                    for digest in [P384.Digest.sha256, .sha384] {
                        #expect(
                            fixed.isValidSignature(signature, for: [1], digest: digest)
                                == key.isValidSignature(signature, for: [1], digest: digest))
                    }
                }
            }
        }
    }

    @Test("agree on r with the order added: the field has room for it, the signature has not")
    func unreduced() throws {
        let key = try privateKey([7])
        let fixed = try P384FixedKey(key.publicKey)
        let signature = try key.signature(for: [1], digest: .sha256)
        let (r, s) = SignatureDER.numbers(signature)
        #expect(SignatureDER.signature(r, s) == signature)
        let unreduced = SignatureDER.signature(SignatureDER.sum(r, bytes(Self.order)), s)
        #expect(!fixed.isValidSignature(unreduced, for: [1], digest: .sha256))
        #expect(!key.publicKey.isValidSignature(unreduced, for: [1], digest: .sha256))
    }
}
