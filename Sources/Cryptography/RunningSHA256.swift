internal import COpenSSL

/// SHA-256 (FIPS 180-4) of what comes piece by piece, such as a file that is larger than memory.
@safe package struct RunningSHA256: ~Copyable {
    private let context: OpaquePointer

    private init(owning context: OpaquePointer) { unsafe self.context = context }

    /// Begins with nothing added.
    package static func start() throws(CryptographyError) -> RunningSHA256 {
        let running = unsafe RunningSHA256(owning: try require(EVP_MD_CTX_new(), "EVP_MD_CTX_new"))
        guard unsafe EVP_DigestInit_ex(running.context, Algorithm.sha256.pointer, nil) == 1 else {
            throw CryptographyError(.libraryFailure, "EVP_DigestInit_ex")
        }
        return running
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    package func add(_ bytes: [UInt8]) throws(CryptographyError) {
        guard unsafe EVP_DigestUpdate(context, bytes, bytes.count) == 1 else {
            throw CryptographyError(.libraryFailure, "EVP_DigestUpdate")
        }
    }

    /// The digest of everything that was added: 32 bytes.
    package consuming func finish() throws(CryptographyError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
        guard unsafe EVP_DigestFinal_ex(context, &digest, nil) == 1 else {
            throw CryptographyError(.libraryFailure, "EVP_DigestFinal_ex")
        }
        return digest
    }
}
