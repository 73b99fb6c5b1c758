internal import Cryptography
public import FoundationEssentials

extension SimulatedDevice {
    /// An attestation object for the key.
    /// - Parameters:
    ///   - clientDataHash: 32 bytes as a rule; whatever it is goes into the nonce as it stands.
    ///   - moment: when Apple's server would have signed; the leaf is valid from 24 hours before.
    /// - Returns: CBOR, about 5 KB, with a receipt that was made at the moment.
    /// - Throws: `validity` when a certificate cannot name the moment; `cryptography`.
    public func attest(clientDataHash: [UInt8], at moment: Date) throws(SimulationError) -> [UInt8] {
        try attestation(clientDataHash, moment) { (_: inout AttestationDraft) throws(CryptographyError) in }
    }

    /// An attestation object of the same key with one thing broken.
    public func attest(
        clientDataHash: [UInt8], at moment: Date, damage: AttestationDamage
    ) throws(SimulationError) -> [UInt8] {
        try attestation(clientDataHash, moment) { (draft: inout AttestationDraft) throws(CryptographyError) in
            try damage.apply(to: &draft)
        }
    }

    /// An attestation object that is unusual and must be accepted all the same.
    public func attest(
        clientDataHash: [UInt8], at moment: Date, variant: AttestationVariant
    ) throws(SimulationError) -> [UInt8] {
        try attestation(clientDataHash, moment) { (draft: inout AttestationDraft) throws(CryptographyError) in
            variant.apply(to: &draft)
        }
    }

    /// An attestation object whose authenticator data ends after `count` bytes, with a nonce that fits the rest.
    public func attest(
        clientDataHash: [UInt8], at moment: Date, authenticatorDataByteCount count: Int
    ) throws(SimulationError) -> [UInt8] {
        try attestation(clientDataHash, moment) { (draft: inout AttestationDraft) throws(CryptographyError) in
            draft.authenticatorData.byteCount = count
        }
    }

    private func attestation(
        _ clientDataHash: [UInt8], _ moment: Date,
        _ edit: (inout AttestationDraft) throws(CryptographyError) -> Void
    ) throws(SimulationError) -> [UInt8] {
        try moment.requireNameable()
        return try simulating { () throws(CryptographyError) in
            var draft = AttestationDraft(device: self, clientDataHash: clientDataHash, moment: moment)
            try edit(&draft)
            return try draft.encoded()
        }
    }
}
