import AppAttestSimulator

extension AttestationDamage {
    /// What `verify_cases.py` says. It differs from ``expectedCheck`` where that script looks less closely, stumbles over
    /// what others refuse, or has no word of its own.
    var independentVerdict: String {
        switch self {
        // It measures nothing and counts nothing.
        case .oversized, .chainOfFour: "valid"
        // Its CBOR reader allows bytes behind the object, open maps and repeated keys.
        case .trailingByte, .indefiniteMap, .duplicateKey, .extensionNameTwice: "valid"
        // It looks neither at path lengths nor at critical extensions it does not know.
        case .pathTooLong, .unknownCriticalExtension: "valid"
        // It reads the nonce as BER and stops at the first octets.
        case .nonceTrailingByte, .nonceIndefiniteLength, .nonceExtraElement: "valid"
        // It does not compare the common name.
        case .leafSubjectOther: "valid"
        // It takes any one CBOR item for extensions, and looks into none.
        case .byteAfterCOSEKey, .extensionsArray, .extensionsMissing, .categoryOfTwoBytes, .categoryOfThreeBytes,
            .categoryOfFiveBytes, .categoryText:
            "valid"
        // Simulated receipts are not judged.
        case .missingReceipt: "valid"
        case .formatNotText: "invalid:fmt"
        case .intermediateMayNotSign: "invalid:chain-keyusage"
        case .nonceOf31Bytes: "invalid:nonce"
        case .credentialIDTruncated, .credentialIDLengthBeyondEnd, .coseKeyMissing: "invalid:authdata-trailing"
        case .chainEmpty: "error:IndexError"
        case .nonceMissing: "error:UnboundLocalError"
        case .duplicateExtension, .nonceTwice: "error:DuplicateExtension"
        case .empty, .truncated, .missingAuthenticatorData, .formatOther, .formatMissing, .chainLeafOnly, .chainSwapped,
            .chainLeafTwice, .intermediateForged, .authorityForeign, .intermediateExpired, .intermediateNotYetValid,
            .intermediateNotAuthority, .leafSignature, .leafIssuerOther, .leafExpired, .leafNotYetValid,
            .leafAppIDOther, .nonceOther, .keyOther, .leafKeyP384, .rpIDHashOther, .counterOne, .environmentOther,
            .environmentSandbox, .environmentLastByte, .credentialIDEmpty, .credentialIDOf31Bytes,
            .credentialIDOf33Bytes, .credentialIDOther, .coseKeyOtherX, .coseKeyOtherAlgorithm, .coseKeyExtraEntry,
            .authenticatorDataTruncated, .attestedDataFlagClear, .byteAfterExtensions, .extensionsTwice:
            "invalid:\(expectedCheck)"
        }
    }
}

extension AssertionDamage {
    /// What `verify_cases.py` says; see ``AttestationDamage/independentVerdict``.
    var independentVerdict: String {
        switch self {
        case .trailingByte, .indefiniteMap, .duplicateKey, .oversized: "valid"
        case .byteAfterHeader, .extensionsArray, .extensionsMissing, .categoryOfTwoBytes, .categoryOfThreeBytes,
            .categoryOfFiveBytes:
            "valid"
        case .extensionsTruncated: "invalid:cbor"
        case .empty, .truncated, .missingSignature, .missingAuthenticatorData, .signatureBit, .signatureEmpty,
            .nonceSignedAsDigest, .keyOther, .rpIDHashOther, .counterEqual, .counterLower, .counterZero,
            .authenticatorDataTruncated, .byteAfterExtensions:
            "invalid:\(expectedCheck)"
        }
    }
}

extension ReceiptDamage {
    /// What `verify_cases.py` says; see ``AttestationDamage/independentVerdict``.
    var independentVerdict: String {
        switch self {
        // It measures nothing, counts no certificates, and takes pieces for octets whatever their type.
        case .oversized, .tooManyCertificates, .pieceOfOtherType, .trailingByte: "valid"
        // It accepts a signature beside the attributes, as in one receipt of 2020.
        case .attributesNotCovered: "valid"
        // It notes marks without demanding them, and follows the issuers' names alone.
        case .signerNotMarked, .signerMayNotSign, .signerOfAttestations, .certificateForeign: "valid"
        // It reads no version, and compares neither hash nor environment.
        case .fieldOfOtherVersion, .clientHashOther, .environmentOther: "valid"
        case .empty, .endMissing: "error:IndexError"
        case .truncated: "invalid:ber-truncated"
        case .nestedTooDeep: "error:RecursionError"
        case .primitiveIndefinite: "invalid:ber-indefinite-primitive"
        case .createdMissing: "invalid:cbor"
        case .createdMalformed, .certificateMalformed: "error:ValueError"
        case .signerTwice, .signerMissing, .serialNumberOther, .signerCertificateMissing, .signatureBit, .contentEdited,
            .attributesOfOtherContent, .authorityForeign, .signerCertificateBit, .signerExpired, .signerNotYetValid,
            .contentNotSet, .contentTrailingByte, .fieldTwice, .typeOther, .appOther, .keyOther:
            "invalid:\(expectedCheck)"
        }
    }
}
