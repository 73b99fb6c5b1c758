internal import COpenSSL

/// Algorithms of libcrypto's, each looked up once: looking one up takes a lock that all threads share, and as long as
/// hashing a kilobyte.
@safe struct Algorithm: @unchecked Sendable {
    /// An `EVP_MD` or `EVP_CIPHER`, which is only read and never freed.
    let pointer: OpaquePointer?

    private init(_ fetched: OpaquePointer?, or named: OpaquePointer?) {
        // The one that libcrypto looks up at each use does the same, so a failed look-up costs time and nothing else.
        unsafe pointer = fetched ?? named
        ERR_clear_error()
    }

    static let sha256 = unsafe Algorithm(EVP_MD_fetch(nil, "SHA256", nil), or: EVP_sha256())
    static let sha384 = unsafe Algorithm(EVP_MD_fetch(nil, "SHA384", nil), or: EVP_sha384())
    static let aes256GCM = unsafe Algorithm(EVP_CIPHER_fetch(nil, "AES-256-GCM", nil), or: EVP_aes_256_gcm())
}
