/// Comparison whose duration does not depend on where two values differ.
package enum ConstantTime {
    /// Whether both are equal. Lengths are public; contents are compared in full.
    package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
