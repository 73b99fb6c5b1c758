/// An assertion that is unusual and valid. A verifier that refuses one of these locks out real users.
///
/// The raw value is the name for command lines and reports.
public enum AssertionVariant: String, CaseIterable, Sendable {
    /// An unsigned top-level key `cdHash`, as the opt-in build hash puts there.
    case buildHash = "build-hash"
    /// `authenticatorData` before `signature`.
    case keysReversed = "keys-reversed"
    /// A signed extension of a name nobody knows yet.
    case unknownExtension = "unknown-extension"
    /// The validation category as a CBOR number, as Apple's text says and no device does; 0 where the device has none.
    case categoryNumber = "category-number"

    func apply(to draft: inout AssertionDraft) {
        let device = draft.device
        switch self {
        case .buildHash: draft.arrangeObject = { $0 + [CBOR.buildHash(byteCount: 32)] }
        case .keysReversed: draft.arrangeObject = { $0.reversed() }
        case .unknownExtension:
            draft.authenticatorData.requireExtensions(of: device)
            draft.authenticatorData.extensions?.append(CBOR.unknownExtension)
        case .categoryNumber:
            draft.authenticatorData.setValidationCategory(
                .unsigned(UInt64(device.validationCategory ?? 0)), of: device)
        }
    }
}
