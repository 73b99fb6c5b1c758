/// The steps of Apple's procedures, with the consistency checks that every real object passes as well.
public enum VerificationStep: Hashable, Sendable, CaseIterable {
    case attestationObject
    case certificateChain
    case nonce
    case keyID
    case relyingParty
    case counterZero
    case environment
    case credentialID
    case consistency
    case extensions

    case assertionObject
    case clientData
    case signature
    case assertedApp
    case assertedExtensions
    case counterAdvance

    case launchCategory
    case launchBundleVersion
    case launchOSVersion
    case launchEnvironment
    case launchKeyAccess

    case receiptContainer
    case receiptSignature
    case receiptChain
    case receiptFields
    case receiptApp
    case receiptMoment
    case receiptKey
    case receiptConsistency

    static let attestation: [VerificationStep] = [
        .attestationObject, .certificateChain, .nonce, .keyID, .relyingParty, .counterZero, .environment,
        .credentialID, .consistency, .extensions,
    ]
    /// The counter comes last, after the rules of a launch policy.
    static func assertion(with policy: LaunchPolicy) -> [VerificationStep] {
        [.assertionObject, .clientData, .signature, .assertedApp, .assertedExtensions]
            + policy.assertionSteps + [.counterAdvance]
    }
    /// The steps of a launch policy, as far as it has rules for them.
    static let launchPolicy: [VerificationStep] = [
        .launchCategory, .launchBundleVersion, .launchOSVersion, .launchEnvironment, .launchKeyAccess,
    ]
    static let receipt: [VerificationStep] = [
        .receiptContainer, .receiptSignature, .receiptChain, .receiptFields, .receiptApp, .receiptMoment, .receiptKey,
        .receiptConsistency,
    ]
    /// The steps that need no expectation: whether Apple made the receipt at the moment it says.
    static let authenticReceipt: [VerificationStep] = [
        .receiptContainer, .receiptSignature, .receiptChain, .receiptFields, .receiptMoment,
    ]

    /// Whether the step is a rule of a ``LaunchPolicy`` rather than one of Apple's.
    public var isOfLaunchPolicy: Bool { Self.launchPolicy.contains(self) }

    /// The number of the step in Apple's list of nine (A), six (S) or six (R); A0, S0 and R0 is reading the object, X what
    /// follows, P the rules of a launch policy.
    public var code: String {
        switch self {
        case .attestationObject: "A0"
        case .certificateChain: "A1"
        case .nonce: "A2-A4"
        case .keyID: "A5"
        case .relyingParty: "A6"
        case .counterZero: "A7"
        case .environment: "A8"
        case .credentialID: "A9"
        case .consistency: "AX1"
        case .extensions: "AX2"
        case .assertionObject: "S0"
        case .clientData: "S1"
        case .signature: "S2-S3"
        case .assertedApp: "S4"
        case .assertedExtensions: "SX1"
        case .counterAdvance: "S5"
        case .launchCategory: "P1"
        case .launchBundleVersion: "P2"
        case .launchOSVersion: "P3"
        case .launchEnvironment: "P4"
        case .launchKeyAccess: "P5"
        case .receiptContainer: "R0"
        case .receiptSignature: "R1"
        case .receiptChain: "R2"
        case .receiptFields: "R3"
        case .receiptApp: "R4"
        case .receiptMoment: "R5"
        case .receiptKey: "R6"
        case .receiptConsistency: "RX1"
        }
    }

    /// What the step proves, in a sentence for people who have not read the procedure.
    public var title: String {
        switch self {
        case .attestationObject: "The bytes are a complete attestation object"
        case .certificateChain: "The certificates lead to a trusted root and are valid at this moment"
        case .nonce: "The device answered this very challenge"
        case .keyID: "The certified key is the one the client names"
        case .relyingParty: "The key belongs to an app that is expected here"
        case .counterZero: "The key is new and was never used"
        case .environment: "The key was made in an allowed environment (production or development)"
        case .credentialID: "The key's identifier inside the object is the one the client names"
        case .consistency: "Everything else in the object speaks of the same key and app"
        case .extensions: "What the system says of the app's launch can be read"
        case .assertionObject: "The bytes are a complete assertion object"
        case .clientData: "The client data and their hash fit each other"
        case .signature: "The attested key signed this very request"
        case .assertedApp: "The request comes from the app that the key was attested for"
        case .assertedExtensions: "What the system says of the app's launch can be read"
        case .counterAdvance: "The request is newer than every one accepted before"
        case .launchCategory: "The running code came from where the policy allows (validation category)"
        case .launchBundleVersion: "The app is of the version that the policy demands, or a newer one"
        case .launchOSVersion: "The operating system was of the version that the policy demands, or a newer one"
        case .launchEnvironment: "The key was made in an environment that the policy allows"
        case .launchKeyAccess: "The key's access control is the one that the policy demands"
        case .receiptContainer: "The bytes are a complete signed receipt"
        case .receiptSignature: "The receipt was signed with the key that it names"
        case .receiptChain: "The signer's certificates lead to a trusted root and are of the kind that signs receipts"
        case .receiptFields: "Everything that a receipt must say is there and can be read"
        case .receiptApp: "The receipt is for the app that is expected"
        case .receiptMoment:
            "The receipt was made while its signer's certificate was valid, and lately if it has just come"
        case .receiptKey: "The receipt is for the attested key that is expected"
        case .receiptConsistency: "Everything else in the receipt fits the attestation"
        }
    }
}
