internal import Cryptography
private import Synchronization

/// Step A1: leaf, intermediate, pinned root (RFC 5280 section 6, as far as such chains need it).
///
/// The intermediate is validated to its root by libcrypto once and remembered by its bytes; the leaf, which is new each
/// time, is read by the strict reader of this library and its signature checked with tables made for the intermediate's
/// key. Nothing is fetched and no certificate of the system is trusted.
final class ChainValidator: Sendable {
    /// An intermediate that leads to an anchor, at any time within the periods of both.
    private final class Issuer: Sendable {
        let certificate: Certificate
        let key: P384FixedKey
        let subjectKeyIdentifier: [UInt8]?
        /// The anchor's period of validity, in seconds since 1970.
        let anchorNotBefore: Int64
        let anchorNotAfter: Int64

        init(_ certificate: Certificate, _ anchor: Certificate) throws(Finding) {
            self.certificate = certificate
            (anchorNotBefore, anchorNotAfter) = (anchor.notBefore, anchor.notAfter)
            guard certificate.publicKey.curve == .p384 else {
                throw Finding(.chainUntrusted, expected: "an intermediate with a P-384 key", found: "another key")
            }
            do {
                key = try P384FixedKey(P384.PublicKey(x963: certificate.publicKey.bytes))
            } catch {
                throw Finding(.chainUntrusted, expected: "an intermediate with a P-384 key", found: error.description)
            }
            subjectKeyIdentifier = try certificate.reading { certificate throws(Malformed) in
                try certificate.subjectKeyIdentifier()
            }
        }
    }

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
    private let issuers = Mutex<[Path: Issuer]>([:])
    private static let capacity = 64

    /// - Parameters:
    ///   - certificates: DER, leaf first; 2, or 3 when the root is sent along.
    ///   - now: seconds since 1970.
    ///   - leeway: seconds by which each period of validity is widened at both ends.
    /// - Returns: the leaf, the anchor that it leads to, and a note for the trace.
    func validate(
        _ certificates: [[UInt8]], anchors: [TrustAnchor], at now: Int64, leeway: Int64
    ) throws(Finding) -> ((leaf: Certificate, anchor: TrustAnchor), note: Note) {
        guard certificates.count == 2 || certificates.count == 3 else {
            throw Finding(
                .chainUntrusted, expected: "a leaf and an intermediate certificate",
                found: "\(certificates.count) certificates")
        }
        let leaf = try Self.read(certificates[0], "leaf certificate")
        let candidates =
            certificates.count == 2 ? anchors : anchors.filter { $0.der == certificates[2] }
        guard !candidates.isEmpty else {
            throw Finding(
                .chainUntrusted, expected: "a root that is trusted here",
                found: certificates.count == 2 ? "no trusted root is configured" : "another root certificate")
        }
        let (issuer, anchor) = try issuer(of: certificates[1], anchors: candidates)
        try Self.require(leaf, issuedBy: issuer)
        try Self.requireValid(issuer.anchorNotBefore, issuer.anchorNotAfter, "root", at: now, leeway)
        try Self.requireValid(
            issuer.certificate.notBefore, issuer.certificate.notAfter, "intermediate", at: now, leeway)
        try Self.requireValid(leaf.notBefore, leaf.notAfter, "leaf", at: now, leeway)
        let note = Note(
            """
            \(certificates.count) certificates lead to \
            \(anchor == .appleAppAttestationRootCA ? "Apple App Attestation Root CA" : "a root of your own"); \
            the leaf is valid for this moment
            """)
        return ((leaf, anchor), note)
    }

    private func issuer(of intermediate: [UInt8], anchors: [TrustAnchor]) throws(Finding) -> (Issuer, TrustAnchor) {
        let paths = anchors.map { Path(intermediate: intermediate, anchor: $0) }
        // Asked for all anchors first, so that one is not tried in vain each time before the right one.
        let known: (Issuer, TrustAnchor)? = issuers.withLock { issuers in
            for path in paths { if let issuer = issuers[path] { return (issuer, path.anchor) } }
            return nil
        }
        if let known { return known }
        var failure: Finding?
        for path in paths {
            do throws(Finding) {
                let issuer = try Self.establish(path)
                issuers.withLock { issuers in
                    if issuers.count >= Self.capacity { issuers.removeAll() }
                    issuers[path] = issuer
                }
                return (issuer, path.anchor)
            } catch { failure = error }
        }
        throw failure
            ?? Finding(.chainUntrusted, expected: "a trusted root", found: "none that signed the intermediate")
    }

    private static func establish(_ path: Path) throws(Finding) -> Issuer {
        let certificate = try read(path.intermediate, "intermediate certificate")
        let anchor = try read(path.anchor.der, "root certificate")
        do {
            try CertificatePath.validate(path.intermediate, anchors: [path.anchor.der], at: nil)
        } catch {
            switch error.kind {
            case .malformedCertificate:
                throw Finding(.malformedCertificate, expected: "an X.509 certificate", found: error.explanation)
            case .signature, .untrusted, .notYetValid, .expired, .other:
                throw Finding(
                    .chainUntrusted, expected: "an intermediate signed by a trusted root", found: error.explanation)
            }
        }
        try requireAuthority(anchor, "root", pathLength: 1)
        try requireAuthority(certificate, "intermediate", pathLength: 0)
        return try Issuer(certificate, anchor)
    }

    /// Basic constraints and key usage of an authority (RFC 5280 section 6.1.4 k to n), and no constraint that is not
    /// understood here.
    private static func requireAuthority(
        _ certificate: Certificate, _ name: String, pathLength: UInt64
    ) throws(Finding) {
        let constraints = try certificate.reading { certificate throws(Malformed) in
            try certificate.basicConstraints()
        }
        guard let constraints, constraints.isAuthority, constraints.pathLength ?? pathLength >= pathLength else {
            throw Finding(
                .issuerNotAuthority, expected: "\(name) that is an authority over \(pathLength) further authorities",
                found: constraints.map { $0.isAuthority ? "a path length too short" : "no authority" }
                    ?? "no constraints")
        }
        guard
            try certificate.reading({ certificate throws(Malformed) in try certificate.maySignCertificates() })
        else {
            throw Finding(
                .issuerNotAuthority, expected: "\(name) that may sign certificates", found: "another key usage")
        }
        let unknown = certificate.extensions.unknownCritical(besides: [
            Certificate.ExtensionID.basicConstraints, Certificate.ExtensionID.keyUsage,
        ])
        guard unknown.isEmpty, certificate.extensions[Certificate.ExtensionID.nameConstraints] == nil else {
            throw Finding(
                .chainUntrusted, expected: "\(name) without constraints of other kinds",
                found: "extensions \(unknown.joined(separator: ", "))")
        }
    }

    private static func require(_ leaf: Certificate, issuedBy issuer: Issuer) throws(Finding) {
        guard leaf.issuer == issuer.certificate.subject else {
            throw Finding(
                .chainUntrusted, expected: "a leaf issued by the intermediate", found: "another issuer's name")
        }
        let identifier = try leaf.reading { leaf throws(Malformed) in try leaf.authorityKeyIdentifier() }
        if let identifier, let expected = issuer.subjectKeyIdentifier, identifier != expected {
            throw Finding(.chainUntrusted, expected: "the intermediate's key identifier", found: "another one")
        }
        let unknown = leaf.extensions.unknownCritical(besides: [
            Certificate.ExtensionID.basicConstraints, Certificate.ExtensionID.keyUsage,
            Certificate.ExtensionID.extendedKeyUsage,
        ])
        guard unknown.isEmpty else {
            throw Finding(
                .chainUntrusted, expected: "no unknown critical extension", found: unknown.joined(separator: ", "))
        }
        let digest: P384.Digest
        switch Certificate.SignatureAlgorithm(leaf.signatureAlgorithm) {
        case .ecdsaWithSHA256: digest = .sha256
        case .ecdsaWithSHA384: digest = .sha384
        case nil:
            throw Finding(
                .chainUntrusted, expected: "a leaf signed with ECDSA", found: "algorithm \(leaf.signatureAlgorithm)")
        }
        guard issuer.key.isValidSignature(leaf.signature, for: leaf.signedBytes, digest: digest) else {
            throw Finding(
                .chainUntrusted, expected: "the intermediate's signature under the leaf",
                found: "one that does not verify")
        }
    }

    private static func requireValid(
        _ notBefore: Int64, _ notAfter: Int64, _ name: String, at now: Int64, _ leeway: Int64
    ) throws(Finding) {
        guard now >= notBefore - leeway else {
            throw Finding(
                .chainNotYetValid, expected: "a \(name) certificate valid from \(CivilTime.text(notBefore))",
                found: "the moment \(CivilTime.text(now))")
        }
        guard now <= notAfter + leeway else {
            throw Finding(
                .chainExpired, expected: "a \(name) certificate valid until \(CivilTime.text(notAfter))",
                found: "the moment \(CivilTime.text(now))")
        }
    }

    private static func read(_ der: [UInt8], _ name: String) throws(Finding) -> Certificate {
        do { return try Certificate(der: der) } catch {
            throw Finding(.malformedCertificate, expected: "a \(name) in DER", found: error.detail)
        }
    }
}

extension Certificate {
    /// Reads an extension; one that is malformed makes the certificate so.
    func reading<Value>(_ read: (Certificate) throws(Malformed) -> Value) throws(Finding) -> Value {
        do { return try read(self) } catch {
            throw Finding(.malformedCertificate, expected: "extensions in DER", found: error.detail)
        }
    }
}
