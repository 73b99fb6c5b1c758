public import FoundationEssentials

/// One object to judge, with everything needed to judge it: format version 1 of a case file.
///
/// The JSON object has `kind` (`attestation`, `assertion`, `receipt` or `leafCertificate`), `teamId`, `bundleId`,
/// `environment`, `keyId` (base64), `clientDataHash` or `clientData` (base64), the object (`attestationObject`;
/// `assertion` with `publicKey` (PEM) and `previousCounter`; `receipt` with `publicKey`; `certificate`), `validAt`
/// (RFC 3339), and if wanted `expected`, `rootCertificates` and `receiptRootCertificates` (PEM texts).
///
/// Servers know more about what they refused, and older readers pass over it: `bundleIds` and `environments` (others that
/// would do as well), `clockLeeway` (seconds), `launchPolicy` (the JSON of ``LaunchPolicy``), `receiptPolicy` (`unusable`:
/// `RECORD` or `REFUSE`; `reportOnly`), and for assertions `attested` (`environment`, `validationCategory`,
/// `bundleVersion`, `osVersion`). What they have in `exchange` is not about the object, and is not read here.
public struct AppAttestCase: Sendable {
    /// What is judged.
    public enum Subject: Sendable {
        case attestation(object: [UInt8], keyID: [UInt8], clientDataHash: [UInt8], validAt: Date)
        case assertion(object: [UInt8], publicKey: [UInt8], clientDataHash: [UInt8], previousCounter: UInt32)
        /// The client data hash is compared where the file has one.
        case receipt(object: [UInt8], publicKey: [UInt8], clientDataHash: [UInt8]?, validAt: Date)
        /// The leaf of an attestation without the rest; Apple's intermediate is known.
        case leafCertificate(der: [UInt8], keyID: [UInt8], validAt: Date)
    }

    /// The object, and what belongs to its kind alone.
    public let subject: Subject
    /// The app that is expected.
    public let appID: AppID
    /// That app, and others that an attestation may be of.
    public let appIDs: [AppID]
    /// The environment that is expected; nil for a leaf certificate alone, which names none.
    public let environment: AttestationEnvironment?
    /// The environments that an attestation's key may come from; none for a leaf certificate alone.
    public let environments: Set<AttestationEnvironment>
    /// Seconds by which periods of validity are widened: none unless the file says so.
    public let clockLeeway: Int
    /// What is demanded beyond Apple's steps; nothing unless the file says so.
    public let launchPolicy: LaunchPolicy
    /// What was signed about an assertion's key at its attestation, where the file says so.
    public let attestedFacts: AttestedFacts?
    /// Whether a receipt that cannot be used refuses the attestation that it is in; so it does unless the file says that
    /// it is only recorded.
    public let refusesUnusableReceipts: Bool
    /// Where chains must end: Apple's root unless the file names others.
    public let trustAnchors: [TrustAnchor]
    /// Where the certificates of receipts must end: Apple's root unless the file names others. Nil when the receipt in an
    /// attestation is not judged, for the file has roots for attestations alone.
    public let receiptTrustAnchors: [TrustAnchor]?
    /// `valid` or `invalid:<check>`, where the file says what the verdict should be.
    public let expected: String?

    /// - Parameter json: the contents of a case file.
    /// - Throws: ``CaseFileError`` with what is missing or malformed, and where.
    public init(json: [UInt8]) throws(CaseFileError) {
        let fields = try CaseFields(json: json)
        do throws(CaseFileError) {
            try self.init(fields)
        } catch {
            throw CaseFileError(error.code, error.description, kind: fields.kind)
        }
    }

    /// - Throws: ``CaseFileError`` that does not name the kind.
    package init(_ fields: CaseFields) throws(CaseFileError) {
        switch fields.kind {
        case "attestation":
            subject = .attestation(
                object: try fields.base64("attestationObject", fields.attestationObject),
                keyID: try fields.base64("keyId", fields.keyId), clientDataHash: try fields.effectiveClientDataHash(),
                validAt: try fields.moment())
        case "assertion":
            subject = .assertion(
                object: try fields.base64("assertion", fields.assertion), publicKey: try fields.publicKeyPoint(),
                clientDataHash: try fields.effectiveClientDataHash(), previousCounter: try fields.storedCounter())
        case "receipt":
            subject = .receipt(
                object: try fields.base64("receipt", fields.receipt), publicKey: try fields.publicKeyPoint(),
                clientDataHash: try fields.optionalClientDataHash(), validAt: try fields.moment())
        case "leafCertificate":
            subject = .leafCertificate(
                der: try fields.base64("certificate", fields.certificate),
                keyID: try fields.base64("keyId", fields.keyId), validAt: try fields.moment())
        case let kind:
            throw CaseFileError(
                .kindNotJudged, "cases of kind \"\(printable(kind, limit: 40))\" are not judged by this version")
        }
        (appID, appIDs) = (try fields.appID(), try fields.appIDs())
        environment = fields.kind == "leafCertificate" ? nil : try fields.expectedEnvironment()
        environments = fields.kind == "leafCertificate" ? [] : try fields.expectedEnvironments()
        (clockLeeway, launchPolicy) = (try fields.leeway(), try fields.policy())
        (attestedFacts, refusesUnusableReceipts) = (
            try fields.attestedFacts(), try fields.refusesUnusableReceipts()
        )
        trustAnchors = try fields.anchors()
        receiptTrustAnchors = try fields.receiptAnchors()
        expected = fields.expected
    }

    /// What the file calls the subject.
    public var kind: String {
        switch subject {
        case .attestation: "attestation"
        case .assertion: "assertion"
        case .receipt: "receipt"
        case .leafCertificate: "leafCertificate"
        }
    }

    /// Whether chains may end at roots that the file itself brings, which anybody can make.
    public var bringsRoots: Bool {
        switch subject {
        case .attestation:
            trustAnchors != [.appleAppAttestationRootCA] || receiptTrustAnchors.map { $0 != [.appleRootCAG3] } ?? false
        case .assertion, .leafCertificate: trustAnchors != [.appleAppAttestationRootCA]
        case .receipt: receiptTrustAnchors != [.appleRootCAG3]
        }
    }
}

/// A case file that cannot be judged.
public struct CaseFileError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of fault it is.
    public enum Code: Sendable, Hashable {
        /// Not JSON, or a field is missing or of another shape.
        case malformed
        /// A kind of case that this version does not judge.
        case kindNotJudged
    }

    /// What kind of fault it is; equality is that of codes.
    public let code: Code
    /// The field and what is wrong with it, in words.
    public let description: String
    /// What the file says it is; nil when that could not be read.
    public let kind: String?

    package init(_ code: Code, _ description: String, kind: String? = nil) {
        (self.code, self.description, self.kind) = (code, description, kind)
    }

    /// Whether both are of one code.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}
