import Cryptography
import Testing

@Suite("P-256 signatures for JSON Web Signatures") struct RawSignatureTests {
    /// `ECDSA-Sig-Value` (RFC 3279 section 2.2.3).
    private func der(_ raw: [UInt8]) -> [UInt8] {
        let integers = [raw.prefix(32), raw.suffix(32)].map { number in
            let digits = Array(number.drop { $0 == 0 })
            let contents = (digits.first ?? 0x80) >= 0x80 ? [0] + digits : digits
            return [0x02, UInt8(contents.count)] + contents
        }.joined()
        return [0x30, UInt8(integers.count)] + integers
    }

    @Test("have 64 bytes, also where a number begins with zeros, and verify as any other") func lengths() throws {
        let key = try P256.PrivateKey()
        // One in 128 begins with a zero byte: among a thousand there are some, but for a chance of one in 2000.
        var shortOnes = 0
        for number in 0..<1_000 {
            let message = Array("\(number)".utf8)
            let signature = try key.rawSignature(for: message)
            try #require(signature.count == 64)
            if signature[0] == 0 || signature[32] == 0 { shortOnes += 1 }
            #expect(key.publicKey.isValidSignature(der(signature), for: message))
            #expect(!key.publicKey.isValidSignature(der(signature), for: message + [0]))
        }
        #expect(shortOnes > 0)
    }
}
