private import Synchronization

/// Chains of receipts' signers that were found good, by the bytes of everything that they were found from: Apple signs all
/// receipts of a year with one certificate, and finding its chain costs more than all the rest.
///
/// Periods of validity are no part of it; they are compared each time. Only chains that passed every check are kept, so
/// that nobody can fill this with rubbish.
final class KnownReceiptChains: Sendable {
    private struct Question: Hashable {
        let signer: [UInt8]
        /// DER, in the order of the receipt.
        let certificates: [[UInt8]]
        let anchors: [TrustAnchor]
    }

    private let chains = Mutex<[Question: ReceiptChain]>([:])
    private static let capacity = 64

    /// - Parameter certificates: DER and read, in the order of the receipt.
    func chain(
        of signer: Certificate, among certificates: [(der: [UInt8], read: Certificate)], anchors: [TrustAnchor]
    ) throws(Finding) -> ReceiptChain {
        let question = Question(signer: signer.signedBytes, certificates: certificates.map(\.der), anchors: anchors)
        if let known = chains.withLock({ $0[question] }) { return known }
        let chain = try ReceiptChain(signer, among: certificates, anchors: anchors)
        chains.withLock { chains in
            if chains.count >= Self.capacity { chains.removeAll() }
            chains[question] = chain
        }
        return chain
    }
}
