internal import COpenSSL

/// Owns `EC_POINT`s of one curve, all at infinity to begin with.
@safe final class CurvePoints: @unchecked Sendable {
    private let group: OpaquePointer
    private let points: [OpaquePointer]

    /// - Parameter group: to live as long as the points.
    init(_ count: Int, _ group: OpaquePointer) throws(CryptographyError) {
        var points: [OpaquePointer] = unsafe []
        unsafe points.reserveCapacity(count)
        for _ in 0..<count {
            guard let point = unsafe EC_POINT_new(group) else {
                unsafe points.forEach { unsafe EC_POINT_free($0) }
                throw CryptographyError(.libraryFailure, "EC_POINT_new")
            }
            unsafe points.append(point)
        }
        unsafe (self.points, self.group) = (points, group)
    }

    deinit { unsafe points.forEach { unsafe EC_POINT_free($0) } }

    var count: Int { unsafe points.count }

    subscript(_ index: Int) -> OpaquePointer { unsafe points[index] }

    func put(_ point: OpaquePointer, at index: Int) throws(CryptographyError) {
        guard unsafe EC_POINT_copy(points[index], point) == 1 else {
            throw CryptographyError(.libraryFailure, "EC_POINT_copy")
        }
    }

    func put(
        _ point: OpaquePointer, plus other: OpaquePointer, at index: Int, _ numbers: NumberContext
    ) throws(CryptographyError) {
        guard unsafe EC_POINT_add(group, points[index], point, other, numbers.pointer) == 1 else {
            throw CryptographyError(.libraryFailure, "EC_POINT_add")
        }
    }

    func putDouble(of point: OpaquePointer, at index: Int, _ numbers: NumberContext) throws(CryptographyError) {
        guard unsafe EC_POINT_dbl(group, points[index], point, numbers.pointer) == 1 else {
            throw CryptographyError(.libraryFailure, "EC_POINT_dbl")
        }
    }

    func invert(_ index: Int, _ numbers: NumberContext) throws(CryptographyError) {
        guard unsafe EC_POINT_invert(group, points[index], numbers.pointer) == 1 else {
            throw CryptographyError(.libraryFailure, "EC_POINT_invert")
        }
    }

    /// Scales all of them to a third coordinate of 1, with one division.
    func makeAffine(_ numbers: NumberContext) throws(CryptographyError) {
        var pointers: [OpaquePointer?] = unsafe points
        guard unsafe EC_POINTs_make_affine(group, pointers.count, &pointers, numbers.pointer) == 1 else {
            throw CryptographyError(.libraryFailure, "EC_POINTs_make_affine")
        }
    }
}
