internal import COpenSSL

/// Verifies many signatures under one P-256 key, at about two fifths of the cost of the ordinary path.
///
/// The receipts of a year have one signer. libcrypto multiplies the generator of a curve by a table, five times as fast as
/// any other point, and lets a group have another generator: so the key is the generator of a group of its own. Making the
/// table takes 40 ms, about as long as 700 verifications gain by it, and 152 KiB.
package final class P256FixedKey: Sendable {
    private let curve: P256Curve
    private let multiples: GeneratorTable

    /// - Throws: `invalidKey` never, for the point was checked when `key` was made; `libraryFailure` for lack of memory and
    ///   from a libcrypto that makes no tables.
    package init(_ key: P256.PublicKey) throws(CryptographyError) {
        curve = try P256Curve.shared.get()
        multiples = try GeneratorTable(key.x963, curve.group)
    }

    /// ECDSA over SHA-256 of `message`; `signature` is DER `ECDSA-Sig-Value`, strictly encoded.
    package func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        // SHA-256 is as long as the order.
        guard let hash = try? PKey.hash(message, .sha256) else { return false }
        return unsafe curve.equation.isValid(signature, of: hash) { u1, u2, desk throws(CryptographyError) in
            let (sum, other, numbers) = unsafe (desk.sum.pointer, desk.other.pointer, desk.numbers.pointer)
            guard unsafe EC_POINT_mul(curve.group.pointer, sum, u1, nil, nil, numbers) == 1,
                unsafe EC_POINT_mul(multiples.group, other, u2, nil, nil, numbers) == 1,
                // Takes care of two points that are the same, of opposite ones and of the point at infinity.
                unsafe EC_POINT_add(curve.group.pointer, sum, sum, other, numbers) == 1
            else { throw CryptographyError(.libraryFailure, "EC_POINT_mul") }
        }
    }
}

/// The curve. It is kept as long as the process lives.
private final class P256Curve: Sendable {
    let group: CurveGroup
    let equation: ECDSAEquation

    static let shared = Result<P256Curve, CryptographyError> { () throws(CryptographyError) in try P256Curve() }

    private init() throws(CryptographyError) {
        group = try CurveGroup(NID_X9_62_prime256v1)
        equation = ECDSAEquation(group)
        // libcrypto for x86-64 and ARM has this one built in.
        guard
            unsafe EC_GROUP_have_precompute_mult(group.pointer) == 1
                || EC_GROUP_precompute_mult(group.pointer, nil) == 1
        else { throw CryptographyError(.libraryFailure, "EC_GROUP_precompute_mult") }
    }
}

/// A group on the curve whose generator is a key, with a table of the key's multiples.
@safe private final class GeneratorTable: @unchecked Sendable {
    /// Only read after `init`: libcrypto's multiplication looks multiples up and compares the generator with the first.
    let group: OpaquePointer

    init(_ x963: [UInt8], _ curve: CurveGroup) throws(CryptographyError) {
        let numbers = try NumberContext()
        let key = try curve.point(x963, numbers)
        unsafe group = try require(EC_GROUP_dup(curve.pointer), "EC_GROUP_dup")
        guard unsafe EC_GROUP_set_generator(group, key.pointer, curve.order, BN_value_one()) == 1,
            unsafe EC_GROUP_precompute_mult(group, numbers.pointer) == 1,
            unsafe EC_GROUP_have_precompute_mult(group) == 1
        else { throw CryptographyError(.libraryFailure, "EC_GROUP_precompute_mult") }
        try requireMultiples(of: key, curve, numbers)
    }

    deinit { unsafe EC_GROUP_free(group) }

    /// A libcrypto that multiplies another generator, or that one wrongly, would have good signatures refused: the multiple
    /// by the order less one is the key's opposite, and so it must be by the table.
    private func requireMultiples(
        of key: borrowing CurvePoint, _ curve: CurveGroup, _ numbers: NumberContext
    ) throws(CryptographyError) {
        let product = try unsafe CurvePoint(curve.pointer)
        let isOpposite = try numbers.frame { () throws(CryptographyError) in
            let number = try unsafe numbers.number()
            return unsafe BN_sub(number, curve.order, BN_value_one()) == 1
                && EC_POINT_mul(group, product.pointer, number, nil, nil, numbers.pointer) == 1
                && EC_POINT_invert(curve.pointer, product.pointer, numbers.pointer) == 1
                && EC_POINT_cmp(curve.pointer, product.pointer, key.pointer, numbers.pointer) == 0
        }
        guard isOpposite else { throw CryptographyError(.libraryFailure, "EC_POINT_mul") }
    }
}
