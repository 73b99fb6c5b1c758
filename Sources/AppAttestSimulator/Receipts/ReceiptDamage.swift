/// One thing wrong with a receipt that is right in everything else: whatever covers the broken part is signed anew.
///
/// The raw value is the name for command lines and reports; ``expectedCheck`` names the check that must refuse it.
public enum ReceiptDamage: String, CaseIterable, Sendable {
    // The container.
    case empty = "empty"
    /// The second half is missing.
    case truncated = "truncated"
    /// The two zeros at the end are missing.
    case endMissing = "end-missing"
    case trailingByte = "trailing-byte"
    /// More than 64 KiB.
    case oversized = "oversized"
    /// The content in pieces of pieces, 1000 deep.
    case nestedTooDeep = "nested-too-deep"
    /// A primitive OCTET STRING without a stated length.
    case primitiveIndefinite = "primitive-indefinite"
    /// A piece of the content that is no OCTET STRING.
    case pieceOfOtherType = "piece-of-other-type"
    case tooManyCertificates = "too-many-certificates"
    case signerTwice = "signer-twice"
    case signerMissing = "signer-missing"

    // The signature.
    case serialNumberOther = "serial-number-other"
    case signerCertificateMissing = "signer-certificate-missing"
    case signatureBit = "signature-bit"
    case contentEdited = "content-edited"
    /// Signed attributes, and a signature over the content all the same, as one real receipt of 2020.
    case attributesNotCovered = "attributes-not-covered"
    case attributesOfOtherContent = "attributes-of-other-content"

    // The chain.
    case authorityForeign = "authority-foreign"
    /// The signer's certificate with its last bit changed.
    case signerCertificateBit = "signer-certificate-bit"
    case signerExpired = "signer-expired"
    case signerNotYetValid = "signer-not-yet-valid"
    case signerNotMarked = "signer-not-marked"
    case signerMayNotSign = "signer-may-not-sign"
    /// Issued by the authority that issues attestations.
    case signerOfAttestations = "signer-of-attestations"
    /// A certificate that has nothing to do with the others.
    case certificateForeign = "certificate-foreign"

    // The fields.
    case contentNotSet = "content-not-set"
    case contentTrailingByte = "content-trailing-byte"
    case createdMissing = "created-missing"
    case createdMalformed = "created-malformed"
    case fieldTwice = "field-twice"
    case fieldOfOtherVersion = "field-of-other-version"
    case typeOther = "type-other"
    case certificateMalformed = "certificate-malformed"

    // What it is for.
    case appOther = "app-other"
    /// Of another key, under the same authority.
    case keyOther = "key-other"
    case clientHashOther = "client-hash-other"
    case environmentOther = "environment-other"

    /// The check that must refuse the receipt. Words of one vocabulary for all damages. The client data hash of a receipt
    /// from Apple is compared by nobody.
    public var expectedCheck: String {
        switch self {
        case .empty, .truncated, .endMissing, .trailingByte, .nestedTooDeep, .primitiveIndefinite, .pieceOfOtherType,
            .tooManyCertificates:
            "receipt"
        case .oversized: "size"
        case .signerTwice, .signerMissing: "receipt-signer-count"
        case .serialNumberOther, .signerCertificateMissing: "receipt-signer-cert"
        case .signatureBit, .contentEdited, .attributesNotCovered, .attributesOfOtherContent: "receipt-signature"
        case .authorityForeign, .signerCertificateBit, .certificateForeign: "chain-signature"
        case .signerExpired, .signerNotYetValid: "chain-validity"
        case .signerNotMarked, .signerMayNotSign, .signerOfAttestations: "receipt-signer-marker"
        case .contentNotSet, .contentTrailingByte, .createdMissing, .createdMalformed, .fieldOfOtherVersion,
            .certificateMalformed:
            "receipt-payload"
        case .fieldTwice: "receipt-duplicate-field"
        case .typeOther: "receipt-type"
        case .appOther: "receipt-app-id"
        case .keyOther: "receipt-public-key"
        case .clientHashOther: "receipt-client-hash"
        case .environmentOther: "receipt-environment"
        }
    }
}
