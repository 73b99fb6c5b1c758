internal import COpenSSL

/// AES-256-GCM (NIST SP 800-38D) with a 12-byte nonce and a 16-byte tag.
package enum AESGCM {
    package static let nonceByteCount = 12
    package static let tagByteCount = 16

    /// Encrypts and authenticates.
    /// - Parameters:
    ///   - nonce: 12 bytes, never used twice with one key.
    ///   - associatedData: authenticated, not encrypted.
    /// - Returns: the ciphertext, as long as the plaintext, followed by the 16-byte tag.
    package static func seal(
        _ plaintext: [UInt8], key: SymmetricKey, nonce: [UInt8], associatedData: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
        let cipher = try CipherContext()
        try cipher.start(key: key, nonce: nonce, encrypting: true)
        try cipher.authenticate(associatedData)
        let ciphertext = try cipher.update(plaintext)
        guard cipher.finish() else { throw CryptographyError(.libraryFailure, "EVP_CipherFinal_ex") }
        return try ciphertext + cipher.tag()
    }

    /// Opens what ``seal(_:key:nonce:associatedData:)`` returned.
    /// - Throws: `authenticationFailure` if anything differs: key, nonce, associated data, ciphertext or tag.
    package static func open(
        _ sealed: [UInt8], key: SymmetricKey, nonce: [UInt8], associatedData: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
        guard sealed.count >= tagByteCount, nonce.count == nonceByteCount else {
            throw CryptographyError(.authenticationFailure, "AESGCM.open")
        }
        let cipher = try CipherContext()
        try cipher.start(key: key, nonce: nonce, encrypting: false)
        try cipher.authenticate(associatedData)
        let plaintext = try cipher.update(Array(sealed.dropLast(tagByteCount)))
        try cipher.expect(tag: Array(sealed.suffix(tagByteCount)))
        guard cipher.finish() else { throw CryptographyError(.authenticationFailure, "EVP_CipherFinal_ex") }
        return plaintext
    }
}

/// One use of an `EVP_CIPHER_CTX`, freed with its owner.
@safe private struct CipherContext: ~Copyable {
    private let context: OpaquePointer

    init() throws(CryptographyError) {
        unsafe context = try require(EVP_CIPHER_CTX_new(), "EVP_CIPHER_CTX_new")
    }

    deinit { unsafe EVP_CIPHER_CTX_free(context) }

    func start(key: SymmetricKey, nonce: [UInt8], encrypting: Bool) throws(CryptographyError) {
        guard nonce.count == AESGCM.nonceByteCount else {
            throw CryptographyError(.libraryFailure, "nonce of \(nonce.count) bytes")
        }
        let started = unsafe EVP_CipherInit_ex(
            context, Algorithm.aes256GCM.pointer, nil, key.bytes, nonce, encrypting ? 1 : 0)
        guard started == 1 else { throw CryptographyError(.libraryFailure, "EVP_CipherInit_ex") }
    }

    func authenticate(_ data: [UInt8]) throws(CryptographyError) {
        var count: Int32 = 0
        guard unsafe EVP_CipherUpdate(context, nil, &count, data, Int32(data.count)) == 1 else {
            throw CryptographyError(.libraryFailure, "EVP_CipherUpdate")
        }
    }

    func update(_ input: [UInt8]) throws(CryptographyError) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: input.count)
        var count: Int32 = 0
        guard unsafe EVP_CipherUpdate(context, &output, &count, input, Int32(input.count)) == 1 else {
            throw CryptographyError(.libraryFailure, "EVP_CipherUpdate")
        }
        return output
    }

    func finish() -> Bool {
        // GCM is a stream: the last call writes nothing, it only makes or checks the tag.
        var rest: [UInt8] = Array(repeating: 0, count: 16)
        var count: Int32 = 0
        return unsafe EVP_CipherFinal_ex(context, &rest, &count) == 1
    }

    func tag() throws(CryptographyError) -> [UInt8] {
        var tag = [UInt8](repeating: 0, count: AESGCM.tagByteCount)
        guard unsafe assay_gcm_get_tag(context, Int32(tag.count), &tag) == 1 else {
            throw CryptographyError(.libraryFailure, "EVP_CTRL_AEAD_GET_TAG")
        }
        return tag
    }

    func expect(tag: [UInt8]) throws(CryptographyError) {
        var tag = tag
        guard unsafe assay_gcm_set_tag(context, Int32(tag.count), &tag) == 1 else {
            throw CryptographyError(.libraryFailure, "EVP_CTRL_AEAD_SET_TAG")
        }
    }
}
