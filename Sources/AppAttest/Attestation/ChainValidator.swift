internal import Cryptography
private import Synchronization

/// Step A1: leaf, intermediate, pinned root (RFC 5280 section 6, as far as such chains need it), in two parts: reading,
/// which needs no signature and believes nothing, and proving.
///
/// The intermediate is validated to its root by libcrypto once and remembered by its bytes; the leaf, which is new each
/// time, is read by the strict reader of this library and its signature checked with tables made for the intermediate's
/// key. Nothing is fetched and no certificate of the system is trusted.
final class ChainValidator: Sendable {
    private struct Path: Hashable {
        let intermediate: [UInt8]
        let anchor: TrustAnchor

        static func == (left: Path, right: Path) -> Bool {
            left.intermediate.isSame(as: right.intermediate) && left.anchor == right.anchor
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(endOf: intermediate)
            hasher.combine(anchor)
        }
    }

    /// Only paths that were found good are kept, so that nobody can fill this with rubbish; simulated authorities may
    /// still come and go.
    private let issuers = Mutex<[Path: KnownIssuer]>([:])
    private static let capacity = 64

    /// How many intermediates are remembered.
    var knownCount: Int { issuers.withLock { $0.count } }

    /// The first part: whether the certificates fit one another, the anchors and the moment. What it gives is believed by
    /// nobody until ``prove(_:)`` took it.
    /// - Parameters:
    ///   - certificates: DER, leaf first; 2, or 3 when the root is sent along.
    ///   - now: seconds since 1970.
    ///   - leeway: seconds by which each period of validity is widened at both ends.
    func read(
        _ certificates: [[UInt8]], anchors: [TrustAnchor], at now: Int64, leeway: Int64
    ) throws(Finding) -> UnprovenChain {
        try UnprovenChain(certificates, anchors: anchors, at: now, leeway: leeway) { intermediate, anchors in
            known(intermediate, anchors)
        }
    }

    /// The second part: the signatures up to the root, and the root's own period.
    /// - Returns: what is proven now, and a note for the trace.
    func prove(_ chain: UnprovenChain) throws(Finding) -> (ProvenChain, note: Note) {
        let issuer: KnownIssuer
        if let known = chain.known { issuer = known } else { issuer = try self.issuer(of: chain) }
        let anchor = issuer.anchor
        try chain.requireValid(issuer.anchorNotBefore, issuer.anchorNotAfter, "root")
        guard
            issuer.key.isValidSignature(chain.leaf.signature, for: chain.leaf.signedBytes, digest: chain.digest)
        else {
            throw Finding(
                .chainUntrusted, expected: "the intermediate's signature under the leaf",
                found: "one that does not verify")
        }
        let note = Note(
            """
            \(chain.count) certificates lead to \
            \(anchor == .appleAppAttestationRootCA ? "Apple App Attestation Root CA" : "a root of your own"); \
            the leaf is valid for this moment
            """)
        return (ProvenChain(chain, anchor), note)
    }

    /// An intermediate by its bytes; all anchors are asked for, so that one is not tried in vain each time before the
    /// right one.
    private func known(_ intermediate: [UInt8], _ anchors: [TrustAnchor]) -> KnownIssuer? {
        issuers.withLock { issuers in
            for anchor in anchors {
                if let issuer = issuers[Path(intermediate: intermediate, anchor: anchor)] { return issuer }
            }
            return nil
        }
    }

    private func issuer(of chain: UnprovenChain) throws(Finding) -> KnownIssuer {
        var failure: Finding?
        for anchor in chain.anchors {
            do throws(Finding) {
                let issuer = try Self.establish(chain.intermediate, anchor)
                issuers.withLock { issuers in
                    if issuers.count >= Self.capacity { issuers.removeAll() }
                    issuers[Path(intermediate: chain.intermediate.der, anchor: anchor)] = issuer
                }
                return issuer
            } catch { failure = error }
        }
        throw failure
            ?? Finding(.chainUntrusted, expected: "a trusted root", found: "none that signed the intermediate")
    }

    /// The table for the intermediate's key is made last, once the root has vouched for it.
    private static func establish(_ intermediate: Intermediate, _ root: TrustAnchor) throws(Finding) -> KnownIssuer {
        let anchor = try Certificate(root.der, named: "root")
        do {
            try CertificatePath.validate(intermediate.der, anchors: [root.der], at: nil)
        } catch {
            switch error.kind {
            case .malformedCertificate:
                throw Finding(.malformedCertificate, expected: "an X.509 certificate", found: error.explanation)
            case .signature, .untrusted, .notYetValid, .expired, .other:
                throw Finding(
                    .chainUntrusted, expected: "an intermediate signed by a trusted root", found: error.explanation)
            }
        }
        try anchor.requireAuthority("root", pathLength: 1)
        try intermediate.certificate.requireAuthority("intermediate", pathLength: 0)
        return try KnownIssuer(intermediate, root, read: anchor)
    }
}

/// An intermediate that was proven to lead to an anchor, at any time within the periods of both. Only ``ChainValidator``
/// makes one.
final class KnownIssuer: Sendable {
    let intermediate: Intermediate
    let key: P384FixedKey
    let anchor: TrustAnchor
    /// The anchor's period of validity, in seconds since 1970.
    let anchorNotBefore: Int64
    let anchorNotAfter: Int64

    fileprivate init(
        _ intermediate: Intermediate, _ anchor: TrustAnchor, read certificate: Certificate
    ) throws(Finding) {
        (self.intermediate, self.anchor) = (intermediate, anchor)
        (anchorNotBefore, anchorNotAfter) = (certificate.notBefore, certificate.notAfter)
        let publicKey = intermediate.certificate.publicKey
        guard publicKey.curve == .p384 else {
            throw Finding(.chainUntrusted, expected: "an intermediate with a P-384 key", found: "another key")
        }
        do {
            key = try P384FixedKey(P384.PublicKey(x963: publicKey.bytes))
        } catch {
            throw Finding(.chainUntrusted, expected: "an intermediate with a P-384 key", found: error.description)
        }
    }
}

/// A chain whose signatures lead from the leaf to an anchor, all of it valid at the moment asked for. Only
/// ``ChainValidator/prove(_:)`` makes one.
struct ProvenChain {
    private let chain: UnprovenChain
    let anchor: TrustAnchor

    fileprivate init(_ chain: UnprovenChain, _ anchor: TrustAnchor) { (self.chain, self.anchor) = (chain, anchor) }

    var leaf: Certificate { chain.leaf }
}
