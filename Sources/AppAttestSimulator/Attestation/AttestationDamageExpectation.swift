extension AttestationDamage {
    /// The check that must refuse the object. Words of one vocabulary for all damages.
    public var expectedCheck: String {
        switch self {
        case .empty, .truncated, .trailingByte, .indefiniteMap, .duplicateKey, .missingAuthenticatorData: "cbor"
        case .oversized: "size"
        case .formatOther, .formatNotText, .formatMissing: "fmt"
        case .chainEmpty, .chainLeafOnly, .chainSwapped, .chainLeafTwice, .chainOfFour, .intermediateForged,
            .authorityForeign, .pathTooLong, .leafSignature, .leafIssuerOther:
            "chain-signature"
        case .intermediateExpired, .intermediateNotYetValid, .leafExpired, .leafNotYetValid: "chain-validity"
        case .intermediateNotAuthority, .intermediateMayNotSign: "chain-not-ca"
        case .unknownCriticalExtension, .duplicateExtension, .nonceTwice: "certificate"
        case .leafKeyP384: "public-key"
        case .leafSubjectOther: "leaf-common-name"
        case .leafAppIDOther: "leaf-app-id"
        case .nonceOther: "nonce"
        case .nonceMissing, .nonceTrailingByte, .nonceIndefiniteLength, .nonceOf31Bytes, .nonceExtraElement:
            "nonce-extension"
        case .keyOther: "key-id"
        case .rpIDHashOther: "rp-id"
        case .counterOne: "counter"
        case .environmentOther, .environmentSandbox, .environmentLastByte: "aaguid"
        case .credentialIDEmpty, .credentialIDOf31Bytes, .credentialIDOf33Bytes, .credentialIDOther: "credential-id"
        case .coseKeyOtherX, .coseKeyMissing, .coseKeyOtherAlgorithm, .coseKeyExtraEntry: "cose-key"
        case .authenticatorDataTruncated, .credentialIDTruncated, .credentialIDLengthBeyondEnd: "authdata-short"
        case .attestedDataFlagClear: "authdata-no-AT"
        case .byteAfterExtensions, .extensionsTwice: "authdata-trailing"
        case .byteAfterCOSEKey, .extensionsMissing, .extensionsArray, .extensionNameTwice, .categoryOfTwoBytes,
            .categoryOfFiveBytes, .categoryText:
            "extensions"
        }
    }
}
