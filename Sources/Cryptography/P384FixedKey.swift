internal import COpenSSL

/// Verifies many signatures under one P-384 key, at about a quarter of the cost of the ordinary path.
///
/// The certificate of an attestation is signed by one of a handful of intermediates, so tables of multiples of both the
/// curve's generator and that key are made once. The equation is that of FIPS 186-4 section 6.4.2; every field and
/// curve operation is libcrypto's. Only public values are handled, so nothing here needs constant time.
package final class P384FixedKey: Sendable {
    private let curve: P384Curve
    private let multiples: PointTable

    /// - Throws: `invalidKey` never, for the point was checked when `key` was made; `libraryFailure` for lack of memory.
    package init(_ key: P384.PublicKey) throws(CryptographyError) {
        let curve = try P384Curve.shared.get()
        self.curve = curve
        multiples = try P384Curve.contexts.lend { context throws(CryptographyError) in
            let point = try unsafe CurvePoint(curve.group)
            guard
                unsafe EC_POINT_oct2point(
                    curve.group, point.pointer, key.x963, key.x963.count, context.pointer) == 1
            else { throw CryptographyError(.libraryFailure, "EC_POINT_oct2point") }
            return try unsafe PointTable(of: point.pointer, curve.group, context)
        }
    }

    /// ECDSA over the digest of `message`; `signature` is DER `ECDSA-Sig-Value`, strictly encoded.
    package func isValidSignature(_ signature: [UInt8], for message: [UInt8], digest: P384.Digest) -> Bool {
        var valid = false
        do throws(CryptographyError) {
            // Step 2: neither SHA-256 nor SHA-384 is longer than the order, so the digest is taken whole.
            let hash = try PKey.hash(message, digest.method)
            valid = try P384Curve.contexts.lend { context throws(CryptographyError) in
                try context.frame { () throws(CryptographyError) in try verify(signature, hash, context) }
            }
        } catch { valid = false }
        if !valid { ERR_clear_error() }
        return valid
    }

    private func verify(
        _ encoded: [UInt8], _ hash: [UInt8], _ context: NumberContext
    ) throws(CryptographyError) -> Bool {
        guard let signature = ECDSASignature(encoded) else { return false }
        let (group, order) = unsafe (curve.group, curve.order)
        let (r, s) = unsafe (signature.r, signature.s)
        // Step 1: both numbers in [1, n - 1].
        func isInRange(_ number: OpaquePointer?) -> Bool {
            unsafe BN_is_zero(number) == 0 && BN_is_negative(number) == 0 && BN_ucmp(number, order) < 0
        }
        guard unsafe isInRange(r), unsafe isInRange(s) else { return false }
        let e = try unsafe context.number()
        let inverse = try unsafe context.number()
        let u1 = try unsafe context.number()
        let u2 = try unsafe context.number()
        // Steps 3 and 4.
        guard unsafe BN_bin2bn(hash, Int32(hash.count), e) != nil,
            unsafe BN_mod_inverse(inverse, s, order, context.pointer) != nil,
            unsafe BN_mod_mul(u1, e, inverse, order, context.pointer) == 1,
            unsafe BN_mod_mul(u2, r, inverse, order, context.pointer) == 1
        else { throw CryptographyError(.libraryFailure, "BN_mod_mul") }
        // Step 5: u1 G + u2 Q, what is to be subtracted apart until the end.
        let sum = try unsafe CurvePoint(group)
        let negative = try unsafe CurvePoint(group)
        try unsafe curve.multiples.addProduct(
            scalar(u1), to: sum.pointer, minus: negative.pointer, group, context)
        try unsafe multiples.addProduct(scalar(u2), to: sum.pointer, minus: negative.pointer, group, context)
        guard unsafe EC_POINT_invert(group, negative.pointer, context.pointer) == 1,
            unsafe EC_POINT_add(group, sum.pointer, sum.pointer, negative.pointer, context.pointer) == 1
        else { throw CryptographyError(.libraryFailure, "EC_POINT_add") }
        guard unsafe EC_POINT_is_at_infinity(group, sum.pointer) == 0 else { return false }
        return try unsafe isCoordinate(r, of: sum.pointer, context)
    }

    /// Steps 6 and 7: the x coordinate reduced by the order equals r.
    ///
    /// The point is held as (X, Y, Z) with x = X / Z², so X is compared with x Z² for each x below the field's prime that
    /// reduces to r: r itself, and r + n where that is below the prime. A division would cost as much as twenty additions.
    private func isCoordinate(
        _ r: OpaquePointer?, of point: OpaquePointer, _ context: NumberContext
    ) throws(CryptographyError) -> Bool {
        let prime = unsafe curve.prime
        let x = try unsafe context.number()
        let z = try unsafe context.number()
        let square = try unsafe context.number()
        let candidate = try unsafe context.number()
        let product = try unsafe context.number()
        guard unsafe EC_POINT_get_Jprojective_coordinates_GFp(curve.group, point, x, nil, z, context.pointer) == 1,
            unsafe BN_mod_sqr(square, z, prime, context.pointer) == 1, unsafe BN_copy(candidate, r) != nil
        else { throw CryptographyError(.libraryFailure, "EC_POINT_get_Jprojective_coordinates_GFp") }
        while unsafe BN_ucmp(candidate, prime) < 0 {
            guard unsafe BN_mod_mul(product, candidate, square, prime, context.pointer) == 1 else {
                throw CryptographyError(.libraryFailure, "BN_mod_mul")
            }
            if unsafe BN_ucmp(product, x) == 0 { return true }
            guard unsafe BN_add(candidate, candidate, curve.order) == 1 else {
                throw CryptographyError(.libraryFailure, "BN_add")
            }
        }
        return false
    }

    private func scalar(_ number: OpaquePointer) throws(CryptographyError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: PointTable.scalarByteCount)
        guard unsafe BN_bn2binpad(number, &bytes, Int32(bytes.count)) == Int32(bytes.count) else {
            throw CryptographyError(.libraryFailure, "BN_bn2binpad")
        }
        return bytes
    }
}

/// The curve, with multiples of its generator. It is kept as long as the process lives.
@safe private final class P384Curve: @unchecked Sendable {
    // All are only read after `init`.
    let group: OpaquePointer
    let order: OpaquePointer
    /// Of the field.
    let prime: OpaquePointer
    let multiples: PointTable

    static let contexts = Reserve<NumberContext> { () throws(CryptographyError) in try NumberContext() }
    static let shared = Result<P384Curve, CryptographyError> { () throws(CryptographyError) in try P384Curve() }

    private init() throws(CryptographyError) {
        let group = try unsafe require(EC_GROUP_new_by_curve_name(NID_secp384r1), "EC_GROUP")
        let order = try unsafe require(EC_GROUP_get0_order(group), "EC_GROUP_get0_order")
        let generator = try unsafe require(EC_GROUP_get0_generator(group), "EC_GROUP_get0_generator")
        let prime = try unsafe require(BN_new(), "BN_new")
        multiples = try Self.contexts.lend { context throws(CryptographyError) in
            guard unsafe EC_GROUP_get_curve(group, prime, nil, nil, context.pointer) == 1 else {
                throw CryptographyError(.libraryFailure, "EC_GROUP_get_curve")
            }
            return try unsafe PointTable(of: generator, group, context)
        }
        unsafe (self.group, self.order, self.prime) = (group, order, prime)
    }
}
