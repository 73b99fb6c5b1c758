private import Encodings

/// Authenticator data (WebAuthn Level 2 section 6.1) as App Attest sends it.
///
/// What follows the fixed part is decided by the bytes that remain, not by the flags: iOS 27.0 appends extensions with
/// the ED flag clear, and assertions set the AT flag without attested credential data.
package struct AuthenticatorData {
    /// Attested credential data: the second part of an attestation's authenticator data.
    package struct Credential {
        /// 16 bytes.
        package let aaguid: [UInt8]
        package let credentialID: [UInt8]
        /// One item, to be a COSE key.
        package let publicKey: CBORValue
    }

    /// 32 bytes.
    package let rpIDHash: [UInt8]
    package let counter: UInt32
    package let extensions: LaunchExtensions

    private static let attestedCredentialData: UInt8 = 0x40
    private static let extensionData: UInt8 = 0x80

    /// Authenticator data of an assertion: the fixed part, at most one extension map.
    package static func assertion(_ bytes: [UInt8]) throws(Finding) -> AuthenticatorData {
        var parts = try Parts(bytes)
        return AuthenticatorData(
            rpIDHash: parts.rpIDHash, counter: parts.counter, extensions: try parts.extensions())
    }

    /// Authenticator data of an attestation: the fixed part, a credential, at most one extension map.
    package static func attestation(_ bytes: [UInt8]) throws(Finding) -> (AuthenticatorData, Credential) {
        var parts = try Parts(bytes)
        let credential = try parts.credential()
        let data = AuthenticatorData(
            rpIDHash: parts.rpIDHash, counter: parts.counter, extensions: try parts.extensions())
        return (data, credential)
    }

    /// The fixed part, and a cursor behind it.
    private struct Parts {
        let rpIDHash: [UInt8]
        let flags: UInt8
        let counter: UInt32
        private var reader: ByteReader
        /// What follows the fixed part, or the credential id where there is one.
        private var items: CBORDecoder?

        init(_ bytes: [UInt8]) throws(Finding) {
            reader = ByteReader(bytes)
            do {
                rpIDHash = try reader.take(32)
                flags = try reader.byte()
                counter = UInt32(truncatingIfNeeded: try reader.number(4))
            } catch {
                throw Finding(
                    .authenticatorDataTooShort, expected: "37 bytes or more", found: "\(bytes.count) bytes")
            }
        }

        mutating func credential() throws(Finding) -> Credential {
            let flags = flags
            guard flags & AuthenticatorData.attestedCredentialData != 0 else {
                throw Finding(
                    .noAttestedCredentialData, expected: "the flag for attested credential data (0x40)",
                    found: "flags 0x\(Hexadecimal.encode([flags]))")
            }
            do {
                let aaguid = try reader.take(16)
                let credentialID = try reader.take(try reader.number(2))
                var items = CBORDecoder(reader.rest())
                let publicKey = try items.next()
                self.items = items
                return Credential(aaguid: aaguid, credentialID: credentialID, publicKey: publicKey)
            } catch {
                throw Finding(
                    .malformedAuthenticatorData, expected: "identifier, length, credential id and a COSE key",
                    found: error.detail)
            }
        }

        mutating func extensions() throws(Finding) -> LaunchExtensions {
            var items = items ?? CBORDecoder(reader.rest())
            guard !items.isAtEnd else {
                guard flags & AuthenticatorData.extensionData == 0 else {
                    throw Finding(
                        .malformedAuthenticatorData, expected: "extensions, as the flags announce (0x80)",
                        found: "nothing")
                }
                return .none
            }
            let value: CBORValue
            do { value = try items.next() } catch {
                throw Finding(.trailingAuthenticatorData, expected: "one extension map", found: error.detail)
            }
            let remaining = items.remaining
            guard case .map(let map) = value, remaining == 0 else {
                throw Finding(
                    .trailingAuthenticatorData, expected: "one extension map and nothing else",
                    found: remaining == 0 ? value.kind : "\(value.kind) and \(remaining) bytes more")
            }
            return try LaunchExtensions(map)
        }
    }
}
