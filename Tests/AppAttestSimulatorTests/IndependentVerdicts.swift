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
        case .byteAfterCOSEKey, .extensionsArray, .extensionsMissing, .categoryOfTwoBytes, .categoryOfFiveBytes,
            .categoryText:
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
        case .byteAfterHeader, .extensionsArray, .extensionsMissing, .categoryOfTwoBytes: "valid"
        case .extensionsTruncated: "invalid:cbor"
        case .empty, .truncated, .missingSignature, .missingAuthenticatorData, .signatureBit, .signatureEmpty,
            .nonceSignedAsDigest, .keyOther, .rpIDHashOther, .counterEqual, .counterLower, .counterZero,
            .authenticatorDataTruncated, .byteAfterExtensions:
            "invalid:\(expectedCheck)"
        }
    }
}
