internal import COpenSSL

/// Owns one `EVP_PKEY`. OpenSSL counts references to it atomically and only reads it in the calls made here, so that
/// several threads may share one.
@safe final class PKey: @unchecked Sendable {
    let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// The message digests used with keys here.
    enum Digest: Sendable {
        case sha256, sha384

        var method: OpaquePointer? {
            switch self {
            case .sha256: unsafe Algorithm.sha256.pointer
            case .sha384: unsafe Algorithm.sha384.pointer
            }
        }

        var byteCount: Int {
            switch self {
            case .sha256: 32
            case .sha384: 48
            }
        }
    }

    /// The digest of `message`: 32 or 48 bytes.
    static func hash(_ message: [UInt8], _ digest: Digest) throws(CryptographyError) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: digest.byteCount)
        guard unsafe EVP_Digest(message, message.count, &output, nil, digest.method, nil) == 1 else {
            throw CryptographyError(.libraryFailure, "EVP_Digest")
        }
        return output
    }

    /// Signs `message` after hashing it: PKCS #1 v1.5 for RSA keys, DER `ECDSA-Sig-Value` for elliptic curve keys.
    func signature(for message: [UInt8], digest: Digest) throws(CryptographyError) -> [UInt8] {
        let context = try DigestContext()
        guard unsafe EVP_DigestSignInit(context.pointer, nil, digest.method, nil, pointer) == 1 else {
            throw CryptographyError(.libraryFailure, "EVP_DigestSignInit")
        }
        var count = 0
        guard unsafe EVP_DigestSign(context.pointer, nil, &count, message, message.count) == 1 else {
            throw CryptographyError(.libraryFailure, "EVP_DigestSign")
        }
        var signature = [UInt8](repeating: 0, count: count)
        guard unsafe EVP_DigestSign(context.pointer, &signature, &count, message, message.count) == 1 else {
            throw CryptographyError(.libraryFailure, "EVP_DigestSign")
        }
        return Array(signature.prefix(count))
    }

    /// Whether `signature` is one of this key over the hash of `message`. Malformed signatures are simply not valid.
    func isValidSignature(_ signature: [UInt8], for message: [UInt8], digest: Digest) -> Bool {
        guard let context = try? DigestContext() else { return false }
        guard unsafe EVP_DigestVerifyInit(context.pointer, nil, digest.method, nil, pointer) == 1 else { return false }
        let result = unsafe EVP_DigestVerify(
            context.pointer, signature, signature.count, message, message.count)
        // A refused signature leaves its reason in the thread's error queue; nobody reads it later.
        if result != 1 { ERR_clear_error() }
        return result == 1
    }

    /// The uncompressed X9.63 point of an elliptic curve key: 04, then both coordinates padded to the field's length.
    func uncompressedPoint() throws(CryptographyError) -> [UInt8] {
        var count = 0
        guard unsafe EVP_PKEY_get_octet_string_param(pointer, OSSL_PKEY_PARAM_PUB_KEY, nil, 0, &count) == 1 else {
            throw CryptographyError(.invalidKey, "EVP_PKEY_get_octet_string_param")
        }
        var point = [UInt8](repeating: 0, count: count)
        guard unsafe EVP_PKEY_get_octet_string_param(pointer, OSSL_PKEY_PARAM_PUB_KEY, &point, count, &count) == 1,
            point.first == 0x04
        else { throw CryptographyError(.invalidKey, "EVP_PKEY_get_octet_string_param") }
        return point
    }

    /// PKCS #8 `PrivateKeyInfo` (RFC 5958), unencrypted DER: to be sealed before it is stored.
    func privateKeyInfo() throws(CryptographyError) -> [UInt8] {
        let info = try unsafe require(EVP_PKEY2PKCS8(pointer), "EVP_PKEY2PKCS8")
        defer { unsafe PKCS8_PRIV_KEY_INFO_free(info) }
        var output: UnsafeMutablePointer<UInt8>?
        let count = unsafe i2d_PKCS8_PRIV_KEY_INFO(info, &output)
        guard count > 0, let bytes = unsafe output else {
            throw CryptographyError(.libraryFailure, "i2d_PKCS8_PRIV_KEY_INFO")
        }
        defer { unsafe CRYPTO_clear_free(bytes, Int(count), nil, 0) }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    /// Reads what ``privateKeyInfo()`` wrote; the whole input must be one key.
    convenience init(privateKeyInfo der: [UInt8]) throws(CryptographyError) {
        let key: OpaquePointer? = unsafe der.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            guard let info = unsafe d2i_PKCS8_PRIV_KEY_INFO(nil, &cursor, buffer.count) else { return nil }
            defer { unsafe PKCS8_PRIV_KEY_INFO_free(info) }
            guard unsafe cursor == buffer.baseAddress.map({ unsafe $0 + buffer.count }) else { return nil }
            return unsafe EVP_PKCS82PKEY(info)
        }
        ERR_clear_error()
        try unsafe self.init(owning: require(key, "d2i_PKCS8_PRIV_KEY_INFO", .invalidKey))
    }
}

/// Owns one `EVP_MD_CTX`.
@safe private struct DigestContext: ~Copyable {
    let pointer: OpaquePointer

    init() throws(CryptographyError) {
        unsafe pointer = try require(EVP_MD_CTX_new(), "EVP_MD_CTX_new")
    }

    deinit { unsafe EVP_MD_CTX_free(pointer) }
}
