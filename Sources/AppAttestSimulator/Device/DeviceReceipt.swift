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
        try receipt(subject) { (draft: inout ReceiptDraft) throws(CryptographyError) in try damage.apply(to: &draft) }
    }

    /// A receipt that is unusual and must be accepted all the same.
    public func receipt(_ subject: ReceiptSubject, variant: ReceiptVariant) throws(SimulationError) -> [UInt8] {
        try receipt(subject) { (draft: inout ReceiptDraft) throws(CryptographyError) in variant.apply(to: &draft) }
    }

    private func receipt(
        _ subject: ReceiptSubject, _ edit: (inout ReceiptDraft) throws(CryptographyError) -> Void
    ) throws(SimulationError) -> [UInt8] {
        try requireNameable(subject.moment)
        return try simulating { () throws(CryptographyError) in
            var draft = try ReceiptDraft(device: self, subject: subject)
            try edit(&draft)
            return try draft.encoded()
        }
    }

    /// Whether certificates can name the moment and a year around it.
    func requireNameable(_ moment: Date) throws(SimulationError) {
        let year: TimeInterval = 366 * 86_400
        guard (moment - year).fitsCertificate, (moment + year).fitsCertificate else {
            throw SimulationError(.validity, "a certificate cannot name that moment")
        }
    }
}
