import AppAttest
import TestSupport

/// The parts of an attestation object, to be changed and put together again.
struct AttestationParts {
    /// DER, leaf first.
    var certificates: [[UInt8]]
    var receipt: [UInt8]
    var authenticatorData: [UInt8]

    init(_ object: [UInt8]) throws {
        guard case .map(let top) = try CBORDecoder.decode(object),
            case .map(let statement)? = top[.text(CBORText("attStmt"))],
            case .array(let x5c)? = statement[.text(CBORText("x5c"))],
            case .bytes(let receipt)? = statement[.text(CBORText("receipt"))],
            case .bytes(let authenticatorData)? = top[.text(CBORText("authData"))]
        else { throw MalformedFixture() }
        certificates = try x5c.map { item in
            guard case .bytes(let der) = item else { throw MalformedFixture() }
            return der
        }
        (self.receipt, self.authenticatorData) = (receipt, authenticatorData)
    }

    /// In the order and the lengths that devices use.
    var object: [UInt8] {
        var object = bytes("a3 63 666d74 6f 6170706c652d61707061747465737467 61747453746d74 a2 63 783563")
        object.append(0x80 | UInt8(certificates.count))
        for certificate in certificates { object += Self.byteString(certificate) }
        object += bytes("67 72656365697074") + Self.byteString(receipt)
        return object + bytes("68 6175746844617461") + Self.byteString(authenticatorData)
    }

    private static func byteString(_ bytes: [UInt8]) -> [UInt8] {
        bytes.count < 256
            ? [0x58, UInt8(bytes.count)] + bytes : [0x59, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
    }
}
