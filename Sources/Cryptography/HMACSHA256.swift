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
}
