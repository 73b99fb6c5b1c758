public import FoundationEssentials

/// A receipt that passed every step. Only ``ReceiptVerifier`` makes one, so a function that takes it cannot be called with
/// a receipt that nobody verified.
public struct VerifiedReceipt: Sendable, Hashable {
    /// What it says.
    public let contents: ReceiptContents
    /// The app that was expected, and that it is for.
    public let appID: AppID
    /// Which of the expected roots its signer's certificates lead to.
    public let trustAnchor: TrustAnchor
    /// End of the validity of the certificate that signed it, itself included.
    public let signerNotAfter: Date

    init(_ authentic: AuthenticReceipt, appID: AppID) {
        (contents, trustAnchor, self.appID) = (authentic.contents, authentic.chain.anchor, appID)
        signerNotAfter = Date(timeIntervalSince1970: TimeInterval(authentic.chain.signer.notAfter))
    }
}

/// A receipt that somebody under a trusted root signed, for whatever app and key.
package struct AuthenticReceipt: Sendable {
    package let contents: ReceiptContents
    let chain: ReceiptChain
}
