/// Comparison whose duration does not depend on where two values differ.
package enum ConstantTime {
    /// Whether both are equal. Lengths are public; contents are compared in full.
    package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for index in left.indices { difference |= left[index] ^ right[index] }
        return difference == 0
    }
}
