internal import COpenSSL

/// Judges ECDSA signatures by the equation of FIPS 186-4 section 6.4.2, for keys whose products with numbers are found in
/// a way of their own. Every field and curve operation is libcrypto's. Only public values are handled, so nothing here
/// needs constant time.
struct ECDSAEquation: Sendable {
    let curve: CurveGroup
    private let desks: Reserve<VerificationDesk>

    /// - Parameter curve: whose order is no shorter than the digests.
    init(_ curve: CurveGroup) {
        self.curve = curve
        desks = Reserve { () throws(CryptographyError) in try VerificationDesk(curve) }
    }

    /// - Parameters:
    ///   - encoded: DER `ECDSA-Sig-Value`, strictly encoded.
    ///   - digest: no longer than the order, so that it is taken whole (step 2).
    ///   - addProducts: leaves u1 G + u2 Q of numbers below the order in `sum`, which is at infinity to begin with; as is
    ///     `other`, which it may use.
    func isValid(
        _ encoded: [UInt8], of digest: [UInt8],
        _ addProducts: (
            _ u1: OpaquePointer, _ u2: OpaquePointer, _ desk: VerificationDesk
        ) throws(CryptographyError) -> Void
    ) -> Bool {
        var valid = false
        do throws(CryptographyError) {
            valid = try desks.lend { desk throws(CryptographyError) in
                try desk.numbers.frame { () throws(CryptographyError) in
                    try unsafe judge(encoded, digest, desk, addProducts)
                }
            }
        } catch { valid = false }
        if !valid { ERR_clear_error() }
        return valid
    }

    private func judge(
        _ encoded: [UInt8], _ digest: [UInt8], _ desk: VerificationDesk,
        _ addProducts: (OpaquePointer, OpaquePointer, VerificationDesk) throws(CryptographyError) -> Void
    ) throws(CryptographyError) -> Bool {
        guard let signature = ECDSASignature(encoded) else { return false }
        let (order, numbers) = unsafe (curve.order, desk.numbers)
        let (r, s) = unsafe (signature.r, signature.s)
        // Step 1: both numbers in [1, n - 1].
        func isInRange(_ number: OpaquePointer?) -> Bool {
            unsafe BN_is_zero(number) == 0 && BN_is_negative(number) == 0 && BN_ucmp(number, order) < 0
        }
        guard unsafe isInRange(r), unsafe isInRange(s) else { return false }
        let e = try unsafe numbers.number()
        let inverse = try unsafe numbers.number()
        let u1 = try unsafe numbers.number()
        let u2 = try unsafe numbers.number()
        // Steps 3 and 4.
        guard unsafe BN_bin2bn(digest, Int32(digest.count), e) != nil,
            unsafe BN_mod_inverse(inverse, s, order, numbers.pointer) != nil,
            unsafe BN_mod_mul(u1, e, inverse, order, numbers.pointer) == 1,
            unsafe BN_mod_mul(u2, r, inverse, order, numbers.pointer) == 1
        else { throw CryptographyError(.libraryFailure, "BN_mod_mul") }
        // Step 5.
        try desk.clear(curve)
        try unsafe addProducts(u1, u2, desk)
        guard unsafe EC_POINT_is_at_infinity(curve.pointer, desk.sum.pointer) == 0 else { return false }
        return try unsafe isCoordinate(r, of: desk.sum.pointer, numbers)
    }

    /// Steps 6 and 7: the x coordinate reduced by the order equals r.
    ///
    /// The point is held as (X, Y, Z) with x = X / Z², so X is compared with x Z² for each x below the field's prime that
    /// reduces to r: r itself, and r + n where that is below the prime. A division would cost as much as twenty additions.
    private func isCoordinate(
        _ r: OpaquePointer?, of point: OpaquePointer, _ numbers: NumberContext
    ) throws(CryptographyError) -> Bool {
        let prime = unsafe curve.prime
        let x = try unsafe numbers.number()
        let z = try unsafe numbers.number()
        let square = try unsafe numbers.number()
        let candidate = try unsafe numbers.number()
        let product = try unsafe numbers.number()
        guard unsafe EC_POINT_get_Jprojective_coordinates_GFp(curve.pointer, point, x, nil, z, numbers.pointer) == 1,
            unsafe BN_mod_sqr(square, z, prime, numbers.pointer) == 1, unsafe BN_copy(candidate, r) != nil
        else { throw CryptographyError(.libraryFailure, "EC_POINT_get_Jprojective_coordinates_GFp") }
        while unsafe BN_ucmp(candidate, prime) < 0 {
            guard unsafe BN_mod_mul(product, candidate, square, prime, numbers.pointer) == 1 else {
                throw CryptographyError(.libraryFailure, "BN_mod_mul")
            }
            if unsafe BN_ucmp(product, x) == 0 { return true }
            guard unsafe BN_add(candidate, candidate, curve.order) == 1 else {
                throw CryptographyError(.libraryFailure, "BN_add")
            }
        }
        return false
    }
}

/// A curve and its numbers.
@safe final class CurveGroup: @unchecked Sendable {
    // All are only read after `init`.
    let pointer: OpaquePointer
    /// Of the curve's points.
    let order: OpaquePointer
    /// Of the field.
    let prime: OpaquePointer

    /// - Parameter identifier: libcrypto's number of the curve.
    init(_ identifier: Int32) throws(CryptographyError) {
        let group = try unsafe require(EC_GROUP_new_by_curve_name(identifier), "EC_GROUP_new_by_curve_name")
        unsafe pointer = group
        do throws(CryptographyError) {
            unsafe order = try require(EC_GROUP_get0_order(group), "EC_GROUP_get0_order")
            unsafe prime = try require(BN_new(), "BN_new")
        } catch {
            unsafe EC_GROUP_free(group)
            throw error
        }
        guard unsafe EC_GROUP_get_curve(group, prime, nil, nil, nil) == 1 else {
            throw CryptographyError(.libraryFailure, "EC_GROUP_get_curve")
        }
    }

    deinit {
        unsafe BN_free(prime)
        unsafe EC_GROUP_free(pointer)
    }

    /// The point of a key's X9.63 encoding.
    func point(_ x963: [UInt8], _ numbers: NumberContext) throws(CryptographyError) -> CurvePoint {
        let point = try unsafe CurvePoint(pointer)
        guard unsafe EC_POINT_oct2point(pointer, point.pointer, x963, x963.count, numbers.pointer) == 1 else {
            throw CryptographyError(.libraryFailure, "EC_POINT_oct2point")
        }
        return point
    }
}

/// What a verification computes with, for one thread at a time. It is kept, for making it takes fourteen allocations.
@safe final class VerificationDesk: @unchecked Sendable {
    let numbers: NumberContext
    let sum: CurvePoint
    let other: CurvePoint

    init(_ group: CurveGroup) throws(CryptographyError) {
        numbers = try NumberContext()
        sum = try unsafe CurvePoint(group.pointer)
        other = try unsafe CurvePoint(group.pointer)
    }

    /// Puts both points at infinity.
    func clear(_ group: CurveGroup) throws(CryptographyError) {
        guard unsafe EC_POINT_set_to_infinity(group.pointer, sum.pointer) == 1,
            unsafe EC_POINT_set_to_infinity(group.pointer, other.pointer) == 1
        else { throw CryptographyError(.libraryFailure, "EC_POINT_set_to_infinity") }
    }
}
