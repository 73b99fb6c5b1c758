internal import COpenSSL

/// Multiples of a point of P-384, so that a product with it takes additions alone: one for every seven bits of the number.
///
/// For each window of seven bits there are the multiples from 1 to 64 of what the window's lowest bit stands for; a digit
/// above 64 counts as the negative rest to 128 and carries. 3,520 points take 1.2 MB. They are public and looked up by
/// public numbers, so nothing here needs constant time; every addition is libcrypto's.
@safe final class PointTable: @unchecked Sendable {
    /// Only read after `init`; libcrypto's point arithmetic takes them as constants.
    private let points: [OpaquePointer]

    private static let windowBits = 7
    private static let windowCount = 55
    private static let multiples = 64
    /// Bytes in a number below the order: 48.
    static let scalarByteCount = 48

    /// - Throws: `libraryFailure` for lack of memory.
    init(of point: OpaquePointer, _ group: OpaquePointer, _ numbers: NumberContext) throws(CryptographyError) {
        var points: [OpaquePointer] = unsafe []
        unsafe points.reserveCapacity(Self.windowCount * Self.multiples)
        do throws(CryptographyError) {
            try unsafe Self.fill(&points, point, group, numbers)
        } catch {
            unsafe Self.free(points)
            throw error
        }
        unsafe self.points = points
    }

    private static func fill(
        _ points: inout [OpaquePointer], _ point: OpaquePointer, _ group: OpaquePointer, _ numbers: NumberContext
    ) throws(CryptographyError) {
        for window in 0..<windowCount {
            for multiple in 1...multiples {
                let next = try unsafe require(EC_POINT_new(group), "EC_POINT_new")
                let count = unsafe points.count
                unsafe points.append(next)
                let made: Int32
                switch (window, multiple) {
                case (0, 1): made = unsafe EC_POINT_copy(next, point)
                // Twice the first, or twice the 64 of the window before.
                case (_, 1), (_, 2): made = unsafe EC_POINT_dbl(group, next, points[count - 1], numbers.pointer)
                default:
                    made = unsafe EC_POINT_add(
                        group, next, points[count - 1], points[count + 1 - multiple], numbers.pointer)
                }
                guard made == 1 else { throw CryptographyError(.libraryFailure, "EC_POINT_add") }
            }
        }
        // Adding a point whose third coordinate is 1 costs two thirds of adding another.
        var pointers: [OpaquePointer?] = unsafe points
        guard unsafe EC_POINTs_make_affine(group, pointers.count, &pointers, numbers.pointer) == 1 else {
            throw CryptographyError(.libraryFailure, "EC_POINTs_make_affine")
        }
    }

    deinit { unsafe Self.free(points) }

    private static func free(_ points: [OpaquePointer]) {
        unsafe points.forEach { unsafe EC_POINT_free($0) }
    }

    /// Adds the product of the point and a number to the difference of two sums.
    /// - Parameter scalar: 48 bytes, big-endian.
    func addProduct(
        _ scalar: [UInt8], to sum: OpaquePointer, minus: OpaquePointer, _ group: OpaquePointer, _ numbers: NumberContext
    ) throws(CryptographyError) {
        var carry = 0
        for window in 0..<Self.windowCount {
            var digit = Self.bits(of: scalar, from: window * Self.windowBits) + carry
            carry = digit > Self.multiples ? 1 : 0
            digit -= carry << Self.windowBits
            guard digit != 0 else { continue }
            let multiple = unsafe points[window * Self.multiples + abs(digit) - 1]
            let target = unsafe digit > 0 ? sum : minus
            guard unsafe EC_POINT_add(group, target, target, multiple, numbers.pointer) == 1 else {
                throw CryptographyError(.libraryFailure, "EC_POINT_add")
            }
        }
    }

    /// Seven bits from a bit on, which counts from the lowest.
    private static func bits(of scalar: [UInt8], from bit: Int) -> Int {
        func byte(_ place: Int) -> Int { place < scalar.count ? Int(scalar[scalar.count - 1 - place]) : 0 }
        return (byte(bit / 8) | byte(bit / 8 + 1) << 8) >> (bit % 8) & (1 << windowBits - 1)
    }
}
