import Cryptography
import Dispatch
import Synchronization
import TestSupport
import Testing

@Suite("Signatures under a fixed P-256 key and libcrypto's own verification") struct P256FixedKeyTests {
    /// The order of P-256 and the prime of its field (FIPS 186-4 section D.1.2.3).
    private static let order = bytes("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
    private static let prime = bytes("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")

    /// A key with what libcrypto says of it beside what the table says.
    private struct Pair {
        let plain: P256.PublicKey
        let fixed: P256FixedKey

        init(_ key: P256.PublicKey) throws { (plain, fixed) = (key, try P256FixedKey(key)) }

        /// Nil where they disagree.
        func verdict(_ signature: [UInt8], _ message: [UInt8]) -> Bool? {
            let verdict = plain.isValidSignature(signature, for: message)
            return fixed.isValidSignature(signature, for: message) == verdict ? verdict : nil
        }
    }

    private func privateKey(_ scalar: [UInt8]) throws -> P256.PrivateKey {
        let padded = [UInt8](repeating: 0, count: 32 - scalar.count) + scalar
        return try P256.PrivateKey(
            privateKeyInfo: bytes("3041 020100 3013 06072a8648ce3d0201 06082a8648ce3d030107 0427 3025 020101 0420")
                + padded)
    }

    private func number(_ number: [UInt8], plus: Int) -> [UInt8] {
        var number = number
        number[number.count - 1] = UInt8(Int(number[number.count - 1]) + plus)
        return number
    }

    @Test("agree on many keys and messages, on every damage of one bit, and on the signature of another message")
    func random() throws {
        for _ in 0..<6 {
            let key = try P256.PrivateKey()
            let pair = try Pair(key.publicKey)
            for round: UInt8 in 0..<150 {
                let signature = try key.signature(for: [round])
                #expect(pair.verdict(signature, [round]) == true)
                #expect(pair.verdict(signature, [round, 0]) == false)
            }
            let signature = try key.signature(for: [7])
            for bit in 0..<signature.count * 8 {
                var damaged = signature
                damaged[bit / 8] ^= 1 << UInt8(bit % 8)
                #expect(pair.verdict(damaged, [7]) == false)
            }
        }
    }

    @Test("agree where the key is the generator, near it, or its opposite, so that points meet in the sum")
    func specialKeys() throws {
        for scalar in [[1], [2], [3], [64], [128], number(Self.order, plus: -1), number(Self.order, plus: -2)] {
            let key = try privateKey(scalar)
            let pair = try Pair(key.publicKey)
            for round: UInt8 in 0..<20 {
                let signature = try key.signature(for: [round])
                #expect(pair.verdict(signature, [round]) == true)
                #expect(pair.verdict(signature, [round, 0]) == false)
            }
        }
    }

    @Test("agree on numbers at every edge: nought, one, the order, the prime and what lies beside them")
    func edges() throws {
        let edges: [[UInt8]] = [
            [0], [1], [2], number(Self.order, plus: -1), Self.order, number(Self.order, plus: 1),
            number(Self.prime, plus: -1), Self.prime, [UInt8](repeating: 0xFF, count: 32),
            [1] + [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0x7F, count: 60),
        ]
        for scalar in [[1], number(Self.order, plus: -1), [7]] {
            let pair = try Pair(privateKey(scalar).publicKey)
            for r in edges {
                for s in edges { #expect(pair.verdict(SignatureDER.signature(r, s), [1]) == false) }
            }
        }
    }

    @Test("agree on s and its opposite, which are both valid, and on numbers with the order added, which are not")
    func otherNumbers() throws {
        let key = try privateKey([7])
        let pair = try Pair(key.publicKey)
        for round: UInt8 in 0..<20 {
            let (r, s) = SignatureDER.numbers(try key.signature(for: [round]))
            #expect(pair.verdict(SignatureDER.signature(r, s), [round]) == true)
            #expect(pair.verdict(SignatureDER.signature(r, SignatureDER.difference(Self.order, s)), [round]) == true)
            #expect(pair.verdict(SignatureDER.signature(SignatureDER.sum(r, Self.order), s), [round]) == false)
            #expect(pair.verdict(SignatureDER.signature(r, SignatureDER.sum(s, Self.order)), [round]) == false)
            #expect(pair.verdict(SignatureDER.signature(SignatureDER.difference(Self.order, r), s), [round]) == false)
            #expect(pair.verdict(SignatureDER.signature(s, r), [round]) == false)
        }
    }

    @Test("agree on everything that is not the one encoding of a signature")
    func encodings() throws {
        let key = try privateKey([7])
        let pair = try Pair(key.publicKey)
        for round: UInt8 in 0..<20 {
            let signature = try key.signature(for: [round])
            let (r, s) = SignatureDER.numbers(signature)
            let (first, second) = (SignatureDER.integer(r), SignatureDER.integer(s))
            func padded(_ integer: [UInt8]) -> [UInt8] { [0x02, integer[1] + 1, 0] + integer.dropFirst(2) }
            func negative(_ integer: [UInt8]) -> [UInt8] {
                [0x02, integer[1], integer[2] | 0x80] + integer.dropFirst(3)
            }
            func long(_ integer: [UInt8]) -> [UInt8] { [0x02, 0x81] + integer.dropFirst() }
            let contents = first + second
            let count = UInt8(contents.count)
            let others: [[UInt8]] = [
                [], [0x30], [0x30, 0x00], signature + [0], signature.dropLast(), [0] + signature,
                SignatureDER.sequence(padded(first) + second), SignatureDER.sequence(first + padded(second)),
                SignatureDER.sequence(negative(first) + second), SignatureDER.sequence(first + negative(second)),
                SignatureDER.sequence(long(first) + second), SignatureDER.sequence(first + long(second)),
                SignatureDER.sequence(contents + [0x05, 0x00]), SignatureDER.sequence(contents + [0x02, 0x01, 0x00]),
                SignatureDER.sequence(first), SignatureDER.sequence([0x05, 0x00] + second),
                SignatureDER.sequence(first + [0x05, 0x00]), SignatureDER.sequence([0x02, 0x00] + second),
                SignatureDER.sequence(first + [0x02, 0x00]), SignatureDER.sequence([0x04] + first.dropFirst() + second),
                [0x31, count] + contents, [0x10, count] + contents, [0x30, 0x81, count] + contents,
                [0x30, 0x82, 0x00, count] + contents, [0x30, 0x80] + contents + [0x00, 0x00], [0x30, 0x80] + contents,
                [0x30, count + 1] + contents, [0x30, count - 1] + contents,
                [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF] + contents,
                SignatureDER.sequence(signature), r + s,
            ]
            #expect(pair.verdict(signature, [round]) == true)
            for (place, other) in others.enumerated() {
                #expect(pair.verdict(other, [round]) == false, "number \(place), round \(round)")
            }
        }
    }

    @Test("are judged by many threads with one table")
    func threads() throws {
        let key = try P256.PrivateKey()
        let fixed = try P256FixedKey(key.publicKey)
        let signatures = try (0..<16).map { try key.signature(for: [$0]) }
        let right = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 400) { number in
            let (signature, message) = (signatures[number % 16], UInt8(number % 16))
            if fixed.isValidSignature(signature, for: [message]), !fixed.isValidSignature(signature, for: [message, 0])
            {
                right.add(1, ordering: .relaxed)
            }
        }
        #expect(right.load(ordering: .relaxed) == 400)
    }
}
