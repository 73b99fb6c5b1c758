internal import COpenSSL

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
    /// Bytes in a digest: 32.
    package static let byteCount = 32

    /// The digest of the concatenation of `parts`: 32 bytes.
    ///
    /// The call below fails only where libcrypto has no memory or no SHA-256 at all. Nothing can be decided then, and what
    /// it leaves behind is no digest: the process ends, as it does when Swift itself has no memory.
    package static func hash(_ parts: [UInt8]...) -> [UInt8] {
        var message: [UInt8] = []
        message.reserveCapacity(parts.reduce(0) { $0 + $1.count })
        for part in parts { message += part }
        return hash(message)
    }

    /// The digest of `message`: 32 bytes.
    package static func hash(_ message: [UInt8]) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { output, count in
            unsafe message.withUnsafeBufferPointer { bytes in
                let done = unsafe EVP_Digest(
                    bytes.baseAddress, bytes.count, output.baseAddress, nil, Algorithm.sha256.pointer, nil)
                precondition(done == 1, "libcrypto cannot compute SHA-256")
            }
            count = byteCount
        }
    }
}
