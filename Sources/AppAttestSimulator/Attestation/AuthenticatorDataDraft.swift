private import AppAttest
private import Encodings

/// Authenticator data (WebAuthn Level 2 section 6.1) before it is written, every field open to change.
struct AuthenticatorDataDraft {
    /// What an attestation adds to the 37 bytes of the header.
    struct Credential {
        /// 16 bytes.
        var aaguid: [UInt8]
        /// The length to state; nil states the true one.
        var statedIDByteCount: UInt16?
        var id: [UInt8]
        /// The entries of the COSE key; nil leaves the key out.
        var coseKey: [CBOR.Entry]?

        var encoded: [UInt8] {
            let count = statedIDByteCount ?? UInt16(id.count)
            var bytes = aaguid
            bytes += [UInt8(count >> 8), UInt8(count & 0xFF)]
            bytes += id
            if let coseKey { bytes += CBOR.map(coseKey).encoded }
            return bytes
        }
    }

    /// 32 bytes.
    var rpIDHash: [UInt8]
    var flags: UInt8
    var counter: UInt32
    var credential: Credential?
    /// The entries of the extension map; nil leaves the map out.
    var extensions: [CBOR.Entry]?
    /// Bytes behind everything else.
    var trailing: [UInt8] = []
    /// Where to cut; nil keeps all.
    var byteCount: Int?

    private static let extensionDataFlag: UInt8 = 0x80

    /// What the device sends: with no extension to send, it sends no map and announces none.
    init(of device: SimulatedDevice, counter: UInt32, credential: Credential?) {
        rpIDHash = device.appID.rpIDHash
        (flags, self.counter, self.credential) = (device.generation.flags, counter, credential)
        let entries = device.generation.hasSignedExtensions ? device.signedExtensions : []
        if entries.isEmpty { dropExtensions() } else { extensions = entries }
    }

    var encoded: [UInt8] {
        var bytes = rpIDHash
        bytes.append(flags)
        bytes += UInt64(counter).bigEndianBytes.suffix(4)
        if let credential { bytes += credential.encoded }
        if let extensions { bytes += CBOR.map(extensions).encoded }
        bytes += trailing
        return Array(bytes.prefix(max(0, byteCount ?? bytes.count)))
    }

    /// Makes sure that there is an extension map, announced by ED where the device would have sent none.
    mutating func requireExtensions(of device: SimulatedDevice) {
        guard extensions == nil else { return }
        extensions = device.signedExtensions
        flags |= Self.extensionDataFlag
    }

    /// Leaves the extension map out, in the flags too.
    mutating func dropExtensions() {
        extensions = nil
        flags &= ~Self.extensionDataFlag
    }

    /// Announces an extension map that does not follow.
    mutating func promiseExtensions() {
        extensions = nil
        flags |= Self.extensionDataFlag
    }

    /// Puts `value` in the place of the validation category.
    mutating func setValidationCategory(_ value: CBOR, of device: SimulatedDevice) {
        requireExtensions(of: device)
        let name = SimulatedDevice.validationCategoryName
        extensions = extensions.map { $0.filter { $0.key.encoded != name.encoded } + [(name, value)] }
    }
}

extension SimulatedDevice {
    static let validationCategoryName = CBOR.text("apple_validation_category_01")
    static let bundleVersionName = CBOR.text("apple_bundle_version_01")

    /// The extension map of iOS 27: the bundle version as text, the category as four bytes, little-endian.
    var signedExtensions: [CBOR.Entry] {
        var entries: [CBOR.Entry] = []
        if let bundleVersion { entries.append((Self.bundleVersionName, .text(bundleVersion))) }
        if let validationCategory {
            let bytes = UInt64(validationCategory).bigEndianBytes.suffix(4).reversed()
            entries.append((Self.validationCategoryName, .bytes(Array(bytes))))
        }
        return entries
    }
}
