internal import COpenSSL

/// Verifies many signatures under one P-384 key, at about a fifth of the cost of the ordinary path.
///
/// The certificate of an attestation is signed by one of a handful of intermediates, so combs of both the curve's generator and
/// that key are made once. The equation is that of FIPS 186-4 section 6.4.2; every field and curve operation is libcrypto's.
/// Only public values are handled, so nothing here needs constant time.
package final class P384FixedKey: Sendable {
    private let curve: P384Curve
    private let comb: PointComb

    /// - Throws: `invalidKey` never, for the point was checked when `key` was made; `libraryFailure` for lack of memory.
    package init(_ key: P384.PublicKey) throws(CryptographyError) {
        curve = try P384Curve.shared.get()
        let numbers = try NumberContext()
        let point = try curve.group.point(key.x963, numbers)
        comb = try unsafe PointComb(of: point.pointer, curve.group.pointer, numbers)
    }

    /// ECDSA over the digest of `message`; `signature` is DER `ECDSA-Sig-Value`, strictly encoded.
    package func isValidSignature(_ signature: [UInt8], for message: [UInt8], digest: P384.Digest) -> Bool {
        // Neither SHA-256 nor SHA-384 is longer than the order.
        guard let hash = try? PKey.hash(message, digest.method) else { return false }
        return unsafe curve.equation.isValid(signature, of: hash) { u1, u2, desk throws(CryptographyError) in
            let ofGenerator = try unsafe curve.signs(of: u1, desk.numbers)
            let ofKey = try unsafe curve.signs(of: u2, desk.numbers)
            var sum = unsafe SignedSum(desk.sum.pointer, curve.group.pointer, desk.numbers.pointer)
            for place in (0..<PointComb.places).reversed() {
                try sum.double()
                for block in 0..<PointComb.blocks {
                    try unsafe sum.add(curve.comb.sum(ofGenerator, block, place))
                    try unsafe sum.add(comb.sum(ofKey, block, place))
                }
            }
            try sum.settle()
        }
    }
}

/// A point to which others are added and from which they are subtracted. It is kept up to its sign, since libcrypto adds but
/// does not subtract, and to turn the sum costs less than to turn what is added, which must not change.
@safe private struct SignedSum {
    private let point: OpaquePointer
    private let group: OpaquePointer
    private let numbers: OpaquePointer
    private var isOpposite = false

    init(_ point: OpaquePointer, _ group: OpaquePointer, _ numbers: OpaquePointer) {
        unsafe (self.point, self.group, self.numbers) = (point, group, numbers)
    }

    func double() throws(CryptographyError) {
        guard unsafe EC_POINT_dbl(group, point, point, numbers) == 1 else {
            throw CryptographyError(.libraryFailure, "EC_POINT_dbl")
        }
    }

    mutating func add(_ part: (point: OpaquePointer, isOpposite: Bool)) throws(CryptographyError) {
        if unsafe part.isOpposite != isOpposite { try turn() }
        guard unsafe EC_POINT_add(group, point, point, part.point, numbers) == 1 else {
            throw CryptographyError(.libraryFailure, "EC_POINT_add")
        }
    }

    /// Leaves the point as what it stands for.
    mutating func settle() throws(CryptographyError) { if isOpposite { try turn() } }

    private mutating func turn() throws(CryptographyError) {
        guard unsafe EC_POINT_invert(group, point, numbers) == 1 else {
            throw CryptographyError(.libraryFailure, "EC_POINT_invert")
        }
        isOpposite.toggle()
    }
}

/// The curve, with a comb of its generator. It is kept as long as the process lives.
@safe private final class P384Curve: @unchecked Sendable {
    let group: CurveGroup
    let equation: ECDSAEquation
    let comb: PointComb
    /// The number all of whose signs are plus: 2^384 - 1, modulo the order. Only read after `init`.
    private let allPlus: OpaquePointer

    static let shared = Result<P384Curve, CryptographyError> { () throws(CryptographyError) in try P384Curve() }

    private init() throws(CryptographyError) {
        group = try CurveGroup(NID_secp384r1)
        equation = ECDSAEquation(group)
        let generator = try unsafe require(EC_GROUP_get0_generator(group.pointer), "EC_GROUP_get0_generator")
        let numbers = try NumberContext()
        comb = try unsafe PointComb(of: generator, group.pointer, numbers)
        unsafe allPlus = try require(BN_new(), "BN_new")
        guard unsafe BN_set_bit(allPlus, Int32(CombSigns.count)) == 1, unsafe BN_sub_word(allPlus, 1) == 1,
            unsafe BN_div(nil, allPlus, allPlus, group.order, numbers.pointer) == 1
        else { throw CryptographyError(.libraryFailure, "BN_div") }
    }

    /// - Parameter number: below the order.
    func signs(of number: OpaquePointer, _ numbers: NumberContext) throws(CryptographyError) -> CombSigns {
        // Half of what is left when all signs are taken for plus; where that is odd, it is even with the order added.
        let ones = try unsafe numbers.number()
        var bytes = [UInt8](repeating: 0, count: CombSigns.count / 8)
        guard unsafe BN_mod_add_quick(ones, number, allPlus, group.order) == 1,
            unsafe BN_is_odd(ones) == 0 || BN_add(ones, ones, group.order) == 1, unsafe BN_rshift1(ones, ones) == 1,
            unsafe BN_bn2binpad(ones, &bytes, Int32(bytes.count)) == Int32(bytes.count)
        else { throw CryptographyError(.libraryFailure, "BN_add") }
        return CombSigns(bytes)
    }
}
