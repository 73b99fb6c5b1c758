internal import COpenSSL

extension RSA.PublicKey {
    /// Reads `SubjectPublicKeyInfo` (RFC 5280 section 4.1.2.7) under the algorithm `rsaEncryption` (RFC 3279 section
    /// 2.3.1), DER: nothing after it, and no second way to write the same key.
    /// - Throws: `invalidKey`, also for keys that ``init(modulus:exponent:)`` does not take.
    package init(subjectPublicKeyInfo der: [UInt8]) throws(CryptographyError) {
        try self.init(rsa: PKey(subjectPublicKeyInfo: der))
        guard try subjectPublicKeyInfo() == der else { throw CryptographyError(.invalidKey, "d2i_PUBKEY") }
    }

    /// Takes the key out of an X.509 certificate. Nothing else of the certificate is judged: neither its dates nor its
    /// names, nor who signed it.
    /// - Parameter certificate: DER, nothing after it.
    /// - Throws: `invalidCertificate`; `invalidKey` for other than RSA keys, and for those that
    ///   ``init(modulus:exponent:)`` does not take.
    package init(ofCertificate certificate: [UInt8]) throws(CryptographyError) {
        try self.init(rsa: PKey(ofCertificate: certificate))
    }

    /// The key as `SubjectPublicKeyInfo`, DER: 294 bytes for 2048 bits and the exponent 65537.
    package func subjectPublicKeyInfo() throws(CryptographyError) -> [UInt8] { try key.subjectPublicKeyInfo() }

    private init(rsa key: PKey) throws(CryptographyError) {
        // Keys for RSASSA-PSS alone are a kind of their own, and no keys for RS256.
        guard unsafe EVP_PKEY_get_base_id(key.pointer) == EVP_PKEY_RSA else {
            throw CryptographyError(.invalidKey, "EVP_PKEY_get_base_id")
        }
        try self.init(
            modulus: key.number(OSSL_PKEY_PARAM_RSA_N), exponent: key.number(OSSL_PKEY_PARAM_RSA_E))
    }
}

extension PKey {
    fileprivate convenience init(subjectPublicKeyInfo der: [UInt8]) throws(CryptographyError) {
        let key: OpaquePointer? = unsafe der.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            guard let key = unsafe d2i_PUBKEY(nil, &cursor, buffer.count) else { return nil }
            guard unsafe cursor == buffer.baseAddress.map({ unsafe $0 + buffer.count }) else {
                unsafe EVP_PKEY_free(key)
                return nil
            }
            return unsafe key
        }
        ERR_clear_error()
        try unsafe self.init(owning: require(key, "d2i_PUBKEY", .invalidKey))
    }

    fileprivate convenience init(ofCertificate der: [UInt8]) throws(CryptographyError) {
        defer { ERR_clear_error() }
        let parsed: OpaquePointer? = unsafe der.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            guard let certificate = unsafe d2i_X509(nil, &cursor, buffer.count) else { return nil }
            guard unsafe cursor == buffer.baseAddress.map({ unsafe $0 + buffer.count }) else {
                unsafe X509_free(certificate)
                return nil
            }
            return unsafe certificate
        }
        let certificate = try unsafe require(parsed, "d2i_X509", .invalidCertificate)
        defer { unsafe X509_free(certificate) }
        try unsafe self.init(owning: require(X509_get_pubkey(certificate), "X509_get_pubkey", .invalidKey))
    }

    fileprivate func subjectPublicKeyInfo() throws(CryptographyError) -> [UInt8] {
        var output: UnsafeMutablePointer<UInt8>?
        let count = unsafe i2d_PUBKEY(pointer, &output)
        guard count > 0, let bytes = unsafe output else {
            ERR_clear_error()
            throw CryptographyError(.libraryFailure, "i2d_PUBKEY")
        }
        defer { unsafe CRYPTO_free(bytes, nil, 0) }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
}
