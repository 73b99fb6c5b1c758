/// What the moment of judging has to do with a receipt. Its certificates must have been valid when it was made in any
/// case.
public enum ReceiptTiming: Sendable, Hashable, CaseIterable {
    /// It has just come, from a device or from Apple: it was made within 5 minutes of the moment of judging, and its
    /// certificates are valid then.
    case arrival
    /// It was verified at its arrival and kept. Signers' certificates live 13 months, kept receipts may outlive them, so
    /// the moment of judging plays no part.
    case kept
    /// Its certificates are valid at the moment of judging, however long ago it was made: for judging recorded objects
    /// at the moment that was recorded with them.
    case recorded
}

/// What a receipt must prove to be accepted.
public struct ReceiptExpectation: Sendable, Hashable {
    /// The key that a receipt is for.
    public enum Key: Sendable, Hashable {
        /// The leaf certificate of the attestation, DER: field 3 must be these very bytes.
        case leafCertificate([UInt8])
        /// The attested key as it was stored, 65 bytes, uncompressed X9.63: field 3 must be a certificate of it.
        case publicKey([UInt8])
    }

    /// The app that the key was attested for, field 2.
    public var appID: AppID
    /// The attested key, field 3.
    public var key: Key
    /// Whether the receipt has just come or was kept.
    public var timing: ReceiptTiming
    /// Field 6: `attest` for receipts in attestations, `receipt` for answers from Apple; nil takes either.
    public var type: ReceiptType?
    /// Field 4 of a receipt of type `attest`: what the app handed to `attestKey`. Nil where it is not known any more. Not
    /// compared in receipts from Apple, which have it damaged.
    public var clientDataHash: [UInt8]?
    /// The environment that field 7 must fit, where the receipt has that field; nil where it is not known.
    public var environment: AttestationEnvironment?
    /// Whether a receipt passes whose signature is over its content although it has signed attributes, which the signature
    /// should be over (RFC 5652 section 5.4). A receipt of 2020 is known that is so. For archives alone.
    public var acceptsUncoveredAttributes: Bool
    /// Where the signer's certificates must end. Apple's root for receipts unless devices are simulated.
    public var trustAnchors: [TrustAnchor]
    /// Seconds by which periods of validity and the 5 minutes are widened at both ends: 0 to 60 as a rule.
    /// Less than none counts as none, and more than a day as a day.
    public var clockLeeway: Int
    /// Nothing is expected of it: where field 3 has these very bytes, they were read before.
    private(set) var readLeaf: ReadLeaf?

    /// An expectation that compares what it is given and nothing else.
    public init(
        appID: AppID, key: Key, timing: ReceiptTiming, type: ReceiptType? = nil, clientDataHash: [UInt8]? = nil,
        environment: AttestationEnvironment? = nil, acceptsUncoveredAttributes: Bool = false,
        trustAnchors: [TrustAnchor] = [.appleRootCAG3], clockLeeway: Int = 0
    ) {
        (self.appID, self.key, self.timing, self.type) = (appID, key, timing, type)
        (self.clientDataHash, self.environment) = (clientDataHash, environment)
        self.acceptsUncoveredAttributes = acceptsUncoveredAttributes
        (self.trustAnchors, self.clockLeeway) = (trustAnchors, clockLeeway)
    }

    /// What the receipt inside an attestation must fit: its leaf certificate, its app, its environment, and the client data
    /// hash that it was verified with.
    public init(
        embeddedIn attestation: VerifiedAttestation, clientDataHash: [UInt8], timing: ReceiptTiming = .arrival,
        acceptsUncoveredAttributes: Bool = false, trustAnchors: [TrustAnchor] = [.appleRootCAG3],
        clockLeeway: Int = 0
    ) {
        self.init(
            appID: attestation.appID, key: .leafCertificate(attestation.leafCertificate), timing: timing, type: .attest,
            clientDataHash: clientDataHash, environment: attestation.environment,
            acceptsUncoveredAttributes: acceptsUncoveredAttributes, trustAnchors: trustAnchors,
            clockLeeway: clockLeeway)
        readLeaf = ReadLeaf(of: attestation)
    }
}
