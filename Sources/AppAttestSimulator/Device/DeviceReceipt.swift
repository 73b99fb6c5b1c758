internal import Cryptography
internal import FoundationEssentials

extension SimulatedDevice {
    /// A receipt for the key: the one that comes with an attestation, or one that Apple gives for it later.
    ///
    /// Its certificates lead to the authority's ``SimulatedAuthority/trustAnchor``, where those of attestations lead too:
    /// Apple has two roots.
    /// - Returns: CMS signed data in BER, about 3 KB.
    /// - Throws: `validity` when a certificate cannot name the moment; `cryptography`.
    public func receipt(_ subject: ReceiptSubject) throws(SimulationError) -> [UInt8] {
        try receipt(subject) { (_: inout ReceiptDraft) throws(CryptographyError) in }
    }

    /// A receipt with one thing broken.
    public func receipt(_ subject: ReceiptSubject, damage: ReceiptDamage) throws(SimulationError) -> [UInt8] {
        try receipt(subject) { (draft: inout ReceiptDraft) throws(CryptographyError) in
            try damage.apply(to: &draft, of: self)
        }
    }

    /// A receipt that is unusual and must be accepted all the same.
    public func receipt(_ subject: ReceiptSubject, variant: ReceiptVariant) throws(SimulationError) -> [UInt8] {
        try receipt(subject) { (draft: inout ReceiptDraft) throws(CryptographyError) in variant.apply(to: &draft) }
    }

    private func receipt(
        _ subject: ReceiptSubject, _ edit: (inout ReceiptDraft) throws(CryptographyError) -> Void
    ) throws(SimulationError) -> [UInt8] {
        try subject.moment.requireNameable()
        return try simulating { () throws(CryptographyError) in
            var draft = try ReceiptDraft(subject, for: self)
            try edit(&draft)
            return try draft.encoded()
        }
    }
}
