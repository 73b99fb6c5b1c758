import AppAttest
import AppAttestSimulator

extension AttestationDamage {
    /// Step and reason of the refusal that this damage must meet.
    var rejection: (VerificationStep, RejectionReason) {
        switch self {
        case .empty, .truncated, .trailingByte, .indefiniteMap, .duplicateKey, .missingReceipt,
            .missingAuthenticatorData, .formatNotText, .formatMissing:
            (.attestationObject, .malformedCBOR)
        case .oversized: (.attestationObject, .objectTooLarge)
        case .formatOther: (.attestationObject, .wrongFormat)
        case .authenticatorDataTruncated: (.attestationObject, .authenticatorDataTooShort)
        case .attestedDataFlagClear: (.attestationObject, .noAttestedCredentialData)
        case .credentialIDTruncated, .credentialIDLengthBeyondEnd, .coseKeyMissing, .extensionsMissing:
            (.attestationObject, .malformedAuthenticatorData)
        case .byteAfterCOSEKey, .byteAfterExtensions, .extensionsTwice, .extensionsArray, .extensionNameTwice:
            (.attestationObject, .trailingAuthenticatorData)
        case .categoryOfTwoBytes, .categoryOfThreeBytes, .categoryOfFiveBytes, .categoryText:
            (.attestationObject, .malformedExtensions)

        case .chainEmpty, .chainLeafOnly, .chainSwapped, .chainLeafTwice, .chainOfFour, .intermediateForged,
            .authorityForeign, .pathTooLong, .leafSignature, .leafIssuerOther, .unknownCriticalExtension:
            (.certificateChain, .chainUntrusted)
        case .intermediateExpired, .leafExpired: (.certificateChain, .chainExpired)
        case .intermediateNotYetValid, .leafNotYetValid: (.certificateChain, .chainNotYetValid)
        case .intermediateNotAuthority, .intermediateMayNotSign: (.certificateChain, .issuerNotAuthority)
        case .duplicateExtension, .nonceTwice: (.certificateChain, .malformedCertificate)

        case .nonceOther: (.nonce, .nonceMismatch)
        case .nonceMissing, .nonceTrailingByte, .nonceIndefiniteLength, .nonceOf31Bytes, .nonceExtraElement:
            (.nonce, .malformedNonceExtension)
        case .keyOther, .leafKeyP384: (.keyID, .keyIDMismatch)
        case .rpIDHashOther: (.relyingParty, .unknownApp)
        case .counterOne: (.counterZero, .counterNotZero)
        case .environmentOther, .environmentSandbox, .environmentLastByte: (.environment, .wrongEnvironment)
        case .credentialIDEmpty, .credentialIDOf31Bytes, .credentialIDOf33Bytes, .credentialIDOther:
            (.credentialID, .credentialIDMismatch)
        case .coseKeyOtherX, .coseKeyOtherAlgorithm, .coseKeyExtraEntry: (.consistency, .coseKeyMismatch)
        case .leafSubjectOther: (.consistency, .commonNameMismatch)
        case .leafAppIDOther: (.consistency, .appIDClaimMismatch)
        }
    }
}

extension AssertionDamage {
    /// Step and reason of the refusal that this damage must meet.
    var rejection: (VerificationStep, RejectionReason) {
        switch self {
        case .empty, .truncated, .trailingByte, .indefiniteMap, .duplicateKey, .missingSignature,
            .missingAuthenticatorData:
            (.assertionObject, .malformedCBOR)
        case .oversized: (.assertionObject, .objectTooLarge)
        case .authenticatorDataTruncated: (.assertionObject, .authenticatorDataTooShort)
        case .extensionsMissing: (.assertionObject, .malformedAuthenticatorData)
        case .byteAfterHeader, .byteAfterExtensions, .extensionsTruncated, .extensionsArray:
            (.assertionObject, .trailingAuthenticatorData)
        case .categoryOfTwoBytes, .categoryOfThreeBytes, .categoryOfFiveBytes: (.assertionObject, .malformedExtensions)
        case .signatureBit, .signatureEmpty, .nonceSignedAsDigest, .keyOther: (.signature, .signatureInvalid)
        case .rpIDHashOther: (.assertedApp, .unknownApp)
        case .counterEqual, .counterLower, .counterZero: (.counterAdvance, .counterStale)
        }
    }
}
