internal import AppAttest
internal import Cryptography

/// One thing wrong with an assertion that is right in everything else; the signature covers what is sent.
///
/// The raw value is the name for command lines and reports; ``expectedCheck`` names the check that must refuse it.
public enum AssertionDamage: String, CaseIterable, Sendable {
    case empty = "empty"
    /// The second half of the object is missing.
    case truncated = "truncated"
    case trailingByte = "trailing-byte"
    /// The outer map has no stated length.
    case indefiniteMap = "indefinite-map"
    case duplicateKey = "duplicate-key"
    case missingSignature = "missing-signature"
    case missingAuthenticatorData = "missing-authenticator-data"
    /// More than 64 KiB.
    case oversized = "oversized"
    case signatureBit = "signature-bit"
    case signatureEmpty = "signature-empty"
    /// The nonce was signed as if it were the digest.
    case nonceSignedAsDigest = "nonce-signed-as-digest"
    case keyOther = "key-other"
    case rpIDHashOther = "rp-id-hash-other"
    case counterEqual = "counter-equal"
    /// One below what the server has seen; 0 when it has seen 0.
    case counterLower = "counter-lower"
    case counterZero = "counter-zero"
    /// One byte short of the 37 of the header.
    case authenticatorDataTruncated = "authenticator-data-truncated"
    /// One zero byte after the header, where an extension map could stand.
    case byteAfterHeader = "byte-after-header"
    case byteAfterExtensions = "byte-after-extensions"
    case extensionsTruncated = "extensions-truncated"
    /// The ED flag is set and nothing follows.
    case extensionsMissing = "extensions-missing"
    case extensionsArray = "extensions-array"
    case categoryOfTwoBytes = "category-of-two-bytes"
    case categoryOfThreeBytes = "category-of-three-bytes"
    case categoryOfFiveBytes = "category-of-five-bytes"

    /// The check that must refuse the object, in the words of ``AttestationDamage/expectedCheck``.
    public var expectedCheck: String {
        switch self {
        case .empty, .truncated, .trailingByte, .indefiniteMap, .duplicateKey, .missingSignature,
            .missingAuthenticatorData:
            "cbor"
        case .oversized: "size"
        case .signatureBit, .signatureEmpty, .nonceSignedAsDigest, .keyOther: "signature"
        case .rpIDHashOther: "rp-id"
        case .counterEqual, .counterLower, .counterZero: "counter"
        case .authenticatorDataTruncated: "authdata-short"
        case .extensionsMissing: "authdata"
        case .byteAfterHeader, .byteAfterExtensions, .extensionsTruncated, .extensionsArray: "authdata-trailing"
        case .categoryOfTwoBytes, .categoryOfThreeBytes, .categoryOfFiveBytes: "extensions"
        }
    }

    /// Breaks the one thing.
    func apply(to draft: inout AssertionDraft, previousCounter: UInt32) throws(CryptographyError) {
        let device = draft.device
        switch self {
        case .empty: draft.finish = { _ in [] }
        case .truncated: draft.finish = { Array($0.prefix($0.count / 2)) }
        case .trailingByte: draft.finish = { $0 + [0] }
        case .indefiniteMap: draft.finish = { [0xBF] + $0.dropFirst() + [0xFF] }
        case .duplicateKey: draft.arrangeObject = { $0 + $0.suffix(1) }
        case .missingSignature: draft.arrangeObject = { $0.suffix(1) }
        case .missingAuthenticatorData: draft.arrangeObject = { $0.dropLast() }
        case .oversized: draft.arrangeObject = { $0 + [CBOR.buildHash(byteCount: 65_536)] }
        case .signatureBit: draft.finishSignature = { $0.dropLast() + [$0[$0.count - 1] ^ 1] }
        case .signatureEmpty: draft.finishSignature = { _ in [] }
        case .nonceSignedAsDigest: draft.message = { $0 + $1 }
        case .keyOther: draft.key = try P256.PrivateKey()
        case .rpIDHashOther: draft.authenticatorData.rpIDHash = device.otherAppID.rpIDHash
        case .counterEqual: draft.authenticatorData.counter = previousCounter
        case .counterLower: draft.authenticatorData.counter = previousCounter == 0 ? 0 : previousCounter - 1
        case .counterZero: draft.authenticatorData.counter = 0
        case .authenticatorDataTruncated: draft.authenticatorData.byteCount = 36
        case .byteAfterHeader:
            draft.authenticatorData.dropExtensions()
            draft.authenticatorData.trailing = [0]
        case .byteAfterExtensions:
            draft.authenticatorData.requireExtensions(of: device)
            draft.authenticatorData.trailing = [0]
        case .extensionsTruncated:
            draft.authenticatorData.requireExtensions(of: device)
            draft.authenticatorData.byteCount = draft.authenticatorData.encoded.count - 1
        case .extensionsMissing: draft.authenticatorData.promiseExtensions()
        case .extensionsArray:
            draft.authenticatorData.promiseExtensions()
            draft.authenticatorData.trailing = CBOR.array(device.signedExtensions.map(\.value)).encoded
        case .categoryOfTwoBytes: draft.authenticatorData.setValidationCategory(.bytes([4, 0]), of: device)
        case .categoryOfThreeBytes: draft.authenticatorData.setValidationCategory(.bytes([4, 0, 0]), of: device)
        case .categoryOfFiveBytes:
            draft.authenticatorData.setValidationCategory(.bytes([4, 0, 0, 0, 0]), of: device)
        }
    }
}
