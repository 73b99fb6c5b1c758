internal import COpenSSL

/// HMAC with SHA-256 (RFC 2104).
package enum HMACSHA256 {
    /// The authentication code of `message` under `key`: 32 bytes.
    package static func code(for message: [UInt8], key: SymmetricKey) throws(CryptographyError) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: SHA256.byteCount)
        let done = unsafe key.bytes.withUnsafeBufferPointer { keyBytes in
            unsafe message.withUnsafeBufferPointer { bytes in
                unsafe code.withUnsafeMutableBufferPointer { output in
                    unsafe HMAC(
                        Algorithm.sha256.pointer, keyBytes.baseAddress, Int32(keyBytes.count), bytes.baseAddress,
                        bytes.count,
                        output.baseAddress, nil) != nil
                }
            }
        }
        guard done else { throw CryptographyError(.libraryFailure, "HMAC") }
        return code
    }

    /// The same for many messages under one key: what libcrypto looks up and makes of the key is kept.
    package final class Authenticator: Sendable {
        private let states: Reserve<State>

        package init(key: SymmetricKey) {
            states = Reserve { () throws(CryptographyError) in try State(key) }
        }

        /// The authentication code of `message`: 32 bytes.
        package func code(for message: [UInt8]) throws(CryptographyError) -> [UInt8] {
            try states.lend { state throws(CryptographyError) in try state.code(for: message) }
        }
    }

    /// An `EVP_MAC_CTX` that has the key. Unchecked because of the pointer: whoever borrowed it is alone with it.
    @safe private final class State: @unchecked Sendable {
        private let context: OpaquePointer

        init(_ key: SymmetricKey) throws(CryptographyError) {
            let algorithm = unsafe try require(EVP_MAC_fetch(nil, "HMAC", nil), "EVP_MAC_fetch")
            defer { unsafe EVP_MAC_free(algorithm) }
            unsafe context = try require(EVP_MAC_CTX_new(algorithm), "EVP_MAC_CTX_new")
            guard unsafe assay_hmac_sha256_start(context, key.bytes, key.bytes.count) == 1 else {
                throw CryptographyError(.libraryFailure, "EVP_MAC_init")
            }
        }

        deinit { unsafe EVP_MAC_CTX_free(context) }

        func code(for message: [UInt8]) throws(CryptographyError) -> [UInt8] {
            var code = [UInt8](repeating: 0, count: SHA256.byteCount)
            var count = 0
            // Begins anew with the key that it has, also after a message that was never finished.
            guard unsafe EVP_MAC_init(context, nil, 0, nil) == 1,
                unsafe EVP_MAC_update(context, message, message.count) == 1,
                unsafe EVP_MAC_final(context, &code, &count, code.count) == 1, count == code.count
            else { throw CryptographyError(.libraryFailure, "EVP_MAC") }
            return code
        }
    }
}
