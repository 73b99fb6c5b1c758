private import Encodings
internal import Cryptography

/// The checks of Apple's assertion procedure, one function a step, with words for the trace.
enum AssertionChecks {
    static func clientDataHash(_ hash: [UInt8]) throws(Finding) -> (Void, note: Note) {
        guard hash.count == 32 else {
            throw Finding(
                .challengeMismatch, expected: "a client data hash of 32 bytes", found: "\(hash.count) bytes")
        }
        return ((), note: Note("SHA-256 \(Hexadecimal.encode(hash).prefix(16))…"))
    }

    /// Steps 2 and 3. The message that is signed is the nonce, so what ECDSA signs is SHA-256 of the nonce. A signature
    /// over the nonce as digest is never accepted: no device makes one.
    static func signature(
        _ object: AssertionObject, _ clientDataHash: [UInt8], _ publicKey: [UInt8]
    ) throws(Finding) -> (Void, note: Note) {
        let nonce = SHA256.hash(object.authenticatorData, clientDataHash)
        let isValid: Bool
        do { isValid = try P256.isValidSignature(object.signature, for: nonce, by: publicKey) } catch {
            throw Finding(
                .malformedPublicKey, expected: "a P-256 point of 65 bytes", found: "\(publicKey.count) other bytes")
        }
        guard isValid else {
            throw Finding(
                .signatureInvalid, expected: "a signature of the attested key over this request",
                found: "one that does not verify: another key, other client data, or altered bytes")
        }
        return ((), note: Note("the signature verifies"))
    }

    /// Step 5.
    static func counter(_ counter: UInt32, after previous: UInt32) throws(Finding) -> (Void, note: Note) {
        guard counter > previous else {
            throw Finding(
                .counterStale, expected: "a counter above \(previous)",
                found: "\(counter): the request was sent before, or a later one overtook it")
        }
        return ((), note: Note("\(counter) after \(previous)"))
    }
}
