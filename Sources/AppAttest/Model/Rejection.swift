/// Why an object was refused: a check that failed, and what it compared. Of several, that is the first of an attestation's that
/// needs no signature, else the first in the order of the procedure.
///
/// Carries no secrets: hashes, key ids and names that the object itself contains, cut to a printable length.
public struct Rejection: Error, Sendable, Hashable, CustomStringConvertible {
    /// Why, as one of a closed set.
    public let reason: RejectionReason
    /// The step of Apple's procedure that failed.
    public let step: VerificationStep
    /// What the check wanted, in words or hexadecimal.
    public var expected: String { finding.expected }
    /// What it found.
    public var found: String { finding.found }

    private let finding: Finding

    init(_ finding: Finding, at step: VerificationStep) {
        (reason, self.step, self.finding) = (finding.reason, step, finding)
    }

    /// Equality is that of reason and step; the words may change between versions.
    public static func == (left: Self, right: Self) -> Bool { left.reason == right.reason && left.step == right.step }

    /// As equality is.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
        hasher.combine(step)
    }

    /// Step, reason, and what was compared, in a line.
    public var description: String {
        "\(step.code) \(reason.rawValue): expected \(expected), found \(found)"
    }
}

/// The closed set of reasons for which an attestation, assertion or receipt is refused.
public enum RejectionReason: String, Error, Hashable, Sendable, CaseIterable {
    case objectTooLarge = "OBJECT_TOO_LARGE"
    case malformedCBOR = "MALFORMED_CBOR"
    case wrongFormat = "WRONG_FORMAT"
    case malformedAuthenticatorData = "MALFORMED_AUTHENTICATOR_DATA"
    case authenticatorDataTooShort = "AUTHENTICATOR_DATA_TOO_SHORT"
    case noAttestedCredentialData = "NO_ATTESTED_CREDENTIAL_DATA"
    case trailingAuthenticatorData = "TRAILING_AUTHENTICATOR_DATA"
    case malformedExtensions = "MALFORMED_EXTENSIONS"
    case malformedCertificate = "MALFORMED_CERTIFICATE"
    case chainUntrusted = "CHAIN_UNTRUSTED"
    case issuerNotAuthority = "ISSUER_NOT_AUTHORITY"
    case chainNotYetValid = "CHAIN_NOT_YET_VALID"
    case chainExpired = "CHAIN_EXPIRED"
    case malformedNonceExtension = "MALFORMED_NONCE_EXTENSION"
    case nonceMismatch = "NONCE_MISMATCH"
    case keyIDMismatch = "KEY_ID_MISMATCH"
    case unknownApp = "UNKNOWN_APP"
    case counterNotZero = "COUNTER_NOT_ZERO"
    case wrongEnvironment = "WRONG_ENVIRONMENT"
    case credentialIDMismatch = "CREDENTIAL_ID_MISMATCH"
    case coseKeyMismatch = "COSE_KEY_MISMATCH"
    case commonNameMismatch = "COMMON_NAME_MISMATCH"
    case appIDClaimMismatch = "APP_ID_CLAIM_MISMATCH"
    case malformedPublicKey = "MALFORMED_PUBLIC_KEY"
    case signatureInvalid = "SIGNATURE_INVALID"
    case counterStale = "COUNTER_STALE"
    case challengeMismatch = "CHALLENGE_MISMATCH"

    case validationCategoryMissing = "VALIDATION_CATEGORY_MISSING"
    case validationCategoryNotAllowed = "VALIDATION_CATEGORY_NOT_ALLOWED"
    case validationCategoryChanged = "VALIDATION_CATEGORY_CHANGED"
    case bundleVersionMissing = "BUNDLE_VERSION_MISSING"
    case bundleVersionUnreadable = "BUNDLE_VERSION_UNREADABLE"
    case bundleVersionTooLow = "BUNDLE_VERSION_TOO_LOW"
    case bundleVersionWentBack = "BUNDLE_VERSION_WENT_BACK"
    case osVersionMissing = "OS_VERSION_MISSING"
    case osVersionUnreadable = "OS_VERSION_UNREADABLE"
    case osVersionTooLow = "OS_VERSION_TOO_LOW"
    case environmentNotAllowed = "ENVIRONMENT_NOT_ALLOWED"
    case keyAccessMissing = "KEY_ACCESS_MISSING"
    case keyAccessMismatch = "KEY_ACCESS_MISMATCH"

    case malformedReceipt = "MALFORMED_RECEIPT"
    case receiptSignerCount = "RECEIPT_SIGNER_COUNT"
    case receiptSignerUnknown = "RECEIPT_SIGNER_UNKNOWN"
    case receiptSignatureInvalid = "RECEIPT_SIGNATURE_INVALID"
    case receiptAttributesNotCovered = "RECEIPT_ATTRIBUTES_NOT_COVERED"
    case receiptChainUntrusted = "RECEIPT_CHAIN_UNTRUSTED"
    case receiptIssuerNotAuthority = "RECEIPT_ISSUER_NOT_AUTHORITY"
    case receiptSignerNotMarked = "RECEIPT_SIGNER_NOT_MARKED"
    case receiptChainNotYetValid = "RECEIPT_CHAIN_NOT_YET_VALID"
    case receiptChainExpired = "RECEIPT_CHAIN_EXPIRED"
    case malformedReceiptPayload = "MALFORMED_RECEIPT_PAYLOAD"
    case receiptFieldTwice = "RECEIPT_FIELD_TWICE"
    case receiptTypeUnexpected = "RECEIPT_TYPE_UNEXPECTED"
    case receiptAppMismatch = "RECEIPT_APP_MISMATCH"
    case receiptNotFresh = "RECEIPT_NOT_FRESH"
    case receiptKeyMismatch = "RECEIPT_KEY_MISMATCH"
    case receiptClientDataMismatch = "RECEIPT_CLIENT_DATA_MISMATCH"
    case receiptEnvironmentMismatch = "RECEIPT_ENVIRONMENT_MISMATCH"

    /// The short name that case files use after `invalid:`.
    public var check: String {
        switch self {
        case .objectTooLarge: "size"
        case .malformedCBOR: "cbor"
        case .wrongFormat: "fmt"
        case .malformedAuthenticatorData: "authdata"
        case .authenticatorDataTooShort: "authdata-short"
        case .noAttestedCredentialData: "authdata-no-AT"
        case .trailingAuthenticatorData: "authdata-trailing"
        case .malformedExtensions: "extensions"
        case .malformedCertificate: "certificate"
        case .chainUntrusted: "chain-signature"
        case .issuerNotAuthority: "chain-not-ca"
        case .chainNotYetValid, .chainExpired: "chain-validity"
        case .malformedNonceExtension: "nonce-extension"
        case .nonceMismatch: "nonce"
        case .keyIDMismatch: "key-id"
        case .unknownApp: "rp-id"
        case .counterNotZero, .counterStale: "counter"
        case .wrongEnvironment: "aaguid"
        case .credentialIDMismatch: "credential-id"
        case .coseKeyMismatch: "cose-key"
        case .commonNameMismatch: "leaf-common-name"
        case .appIDClaimMismatch: "leaf-app-id"
        case .malformedPublicKey: "public-key"
        case .signatureInvalid: "signature"
        case .challengeMismatch: "client-data"
        case .validationCategoryMissing: "category-missing"
        case .validationCategoryNotAllowed: "category"
        case .validationCategoryChanged: "category-changed"
        case .bundleVersionMissing: "bundle-version-missing"
        case .bundleVersionUnreadable: "bundle-version-unreadable"
        case .bundleVersionTooLow: "bundle-version"
        case .bundleVersionWentBack: "bundle-version-back"
        case .osVersionMissing: "os-version-missing"
        case .osVersionUnreadable: "os-version-unreadable"
        case .osVersionTooLow: "os-version"
        case .environmentNotAllowed: "environment"
        case .keyAccessMissing: "key-access-missing"
        case .keyAccessMismatch: "key-access"
        case .malformedReceipt: "receipt"
        case .receiptSignerCount: "receipt-signer-count"
        case .receiptSignerUnknown: "receipt-signer-cert"
        case .receiptSignatureInvalid, .receiptAttributesNotCovered: "receipt-signature"
        case .receiptChainUntrusted: "chain-signature"
        case .receiptIssuerNotAuthority: "chain-not-ca"
        case .receiptSignerNotMarked: "receipt-signer-marker"
        case .receiptChainNotYetValid, .receiptChainExpired: "chain-validity"
        case .malformedReceiptPayload: "receipt-payload"
        case .receiptFieldTwice: "receipt-duplicate-field"
        case .receiptTypeUnexpected: "receipt-type"
        case .receiptAppMismatch: "receipt-app-id"
        case .receiptNotFresh: "receipt-age"
        case .receiptKeyMismatch: "receipt-public-key"
        case .receiptClientDataMismatch: "receipt-client-hash"
        case .receiptEnvironmentMismatch: "receipt-environment"
        }
    }
}

/// A rejection before the step is known that it happened in.
///
/// Its words are put together when they are asked for, which a server that is sent rubbish never does: that would cost it
/// more than to find the fault.
package struct Finding: Error {
    package let reason: RejectionReason
    private let expectedWords: @Sendable () -> String
    private let foundWords: @Sendable () -> String

    init(
        _ reason: RejectionReason, expected: @autoclosure @escaping @Sendable () -> String,
        found: @autoclosure @escaping @Sendable () -> String
    ) {
        (self.reason, expectedWords, foundWords) = (reason, expected, found)
    }

    package var expected: String { printable(expectedWords(), limit: 1_000) }
    package var found: String { printable(foundWords()) }
}

/// Text that strangers had a hand in, fit for a terminal and for one line of a log: cut after `limit` scalars, with a
/// question mark for each that controls, is invisible, turns the direction of writing, or ends a line.
package func printable(_ text: String, limit: Int = 200) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(limit) {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
            scalars.append("?")
        default: scalars.append(scalar)
        }
    }
    return String(scalars)
}
