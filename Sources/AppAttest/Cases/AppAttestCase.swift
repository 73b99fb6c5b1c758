public import FoundationEssentials

/// One object to judge, with everything needed to judge it: format version 1 of a case file.
///
/// The JSON object has `kind` (`attestation` or `assertion`), `teamId`, `bundleId`, `environment`, `keyId` (base64),
/// `clientDataHash` or `clientData` (base64), the object (`attestationObject`, or `assertion` with `publicKey` (PEM) and
/// `previousCounter`), `validAt` (RFC 3339), and if wanted `expected` and `rootCertificates` (PEM texts).
public struct AppAttestCase: Sendable {
    /// What is judged.
    public enum Subject: Sendable {
        case attestation(object: [UInt8], keyID: [UInt8], validAt: Date)
        case assertion(object: [UInt8], publicKey: [UInt8], previousCounter: UInt32)
    }

    /// The object, and what belongs to its kind alone.
    public let subject: Subject
    /// The app that is expected.
    public let appID: AppID
    /// The environment that is expected.
    public let environment: AttestationEnvironment
    /// What went into the nonce: as many bytes as the file says, 32 as a rule.
    public let clientDataHash: [UInt8]
    /// Where chains must end: Apple's root unless the file names others.
    public let trustAnchors: [TrustAnchor]
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

    private init(_ fields: CaseFields) throws(CaseFileError) {
        switch fields.kind {
        case "attestation":
            subject = .attestation(
                object: try fields.base64("attestationObject", fields.attestationObject),
                keyID: try fields.base64("keyId", fields.keyId), validAt: try fields.moment())
        case "assertion":
            subject = .assertion(
                object: try fields.base64("assertion", fields.assertion), publicKey: try fields.publicKeyPoint(),
                previousCounter: try fields.storedCounter())
        case let kind:
            throw CaseFileError(
                .kindNotJudged, "cases of kind \"\(printable(kind, limit: 40))\" are not judged by this version")
        }
        appID = AppID(
            teamID: try fields.required("teamId", fields.teamId),
            bundleID: try fields.required("bundleId", fields.bundleId))
        guard let environment = AttestationEnvironment(rawValue: try fields.required("environment", fields.environment))
        else { throw CaseFileError(.malformed, "environment: expected production or development") }
        self.environment = environment
        clientDataHash = try fields.effectiveClientDataHash()
        trustAnchors = try fields.anchors()
        expected = fields.expected
    }

    /// Judges the object, with every step on the way.
    public func judge(with attestations: AttestationVerifier, _ assertions: AssertionVerifier) -> CaseVerdict {
        switch subject {
        case .attestation(let object, let keyID, let validAt):
            let judgement = attestations.judge(
                object, keyID: keyID, clientDataHash: clientDataHash,
                expecting: AttestationExpectation(
                    appIDs: [appID], environments: [environment], trustAnchors: trustAnchors),
                at: validAt)
            return CaseVerdict(rejection: judgement.rejection, trace: judgement.trace)
        case .assertion(let object, let publicKey, let previousCounter):
            let judgement = assertions.judge(
                object, clientDataHash: clientDataHash, publicKey: publicKey, appID: appID,
                previousCounter: previousCounter)
            return CaseVerdict(rejection: judgement.rejection, trace: judgement.trace)
        }
    }
}

/// What came of judging a case.
public struct CaseVerdict: Sendable {
    /// Nil for a valid object.
    public let rejection: Rejection?
    /// Every step on the way.
    public let trace: VerificationTrace

    /// `valid`, or `invalid:` and the check that failed: the words of a case file's `expected`.
    public var text: String { rejection.map { "invalid:\($0.reason.check)" } ?? "valid" }
}

/// A case file that cannot be judged.
public struct CaseFileError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of fault it is.
    public enum Code: Sendable, Hashable {
        /// Not JSON, or a field is missing or of another shape.
        case malformed
        /// A kind of case that this version does not judge, such as a receipt.
        case kindNotJudged
    }

    /// What kind of fault it is; equality is that of codes.
    public let code: Code
    /// The field and what is wrong with it, in words.
    public let description: String
    /// What the file says it is; nil when that could not be read.
    public let kind: String?

    init(_ code: Code, _ description: String, kind: String? = nil) {
        (self.code, self.description, self.kind) = (code, description, kind)
    }

    /// Whether both are of one code.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}

extension Judgement {
    /// Nil when the object was accepted.
    public var rejection: Rejection? {
        switch result {
        case .success: nil
        case .failure(let rejection): rejection
        }
    }
}
