private import Encodings
internal import Cryptography

/// The checks of Apple's attestation procedure, one function a step. Each returns what it established, with words for the
/// trace.
enum AttestationChecks {
    /// Steps 2 to 4: SHA-256 over authenticator data and client data hash is the nonce in the leaf.
    static func nonce(
        _ leaf: Certificate, _ authenticatorData: [UInt8], _ clientDataHash: [UInt8]
    ) throws(Finding) -> (Void, note: Note) {
        guard !clientDataHash.isEmpty else {
            throw Finding(.nonceMismatch, expected: "a client data hash", found: "no bytes")
        }
        guard let found = leaf.extensions[Certificate.ExtensionID.nonce] else {
            throw Finding(
                .malformedNonceExtension, expected: "extension \(Certificate.ExtensionID.nonce)",
                found: "no such extension in the leaf")
        }
        let nonce: [UInt8]
        do { nonce = try AppleExtensions.nonce(found) } catch {
            throw Finding(
                .malformedNonceExtension, expected: "a sequence with one tagged string of 32 bytes",
                found: error.detail)
        }
        let expected = SHA256.hash(authenticatorData, clientDataHash)
        guard ConstantTime.equal(nonce, expected) else {
            throw Finding(
                .nonceMismatch, expected: "nonce \(Hexadecimal.encode(expected)) for this challenge",
                found: "\(Hexadecimal.encode(nonce)) in the certificate")
        }
        return ((), note: Note("the certificate's nonce is that of this challenge"))
    }

    /// Step 5: SHA-256 of the leaf's public key is the key id.
    /// - Returns: the uncompressed X9.63 point: 65 bytes.
    static func keyID(_ leaf: Certificate, _ keyID: [UInt8]) throws(Finding) -> ([UInt8], note: Note) {
        let point = leaf.publicKey.bytes
        guard leaf.publicKey.curve == .p256, P256.isPoint(point) else {
            throw Finding(.keyIDMismatch, expected: "a P-256 key in the leaf", found: "another kind of key")
        }
        let expected = SHA256.hash(point)
        guard ConstantTime.equal(expected, keyID) else {
            throw Finding(
                .keyIDMismatch, expected: "key id \(Hexadecimal.encode(expected)) of the certified key",
                found: keyID.count == 32 ? Hexadecimal.encode(keyID) : "\(keyID.count) bytes")
        }
        return (point, note: Note("key id \(Hexadecimal.encode(keyID).prefix(16))…"))
    }

    /// Step 6: the relying party id hash is that of an app that is expected here.
    static func relyingParty(_ hash: [UInt8], _ appIDs: [AppID]) throws(Finding) -> (AppID, note: Note) {
        guard let match = appIDs.first(where: { ConstantTime.equal($0.rpIDHash, hash) }) else {
            let names = appIDs.map(\.description).joined(separator: " or ")
            throw Finding(
                .unknownApp, expected: "the SHA-256 of \(names.isEmpty ? "an expected app" : names)",
                found: "\(Hexadecimal.encode(hash)), which is that of another app")
        }
        return (match, note: Note(match.description))
    }

    /// Step 7.
    static func counterZero(_ counter: UInt32) throws(Finding) -> (Void, note: Note) {
        guard counter == 0 else { throw Finding(.counterNotZero, expected: "counter 0", found: "\(counter)") }
        return ((), note: Note("counter 0"))
    }

    /// Step 8: all 16 bytes of the authenticator's identifier.
    static func environment(
        _ aaguid: [UInt8], _ allowed: Set<AttestationEnvironment>
    ) throws(Finding) -> (AttestationEnvironment, note: Note) {
        var expected: String { allowed.map(\.rawValue).sorted().joined(separator: " or ") }
        guard let environment = AttestationEnvironment(aaguid: aaguid) else {
            throw Finding(
                .wrongEnvironment, expected: expected, found: "unknown identifier \(Hexadecimal.encode(aaguid))")
        }
        guard allowed.contains(environment) else {
            throw Finding(
                .wrongEnvironment, expected: "a key of the \(expected) environment",
                found: "one of the \(environment.rawValue) environment")
        }
        return (environment, note: Note(environment.rawValue))
    }

    /// Step 9.
    static func credentialID(_ credentialID: [UInt8], _ keyID: [UInt8]) throws(Finding) -> (Void, note: Note) {
        guard credentialID.count == 32, ConstantTime.equal(credentialID, keyID) else {
            throw Finding(
                .credentialIDMismatch, expected: Hexadecimal.encode(keyID),
                found: credentialID.count == 32 ? Hexadecimal.encode(credentialID) : "\(credentialID.count) bytes")
        }
        return ((), note: Note("the same 32 bytes"))
    }

    /// Not among Apple's steps, but true of every real object: the COSE key is the leaf's key, the leaf's common name is
    /// the key id, and the App ID that the authority wrote into the leaf is the app. The last two are left out of
    /// judgement where the leaf does not have them, for Apple documents neither.
    static func consistency(
        _ leaf: Certificate, _ coseKey: CBORValue, _ point: [UInt8], _ keyID: [UInt8], _ appID: AppID
    ) throws(Finding) -> (Void, note: Note) {
        let key = try COSEKey.p256Point(coseKey)
        guard key.isSame(as: point) else {
            throw Finding(.coseKeyMismatch, expected: "the certified key", found: "another key")
        }
        if let name = leaf.commonName, !Hexadecimal.isEncoding(name, of: keyID) {
            throw Finding(.commonNameMismatch, expected: Hexadecimal.encode(keyID), found: name)
        }
        if let found = leaf.extensions[Certificate.ExtensionID.applicationClaims] {
            let claims = try leaf.reading { _ throws(Malformed) in try AppleExtensions.Claims(found) }
            if let claim = claims[AppleExtensions.appIDTag], !appID.isText(claim) {
                throw Finding(
                    .appIDClaimMismatch, expected: appID.description,
                    found: String(decoding: claim, as: UTF8.self))
            }
        }
        return ((), note: Note("COSE key, common name and App ID agree"))
    }
}
