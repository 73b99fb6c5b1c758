internal import Cryptography

/// The first part of step A1, all that needs no signature: certificates that were read and that fit one another by names,
/// key identifiers, what they may do, and periods of validity.
///
/// Anybody can make one up. It can be judged and refused, but nothing may be believed of it and nothing remembered:
/// only ``ChainValidator/prove(_:)`` makes a ``ProvenChain`` of it.
///
/// A class, as ``Intermediate`` is: a copy of a certificate counts a reference to each of its parts, and threads that count
/// references to the parts of one intermediate wait for one another.
final class UnprovenChain: Sendable {
    let leaf: Certificate
    let intermediate: Intermediate
    /// Of an intermediate that was proven before.
    let known: KnownIssuer?
    /// Where it may end: all that are trusted, or the one that was sent along. Not empty.
    let anchors: [TrustAnchor]
    /// What the leaf's signature is over.
    let digest: P384.Digest
    /// DER certificates that were sent: 2 or 3.
    let count: Int
    /// Seconds since 1970.
    let now: Int64
    /// Seconds by which each period of validity is widened at both ends.
    let leeway: Int64

    /// - Parameters:
    ///   - certificates: DER, leaf first; 2, or 3 when the root is sent along.
    ///   - known: gives an intermediate that was proven for one of the anchors before, so that it is not read again.
    init(
        _ certificates: [[UInt8]], anchors: [TrustAnchor], at now: Int64, leeway: Int64,
        known: (_ intermediate: [UInt8], _ anchors: [TrustAnchor]) -> KnownIssuer?
    ) throws(Finding) {
        guard certificates.count == 2 || certificates.count == 3 else {
            throw Finding(
                .chainUntrusted, expected: "a leaf and an intermediate certificate",
                found: "\(certificates.count) certificates")
        }
        (count, self.now, self.leeway) = (certificates.count, now, leeway)
        leaf = try Certificate(certificates[0], named: "leaf")
        self.anchors = certificates.count == 2 ? anchors : anchors.filter { $0.der == certificates[2] }
        guard !self.anchors.isEmpty else {
            throw Finding(
                .chainUntrusted, expected: "a root that is trusted here",
                found: certificates.count == 2 ? "no trusted root is configured" : "another root certificate")
        }
        digest = try Self.digest(of: leaf)
        self.known = known(certificates[1], self.anchors)
        if let known = self.known {
            intermediate = known.intermediate
            try require(leaf, namesAsIssuer: intermediate)
        } else {
            intermediate = try Intermediate(certificates[1])
            try require(leaf, namesAsIssuer: intermediate)
            try intermediate.certificate.requireAuthority("intermediate", pathLength: 0)
        }
        try requireValid(intermediate.certificate.notBefore, intermediate.certificate.notAfter, "intermediate")
        try requireValid(leaf.notBefore, leaf.notAfter, "leaf")
    }

    private func require(_ leaf: Certificate, namesAsIssuer intermediate: Intermediate) throws(Finding) {
        guard leaf.issuer.isSame(as: intermediate.certificate.subject) else {
            throw Finding(
                .chainUntrusted, expected: "a leaf issued by the intermediate", found: "another issuer's name")
        }
        let identifier = try leaf.reading { leaf throws(Malformed) in try leaf.authorityKeyIdentifier() }
        if let identifier, let expected = intermediate.subjectKeyIdentifier, identifier != expected {
            throw Finding(.chainUntrusted, expected: "the intermediate's key identifier", found: "another one")
        }
        let unknown = leaf.extensions.unknownCritical(besides: [
            Certificate.ExtensionID.basicConstraints, Certificate.ExtensionID.keyUsage,
            Certificate.ExtensionID.extendedKeyUsage,
        ])
        guard unknown.isEmpty else {
            throw Finding(
                .chainUntrusted, expected: "no unknown critical extension", found: Certificate.names(of: unknown))
        }
    }

    private static func digest(of leaf: Certificate) throws(Finding) -> P384.Digest {
        switch Certificate.SignatureAlgorithm(leaf.signatureAlgorithm) {
        case .ecdsaWithSHA256: return .sha256
        case .ecdsaWithSHA384: return .sha384
        case nil:
            throw Finding(
                .chainUntrusted, expected: "a leaf signed with ECDSA", found: "algorithm \(leaf.signatureAlgorithm)")
        }
    }

    /// - Parameter name: of the certificate whose period it is, in words.
    func requireValid(_ notBefore: Int64, _ notAfter: Int64, _ name: String) throws(Finding) {
        let now = now
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
}

/// An intermediate certificate that was read.
final class Intermediate: Sendable {
    let der: [UInt8]
    let certificate: Certificate
    let subjectKeyIdentifier: [UInt8]?

    init(_ der: [UInt8]) throws(Finding) {
        self.der = der
        certificate = try Certificate(der, named: "intermediate")
        subjectKeyIdentifier = try certificate.reading { certificate throws(Malformed) in
            try certificate.subjectKeyIdentifier()
        }
    }
}

extension Certificate {
    /// - Parameter name: in words.
    init(_ der: [UInt8], named name: String) throws(Finding) {
        do { self = try Certificate(der: der) } catch {
            throw Finding(.malformedCertificate, expected: "a \(name) certificate in DER", found: error.detail)
        }
    }

    /// Basic constraints and key usage of an authority (RFC 5280 section 6.1.4 k to n), and no constraint that is not
    /// understood here.
    func requireAuthority(_ name: String, pathLength: UInt64) throws(Finding) {
        let constraints = try reading { certificate throws(Malformed) in try certificate.basicConstraints() }
        guard let constraints, constraints.isAuthority, constraints.pathLength ?? pathLength >= pathLength else {
            throw Finding(
                .issuerNotAuthority, expected: "\(name) that is an authority over \(pathLength) further authorities",
                found: constraints.map { $0.isAuthority ? "a path length too short" : "no authority" }
                    ?? "no constraints")
        }
        guard try reading({ certificate throws(Malformed) in try certificate.maySignCertificates() }) else {
            throw Finding(
                .issuerNotAuthority, expected: "\(name) that may sign certificates", found: "another key usage")
        }
        let unknown = extensions.unknownCritical(besides: [ExtensionID.basicConstraints, ExtensionID.keyUsage])
        guard unknown.isEmpty, extensions[ExtensionID.nameConstraints] == nil else {
            throw Finding(
                .chainUntrusted, expected: "\(name) without constraints of other kinds",
                found: "extensions \(Certificate.names(of: unknown))")
        }
    }

    /// For words: the first few, sorted.
    fileprivate static func names(of identifiers: [OID]) -> String {
        identifiers.prefix(8).map(\.description).sorted().joined(separator: ", ")
    }

    /// Reads an extension; one that is malformed makes the certificate so.
    func reading<Value>(_ read: (Certificate) throws(Malformed) -> Value) throws(Finding) -> Value {
        do { return try read(self) } catch {
            throw Finding(.malformedCertificate, expected: "extensions in DER", found: error.detail)
        }
    }
}
