internal import COpenSSL

/// Verifies many signatures under one P-384 key, at about half the cost of the ordinary path.
///
/// The certificate of an attestation is signed by one of a handful of intermediates, so tables of multiples of both the
/// curve's generator and that key are made once. The equation is that of FIPS 186-4 section 6.4.2; every field and
/// curve operation is libcrypto's. Only public values are handled, so nothing here needs constant time.
@safe package final class P384FixedKey: @unchecked Sendable {
    // Both groups are only read after `init`; libcrypto's point arithmetic takes them as constants.
    private let group: OpaquePointer
    /// The same curve with the key as its generator.
    private let keyGroup: OpaquePointer

    /// - Throws: `invalidKey` never, for the point was checked when `key` was made; `libraryFailure` for lack of memory.
    package init(_ key: P384.PublicKey) throws(CryptographyError) {
        let context = try NumberContext()
        let group = try unsafe require(EC_GROUP_new_by_curve_name(NID_secp384r1), "EC_GROUP")
        guard let keyGroup = unsafe EC_GROUP_dup(group) else {
            unsafe EC_GROUP_free(group)
            throw CryptographyError(.libraryFailure, "EC_GROUP_dup")
        }
        unsafe self.group = group
        unsafe self.keyGroup = keyGroup
        let point = try unsafe Point(group)
        guard unsafe EC_POINT_oct2point(group, point.pointer, key.x963, key.x963.count, context.pointer) == 1,
            unsafe EC_GROUP_set_generator(keyGroup, point.pointer, EC_GROUP_get0_order(group), BN_value_one()) == 1,
            unsafe EC_GROUP_precompute_mult(group, context.pointer) == 1,
            unsafe EC_GROUP_precompute_mult(keyGroup, context.pointer) == 1
        else { throw CryptographyError(.libraryFailure, "EC_GROUP_precompute_mult") }
    }

    deinit {
        unsafe EC_GROUP_free(group)
        unsafe EC_GROUP_free(keyGroup)
    }

    /// ECDSA over the digest of `message`; `signature` is DER `ECDSA-Sig-Value`, strictly encoded.
    package func isValidSignature(_ signature: [UInt8], for message: [UInt8], digest: P384.Digest) -> Bool {
        let valid = (try? verify(signature, message, digest)) ?? false
        if !valid { ERR_clear_error() }
        return valid
    }

    private func verify(
        _ encoded: [UInt8], _ message: [UInt8], _ digest: P384.Digest
    ) throws(CryptographyError) -> Bool {
        guard let signature = Signature(encoded) else { return false }
        let context = try NumberContext()
        let order = unsafe EC_GROUP_get0_order(group)
        let (r, s) = unsafe (signature.r, signature.s)
        // Step 1: both numbers in [1, n - 1].
        func isInRange(_ number: OpaquePointer?) -> Bool {
            unsafe BN_is_zero(number) == 0 && BN_is_negative(number) == 0 && BN_ucmp(number, order) < 0
        }
        guard unsafe isInRange(r), unsafe isInRange(s) else { return false }
        // Step 2: neither SHA-256 nor SHA-384 is longer than the order, so the digest is taken whole.
        let hash = try Self.hash(message, digest)
        let e = try unsafe context.number()
        let inverse = try unsafe context.number()
        let u1 = try unsafe context.number()
        let u2 = try unsafe context.number()
        let zero = try unsafe context.number()
        unsafe BN_zero_ex(zero)
        // Steps 3 and 4.
        guard unsafe BN_bin2bn(hash, Int32(hash.count), e) != nil,
            unsafe BN_mod_inverse(inverse, s, order, context.pointer) != nil,
            unsafe BN_mod_mul(u1, e, inverse, order, context.pointer) == 1,
            unsafe BN_mod_mul(u2, r, inverse, order, context.pointer) == 1
        else { throw CryptographyError(.libraryFailure, "BN_mod_mul") }
        // Step 5: u1 G + u2 Q. The second point with scalar 0 or 1 changes nothing but keeps libcrypto off the
        // constant-time ladder that it takes for a lone scalar and that would not use the tables.
        let partial = try unsafe Point(group)
        let sum = try unsafe Point(group)
        let generator = unsafe EC_GROUP_get0_generator(group)
        guard
            unsafe EC_POINT_mul(keyGroup, partial.pointer, u2, generator, zero, context.pointer) == 1,
            unsafe EC_POINT_mul(group, sum.pointer, u1, partial.pointer, BN_value_one(), context.pointer) == 1
        else { throw CryptographyError(.libraryFailure, "EC_POINT_mul") }
        guard unsafe EC_POINT_is_at_infinity(group, sum.pointer) == 0 else { return false }
        // Steps 6 and 7: the x coordinate reduced by the order equals r.
        let x = try unsafe context.number()
        let v = try unsafe context.number()
        guard unsafe EC_POINT_get_affine_coordinates(group, sum.pointer, x, nil, context.pointer) == 1,
            unsafe BN_nnmod(v, x, order, context.pointer) == 1
        else { throw CryptographyError(.libraryFailure, "EC_POINT_get_affine_coordinates") }
        return unsafe BN_ucmp(v, r) == 0
    }

    private static func hash(_ message: [UInt8], _ digest: P384.Digest) throws(CryptographyError) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: 48)
        var count: UInt32 = 0
        guard unsafe EVP_Digest(message, message.count, &output, &count, digest.method.method, nil) == 1 else {
            throw CryptographyError(.libraryFailure, "EVP_Digest")
        }
        return Array(output.prefix(Int(count)))
    }
}

/// Owns one `BN_CTX` and everything taken from it.
@safe private struct NumberContext: ~Copyable {
    let pointer: OpaquePointer

    init() throws(CryptographyError) {
        unsafe pointer = try require(BN_CTX_new(), "BN_CTX_new")
        unsafe BN_CTX_start(pointer)
    }

    deinit {
        unsafe BN_CTX_end(pointer)
        unsafe BN_CTX_free(pointer)
    }

    func number() throws(CryptographyError) -> OpaquePointer {
        try unsafe require(BN_CTX_get(pointer), "BN_CTX_get")
    }
}

/// Owns one `EC_POINT`.
@safe private struct Point: ~Copyable {
    let pointer: OpaquePointer

    init(_ group: OpaquePointer) throws(CryptographyError) {
        unsafe pointer = try require(EC_POINT_new(group), "EC_POINT_new")
    }

    deinit { unsafe EC_POINT_free(pointer) }
}

/// Owns one `ECDSA_SIG`.
@safe private struct Signature: ~Copyable {
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
