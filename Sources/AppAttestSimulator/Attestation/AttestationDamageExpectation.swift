extension AttestationDamage {
    /// The check that must refuse the object. Words of one vocabulary for all damages.
    public var expectedCheck: String {
        switch self {
        case .empty, .truncated, .trailingByte, .indefiniteMap, .duplicateKey, .missingReceipt,
            .missingAuthenticatorData, .formatNotText, .formatMissing:
            "cbor"
        case .oversized: "size"
        case .formatOther: "fmt"
        case .chainEmpty, .chainLeafOnly, .chainSwapped, .chainLeafTwice, .chainOfFour, .intermediateForged,
            .authorityForeign, .pathTooLong, .leafSignature, .leafIssuerOther,
            .unknownCriticalExtension:
            "chain-signature"
        case .intermediateExpired, .intermediateNotYetValid, .leafExpired, .leafNotYetValid: "chain-validity"
        case .intermediateNotAuthority, .intermediateMayNotSign: "chain-not-ca"
        case .duplicateExtension, .nonceTwice: "certificate"
        case .leafSubjectOther: "leaf-common-name"
        case .leafAppIDOther: "leaf-app-id"
        case .nonceOther: "nonce"
        case .nonceMissing, .nonceTrailingByte, .nonceIndefiniteLength, .nonceOf31Bytes, .nonceExtraElement:
            "nonce-extension"
        case .keyOther, .leafKeyP384: "key-id"
        case .rpIDHashOther: "rp-id"
        case .counterOne: "counter"
        case .environmentOther, .environmentSandbox, .environmentLastByte: "aaguid"
        case .credentialIDEmpty, .credentialIDOf31Bytes, .credentialIDOf33Bytes, .credentialIDOther: "credential-id"
        case .coseKeyOtherX, .coseKeyOtherAlgorithm, .coseKeyExtraEntry: "cose-key"
        case .authenticatorDataTruncated: "authdata-short"
        case .credentialIDTruncated, .credentialIDLengthBeyondEnd, .coseKeyMissing, .extensionsMissing: "authdata"
        case .attestedDataFlagClear: "authdata-no-AT"
        case .byteAfterCOSEKey, .byteAfterExtensions, .extensionsTwice, .extensionsArray, .extensionNameTwice:
            "authdata-trailing"
        case .categoryOfTwoBytes, .categoryOfThreeBytes, .categoryOfFiveBytes, .categoryText: "extensions"
        }
    }
}
