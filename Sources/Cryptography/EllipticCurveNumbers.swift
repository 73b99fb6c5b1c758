internal import COpenSSL

/// Owns one `BN_CTX`, for one thread at a time.
@safe final class NumberContext: @unchecked Sendable {
    let pointer: OpaquePointer

    init() throws(CryptographyError) { unsafe pointer = try require(BN_CTX_new(), "BN_CTX_new") }

    deinit { unsafe BN_CTX_free(pointer) }

    /// Runs what takes numbers from the context, which has them back afterwards.
    func frame<Value>(_ body: () throws(CryptographyError) -> Value) throws(CryptographyError) -> Value {
        unsafe BN_CTX_start(pointer)
        defer { unsafe BN_CTX_end(pointer) }
        return try body()
    }

    func number() throws(CryptographyError) -> OpaquePointer {
        try unsafe require(BN_CTX_get(pointer), "BN_CTX_get")
    }
}

/// Owns one `EC_POINT`, at infinity to begin with.
@safe struct CurvePoint: ~Copyable {
    let pointer: OpaquePointer

    init(_ group: OpaquePointer) throws(CryptographyError) {
        let point = try unsafe require(EC_POINT_new(group), "EC_POINT_new")
        guard unsafe EC_POINT_set_to_infinity(group, point) == 1 else {
            unsafe EC_POINT_free(point)
            throw CryptographyError(.libraryFailure, "EC_POINT_set_to_infinity")
        }
        unsafe pointer = point
    }

    deinit { unsafe EC_POINT_free(pointer) }
}

/// Owns one `ECDSA_SIG`.
@safe struct ECDSASignature: ~Copyable {
    private let pointer: OpaquePointer

    /// Nil unless the whole input is the DER encoding: what was read, written again, must give the same bytes. So does
    /// libcrypto's own verification, and without it one signature would have many forms.
    init?(_ der: [UInt8]) {
        let parsed: OpaquePointer? = unsafe der.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            return unsafe d2i_ECDSA_SIG(nil, &cursor, buffer.count)
        }
        guard let parsed = unsafe parsed else { return nil }
        guard unsafe Self.encoding(of: parsed) == der else {
            unsafe ECDSA_SIG_free(parsed)
            return nil
        }
        unsafe pointer = parsed
    }

    private static func encoding(of signature: OpaquePointer) -> [UInt8] {
        var output: UnsafeMutablePointer<UInt8>?
        let count = unsafe i2d_ECDSA_SIG(signature, &output)
        guard count > 0, let bytes = unsafe output else { return [] }
        defer { unsafe CRYPTO_free(bytes, nil, 0) }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    var r: OpaquePointer? { unsafe ECDSA_SIG_get0_r(pointer) }
    var s: OpaquePointer? { unsafe ECDSA_SIG_get0_s(pointer) }

    deinit { unsafe ECDSA_SIG_free(pointer) }
}
