/// A version of one or more whole numbers with dots between them, such as `1314` or `17.2.1`.
///
/// Compared number by number; a number that is missing at the end counts as 0, so that `1.2` and `1.2.0` are the same.
/// Numbers have any size. Anything else (`1.2b3`, `v2`, an empty text, spaces, other digits than ASCII) is no such version:
/// a policy refuses it rather than guess what it means.
public struct DottedVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// As it was written.
    public let description: String
    /// Each number's digits without zeros in front, and no number at the end that is 0.
    private let numbers: [[UInt8]]

    /// Longer texts are no versions: real ones have up to 18 characters.
    public static let maximumByteCount = 64

    /// - Returns: nil for a text that is no dotted version.
    public init?(_ text: String) {
        guard (1...Self.maximumByteCount).contains(text.utf8.count) else { return nil }
        var numbers: [[UInt8]] = []
        for part in text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false) {
            guard !part.isEmpty, part.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
            numbers.append(Array(part.drop { $0 == 0x30 }))
        }
        while numbers.last?.isEmpty == true { numbers.removeLast() }
        (description, self.numbers) = (text, numbers)
    }

    /// Whether both are the same version, however it is written.
    public static func == (left: Self, right: Self) -> Bool { left.numbers == right.numbers }

    /// The same for all ways to write a version.
    public func hash(into hasher: inout Hasher) { hasher.combine(numbers) }

    /// Whether `left` is the older version.
    public static func < (left: Self, right: Self) -> Bool {
        for place in 0..<max(left.numbers.count, right.numbers.count) {
            let (one, other) = (left.number(at: place), right.number(at: place))
            if one != other {
                return one.count == other.count ? one.lexicographicallyPrecedes(other) : one.count < other.count
            }
        }
        return false
    }

    private func number(at place: Int) -> [UInt8] { place < numbers.count ? numbers[place] : [] }
}
