internal import Cryptography
internal import FoundationEssentials
private import Synchronization

/// Who signs receipts: a key and its certificate under the authority's intermediate for receipts.
struct ReceiptSigner: Sendable {
    let key: P256.PrivateKey
    let draft: CertificateDraft
    /// The draft as the intermediate signed it, DER: the same bytes in every receipt of this signer.
    let certificate: [UInt8]

    init(issuer: Issuer, from day: Date) throws(CryptographyError) {
        key = try P256.PrivateKey()
        draft = try .receiptSigner(publicKey: key.publicKey, at: day)
        certificate = try draft.signed(by: issuer.key, digest: .sha256)
    }
}

/// The signer of the day, which all copies of an authority share.
///
/// Apple signs all receipts of a year with one certificate, and verifiers remember its chain: a signer for each receipt
/// would have them do what they never do. A day in UTC, and not the time since the first receipt, so that a receipt's
/// certificate does not depend on the receipts before it.
final class ReceiptSigners: Sendable {
    private let latest = Mutex<(day: Date, signer: ReceiptSigner)?>(nil)

    func signer(at moment: Date, issuer: Issuer) throws(CryptographyError) -> ReceiptSigner {
        let day = Date(timeIntervalSince1970: (moment.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)
        return try latest.withLock { (latest) throws(CryptographyError) in
            if let latest, latest.day == day { return latest.signer }
            let signer = try ReceiptSigner(issuer: issuer, from: day)
            latest = (day, signer)
            return signer
        }
    }
}
