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
        curve = try P384Curve.shared.get()
        let numbers = try NumberContext()
        let point = try curve.group.point(key.x963, numbers)
        multiples = try unsafe PointTable(of: point.pointer, curve.group.pointer, numbers)
    }

    /// ECDSA over the digest of `message`; `signature` is DER `ECDSA-Sig-Value`, strictly encoded.
    package func isValidSignature(_ signature: [UInt8], for message: [UInt8], digest: P384.Digest) -> Bool {
        // Neither SHA-256 nor SHA-384 is longer than the order.
        guard let hash = try? PKey.hash(message, digest.method) else { return false }
        return unsafe curve.equation.isValid(signature, of: hash) { u1, u2, desk throws(CryptographyError) in
            let (group, numbers) = unsafe (curve.group.pointer, desk.numbers)
            // What is to be subtracted is kept apart until the end.
            let (sum, negative) = unsafe (desk.sum.pointer, desk.other.pointer)
            try unsafe curve.multiples.addProduct(scalar(u1), to: sum, minus: negative, group, numbers)
            try unsafe multiples.addProduct(scalar(u2), to: sum, minus: negative, group, numbers)
            guard unsafe EC_POINT_invert(group, negative, numbers.pointer) == 1,
                unsafe EC_POINT_add(group, sum, sum, negative, numbers.pointer) == 1
            else { throw CryptographyError(.libraryFailure, "EC_POINT_add") }
        }
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
private final class P384Curve: Sendable {
    let group: CurveGroup
    let equation: ECDSAEquation
    let multiples: PointTable

    static let shared = Result<P384Curve, CryptographyError> { () throws(CryptographyError) in try P384Curve() }

    private init() throws(CryptographyError) {
        group = try CurveGroup(NID_secp384r1)
        equation = ECDSAEquation(group)
        let generator = try unsafe require(EC_GROUP_get0_generator(group.pointer), "EC_GROUP_get0_generator")
        multiples = try unsafe PointTable(of: generator, group.pointer, NumberContext())
    }
}
