internal import COpenSSL

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
    /// Bytes in a digest: 32.
    package static let byteCount = 32

    /// The digest of the concatenation of `parts`: 32 bytes.
    ///
    /// An empty result is impossible: the call below fails only for null pointers, which it is never given.
    package static func hash(_ parts: [UInt8]...) -> [UInt8] {
        let message = parts.count == 1 ? parts[0] : Array(parts.joined())
        return unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { output, count in
            unsafe message.withUnsafeBufferPointer { bytes in
                _ = unsafe COpenSSL.SHA256(bytes.baseAddress, bytes.count, output.baseAddress)
            }
            count = byteCount
        }
    }
}
