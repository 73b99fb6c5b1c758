internal import COpenSSL

/// Keys on NIST P-256 (FIPS 186-4), the curve of every App Attest key.
package enum P256 {
    /// A point on the curve, ready to verify with.
    package struct PublicKey: Sendable {
        private let key: PKey
        /// The uncompressed X9.63 point: 65 bytes, 04 ‖ X ‖ Y.
        package let x963: [UInt8]

        /// - Parameter x963: 65 bytes, 04 ‖ X ‖ Y, both coordinates padded to 32 bytes.
        /// - Throws: `invalidKey` for another length or form, and for a point that is not on the curve.
        package init(x963: [UInt8]) throws(CryptographyError) {
            guard x963.count == 65, x963[0] == 0x04 else { throw CryptographyError(.invalidKey, "X9.63 point") }
            self.key = try PKey(curve: .p256, point: x963)
            self.x963 = x963
        }

        /// ECDSA over SHA-256 of `message`.
        /// - Parameter signature: DER `ECDSA-Sig-Value` (RFC 3279 section 2.2.3), 70 to 72 bytes as a rule.
        package func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
            key.isValidSignature(signature, for: message, digest: .sha256)
        }
    }

    /// A private key. It is made in memory only; its description never shows it.
    package struct PrivateKey: Sendable, CustomReflectable {
        private let key: PKey
        package let publicKey: PublicKey

        package init() throws(CryptographyError) { try self.init(PKey(generating: .p256)) }

        /// - Parameter privateKeyInfo: PKCS #8 DER.
        package init(privateKeyInfo: [UInt8]) throws(CryptographyError) {
            try self.init(PKey(privateKeyInfo: privateKeyInfo))
        }

        private init(_ key: PKey) throws(CryptographyError) {
            self.key = key
            self.publicKey = try PublicKey(x963: key.uncompressedPoint())
        }

        /// DER `ECDSA-Sig-Value` over SHA-256 of `message`.
        package func signature(for message: [UInt8]) throws(CryptographyError) -> [UInt8] {
            try key.signature(for: message, digest: .sha256)
        }

        /// PKCS #8 DER, unencrypted.
        package func privateKeyInfo() throws(CryptographyError) -> [UInt8] { try key.privateKeyInfo() }

        package var customMirror: Mirror { Mirror(self, children: []) }
    }
}

extension P256 {
    /// Whether the bytes are a point on the curve in the form that keys have here: 65 bytes, 04 ‖ X ‖ Y.
    package static func isPoint(_ x963: [UInt8]) -> Bool {
        (try? slots.lend { slot throws(CryptographyError) in slot.hold(x963) }) ?? false
    }

    /// ECDSA over SHA-256 of `message`, by a key that is used this once: the same as making a ``PublicKey`` and asking
    /// that, but that nothing is made.
    /// - Parameters:
    ///   - signature: DER `ECDSA-Sig-Value`.
    ///   - x963: 65 bytes, 04 ‖ X ‖ Y.
    /// - Throws: `invalidKey` for what is no point.
    package static func isValidSignature(
        _ signature: [UInt8], for message: [UInt8], by x963: [UInt8]
    ) throws(CryptographyError) -> Bool {
        let digest = try PKey.hash(message, .sha256)
        return try slots.lend { slot throws(CryptographyError) in
            guard slot.hold(x963) else { throw CryptographyError(.invalidKey, "EC_KEY_oct2key") }
            return slot.isValidSignature(signature, for: digest)
        }
    }

    private static let slots = Reserve<PointSlot> { () throws(CryptographyError) in try PointSlot() }
}

/// Owns one `EC_KEY` of the curve, which takes one point after the other.
@safe private final class PointSlot: @unchecked Sendable {
    private let pointer: OpaquePointer

    init() throws(CryptographyError) {
        unsafe pointer = try require(EC_KEY_new_by_curve_name(NID_X9_62_prime256v1), "EC_KEY_new_by_curve_name")
    }

    deinit { unsafe EC_KEY_free(pointer) }

    /// - Returns: whether the bytes are a point on the curve, which the slot then holds.
    func hold(_ x963: [UInt8]) -> Bool {
        guard x963.count == 65, x963[0] == 0x04 else { return false }
        guard unsafe EC_KEY_oct2key(pointer, x963, x963.count, nil) == 1 else {
            ERR_clear_error()
            return false
        }
        return true
    }

    /// - Parameter digest: 32 bytes.
    func isValidSignature(_ signature: [UInt8], for digest: [UInt8]) -> Bool {
        let result = unsafe ECDSA_verify(
            0, digest, Int32(digest.count), signature, Int32(signature.count), pointer)
        if result != 1 { ERR_clear_error() }
        return result == 1
    }
}

/// The curves in use, by the names libcrypto knows them under.
enum Curve: String, Sendable {
    case p256 = "prime256v1"
    case p384 = "secp384r1"
}

extension PKey {
    convenience init(generating curve: Curve) throws(CryptographyError) {
        try unsafe self.init(owning: require(assay_ec_generate(curve.rawValue), "EVP_EC_gen"))
    }

    /// A key from its point, by way of a template that already has the curve's parameters: decoding a
    /// `SubjectPublicKeyInfo` costs twenty times as much.
    convenience init(curve: Curve, point: [UInt8]) throws(CryptographyError) {
        let template: PKey =
            switch curve {
            case .p256: try Self.p256Template.get()
            case .p384: try Self.p384Template.get()
            }
        let pointer = try unsafe require(EVP_PKEY_new(), "EVP_PKEY_new")
        unsafe self.init(owning: pointer)
        guard unsafe EVP_PKEY_copy_parameters(pointer, template.pointer) == 1 else {
            throw CryptographyError(.libraryFailure, "EVP_PKEY_copy_parameters")
        }
        guard unsafe EVP_PKEY_set1_encoded_public_key(pointer, point, point.count) == 1 else {
            ERR_clear_error()
            throw CryptographyError(.invalidKey, "EVP_PKEY_set1_encoded_public_key")
        }
    }

    private static let p256Template = Result<PKey, CryptographyError> { () throws(CryptographyError) in
        try PKey(generating: .p256)
    }
    private static let p384Template = Result<PKey, CryptographyError> { () throws(CryptographyError) in
        try PKey(generating: .p384)
    }
}
