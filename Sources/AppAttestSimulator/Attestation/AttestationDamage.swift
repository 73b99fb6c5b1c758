/// One thing wrong with an attestation that is right in everything else: whatever covers the broken part is signed anew.
///
/// The raw value is the name for command lines and reports; ``expectedCheck`` names the check that must refuse it.
public enum AttestationDamage: String, CaseIterable, Sendable {
    // The object.
    case empty = "empty"
    /// The second half of the object is missing.
    case truncated = "truncated"
    case trailingByte = "trailing-byte"
    /// The outer map has no stated length.
    case indefiniteMap = "indefinite-map"
    case duplicateKey = "duplicate-key"
    case missingReceipt = "missing-receipt"
    case missingAuthenticatorData = "missing-authenticator-data"
    /// More than 64 KiB.
    case oversized = "oversized"
    case formatOther = "format-other"
    case formatNotText = "format-not-text"
    case formatMissing = "format-missing"

    // The certificate chain.
    case chainEmpty = "chain-empty"
    case chainLeafOnly = "chain-leaf-only"
    case chainSwapped = "chain-swapped"
    case chainLeafTwice = "chain-leaf-twice"
    /// The root twice behind leaf and intermediate.
    case chainOfFour = "chain-of-four"
    /// An intermediate of the right name whose key signed it itself.
    case intermediateForged = "intermediate-forged"
    /// Everything right, under another root of the same name.
    case authorityForeign = "authority-foreign"
    case intermediateExpired = "intermediate-expired"
    case intermediateNotYetValid = "intermediate-not-yet-valid"
    case intermediateNotAuthority = "intermediate-not-authority"
    case intermediateMayNotSign = "intermediate-may-not-sign"
    /// A second intermediate below one whose path length is 0.
    case pathTooLong = "path-too-long"

    // The leaf.
    case leafSignature = "leaf-signature"
    case leafIssuerOther = "leaf-issuer-other"
    case leafExpired = "leaf-expired"
    case leafNotYetValid = "leaf-not-yet-valid"
    /// The leaf holds a P-384 key.
    case leafKeyP384 = "leaf-key-p384"
    case leafSubjectOther = "leaf-subject-other"
    case leafAppIDOther = "leaf-app-id-other"
    case unknownCriticalExtension = "unknown-critical-extension"
    case duplicateExtension = "duplicate-extension"

    // The nonce.
    case nonceOther = "nonce-other"
    case nonceMissing = "nonce-missing"
    case nonceTwice = "nonce-twice"
    case nonceTrailingByte = "nonce-trailing-byte"
    case nonceIndefiniteLength = "nonce-indefinite-length"
    case nonceOf31Bytes = "nonce-of-31-bytes"
    case nonceExtraElement = "nonce-extra-element"

    // Key, app, environment.
    /// Leaf and COSE key are another key's; the names are right.
    case keyOther = "key-other"
    case rpIDHashOther = "rp-id-hash-other"
    case counterOne = "counter-one"
    case environmentOther = "environment-other"
    /// `appattestsandbox`, which one page of Apple's names and no device states.
    case environmentSandbox = "environment-sandbox"
    /// The production value with its last bit set.
    case environmentLastByte = "environment-last-byte"
    case credentialIDEmpty = "credential-id-empty"
    case credentialIDOf31Bytes = "credential-id-of-31-bytes"
    case credentialIDOf33Bytes = "credential-id-of-33-bytes"
    case credentialIDOther = "credential-id-other"
    case coseKeyOtherX = "cose-key-other-x"
    /// Authenticator data end with the credential id.
    case coseKeyMissing = "cose-key-missing"
    case coseKeyOtherAlgorithm = "cose-key-other-algorithm"
    case coseKeyExtraEntry = "cose-key-extra-entry"

    // Authenticator data.
    /// One byte short of the 37 of the header.
    case authenticatorDataTruncated = "authenticator-data-truncated"
    /// Ends within the credential id.
    case credentialIDTruncated = "credential-id-truncated"
    /// States a credential id of 65,535 bytes.
    case credentialIDLengthBeyondEnd = "credential-id-length-beyond-end"
    /// The AT flag is clear although credential data follow.
    case attestedDataFlagClear = "attested-data-flag-clear"
    /// One zero byte after the COSE key, where an extension map could stand.
    case byteAfterCOSEKey = "byte-after-cose-key"
    case byteAfterExtensions = "byte-after-extensions"
    case extensionsTwice = "extensions-twice"
    /// The ED flag is set and nothing follows.
    case extensionsMissing = "extensions-missing"
    case extensionsArray = "extensions-array"
    case extensionNameTwice = "extension-name-twice"
    case categoryOfTwoBytes = "category-of-two-bytes"
    case categoryOfThreeBytes = "category-of-three-bytes"
    case categoryOfFiveBytes = "category-of-five-bytes"
    case categoryText = "category-text"
}
