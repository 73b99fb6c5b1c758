internal import COpenSSL

extension P256.PrivateKey {
    /// ECDSA over SHA-256 of `message` as JSON Web Signatures have it (RFC 7518 section 3.4): r and s, each in 32 bytes.
    package func rawSignature(for message: [UInt8]) throws(CryptographyError) -> [UInt8] {
        let der = try signature(for: message)
        let parsed: OpaquePointer? = unsafe der.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            return unsafe d2i_ECDSA_SIG(nil, &cursor, buffer.count)
        }
        let numbers = try unsafe require(parsed, "d2i_ECDSA_SIG")
        defer { unsafe ECDSA_SIG_free(numbers) }
        var raw = [UInt8](repeating: 0, count: 64)
        let isWritten = unsafe raw.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return false }
            return unsafe BN_bn2binpad(ECDSA_SIG_get0_r(numbers), start, 32) == 32
                && BN_bn2binpad(ECDSA_SIG_get0_s(numbers), start + 32, 32) == 32
        }
        guard isWritten else { throw CryptographyError(.libraryFailure, "BN_bn2binpad") }
        return raw
    }
}
