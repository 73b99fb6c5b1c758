private import Synchronization

/// A certificate of a receipt, read. A class for the reason that ``ReceiptChain`` is one.
final class ReceiptCertificate: Sendable {
    let der: [UInt8]
    let read: Certificate

    init(_ der: [UInt8]) throws(Malformed) { (self.der, read) = (der, try Certificate(der: der)) }
}

/// The certificates of a receipt, read, with the chains that were found good among them.
final class ReceiptCertificates: Sendable {
    /// In the order of the receipt.
    let list: [ReceiptCertificate]
    private let chains = Mutex<[Question: ReceiptChain]>([:])
    /// Whether it is, or is about to be, among those that are kept.
    fileprivate let isKept = Atomic(false)

    private struct Question: Hashable {
        let signer: [UInt8]
        let anchors: [TrustAnchor]

        static func == (left: Question, right: Question) -> Bool {
            left.signer.isSame(as: right.signer) && left.anchors == right.anchors
        }

        func hash(into hasher: inout Hasher) {
            // What a signature covers ends in extensions, which signers have in common: there is no short name for it.
            hasher.combine(signer.count)
            hasher.combine(anchors)
        }
    }

    /// Beyond these, chains are found anew each time: a receipt has one signer, and few roots are ever trusted.
    private static let capacity = 16

    /// - Parameter certificates: DER, in the order of the receipt.
    fileprivate init(_ certificates: [[UInt8]]) throws(Finding) {
        var list: [ReceiptCertificate] = []
        for der in certificates {
            do { list.append(try ReceiptCertificate(der)) } catch {
                throw Finding(.malformedCertificate, expected: "certificates in DER", found: error.detail)
            }
        }
        self.list = list
    }

    /// - Parameter signer: one of the list.
    func chain(of signer: ReceiptCertificate, anchors: [TrustAnchor]) throws(Finding) -> ReceiptChain {
        let question = Question(signer: signer.read.signedBytes, anchors: anchors)
        if let known = chains.withLock({ $0[question] }) { return known }
        let chain = try ReceiptChain(signer.read, among: list, anchors: anchors)
        chains.withLock { if $0.count < Self.capacity { $0[question] = chain } }
        return chain
    }
}

/// Certificates of receipts among which a chain was found good, by their bytes: Apple signs all receipts of a year with one
/// certificate, and reading the certificates and finding the chain costs more than all the rest.
///
/// Periods of validity are no part of it; they are compared each time. Only what passed every check is kept, so that nobody
/// can fill this with rubbish.
final class KnownReceiptCertificates: Sendable {
    private struct Key: Hashable {
        let certificates: [[UInt8]]

        static func == (left: Key, right: Key) -> Bool {
            left.certificates.count == right.certificates.count
                && zip(left.certificates, right.certificates).allSatisfy { $0.isSame(as: $1) }
        }

        func hash(into hasher: inout Hasher) {
            for certificate in certificates { hasher.combine(endOf: certificate) }
        }
    }

    private let known = Mutex<[Key: ReceiptCertificates]>([:])
    private static let capacity = 64

    /// - Parameter certificates: DER, in the order of the receipt.
    func certificates(_ certificates: [[UInt8]]) throws(Finding) -> ReceiptCertificates {
        if let found = known.withLock({ $0[Key(certificates: certificates)] }) { return found }
        return try ReceiptCertificates(certificates)
    }

    /// A signer, an intermediate and a root: whoever sends some of them twice has the same ones in countless lists.
    private static let usualCount = 3

    /// Keeps certificates among which a chain was found good.
    func keep(_ certificates: ReceiptCertificates) {
        guard certificates.list.count <= Self.usualCount else { return }
        guard !certificates.isKept.exchange(true, ordering: .relaxed) else { return }
        let key = Key(certificates: certificates.list.map(\.der))
        known.withLock { known in
            if known.count >= Self.capacity { known.removeAll() }
            known[key] = certificates
        }
    }
}
