/// An attestation that is unusual and valid. A verifier that refuses one of these locks out real users.
///
/// The raw value is the name for command lines and reports.
public enum AttestationVariant: String, CaseIterable, Sendable {
    /// An unsigned top-level key `cdHash` with 20 bytes, as the opt-in build hash puts there.
    case buildHashOf20Bytes = "build-hash-of-20-bytes"
    /// The same with 32 bytes.
    case buildHashOf32Bytes = "build-hash-of-32-bytes"
    /// `x5c` ends in the root.
    case rootIncluded = "root-included"
    /// The keys of both maps in the opposite order.
    case keysReversed = "keys-reversed"
    /// A signed extension of a name nobody knows yet.
    case unknownExtension = "unknown-extension"
    /// The validation category as a CBOR number, as Apple's text says and no device does; 0 where the device has none.
    case categoryNumber = "category-number"
    /// The leaf states the version of the operating system twice, by one tag: whoever reads it cannot tell which holds.
    case osVersionTwice = "os-version-twice"

    func apply(to draft: inout AttestationDraft) {
        let device = draft.device
        switch self {
        case .buildHashOf20Bytes: draft.arrangeObject = { $0 + [CBOR.buildHash(byteCount: 20)] }
        case .buildHashOf32Bytes: draft.arrangeObject = { $0 + [CBOR.buildHash(byteCount: 32)] }
        case .rootIncluded:
            let root = device.authority.root.certificate
            draft.x5c = { [$0, $1, root] }
        case .keysReversed:
            draft.arrangeStatement = { $0.reversed() }
            draft.arrangeObject = { $0.reversed() }
        case .unknownExtension:
            draft.authenticatorData.requireExtensions(of: device)
            draft.authenticatorData.extensions?.append(CBOR.unknownExtension)
        case .categoryNumber:
            draft.authenticatorData.setValidationCategory(
                .unsigned(UInt64(device.validationCategory ?? 0)), of: device)
        case .osVersionTwice:
            let claims = device.deviceClaims
            draft.leaf.replace(with: .deviceClaims(claims + claims.prefix(1)))
        }
    }
}

extension CBOR {
    /// The top-level entry of the opt-in build hash.
    static func buildHash(byteCount: Int) -> Entry {
        (.text("cdHash"), .bytes([UInt8](repeating: 0xCD, count: byteCount)))
    }

    static let unknownExtension: Entry = (.text("simulated_extension_01"), .bytes([1, 2, 3]))
}
