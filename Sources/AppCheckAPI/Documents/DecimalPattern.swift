/// Regular expressions for numbers from one to another, for schemas of numbers that are written as text.
package enum DecimalPattern {
    /// - Parameter range: not below 0.
    /// - Returns: an expression in a group of its own that matches exactly the range's numbers without leading zeros.
    package static func matching(_ range: ClosedRange<Int64>) -> String {
        var alternatives: [String] = []
        let (low, high) = (digits(range.lowerBound), digits(range.upperBound))
        for count in low.count...max(low.count, high.count) {
            let first = count == low.count ? low : [1] + Array(repeating: 0, count: count - 1)
            let last = count == high.count ? high : Array(repeating: 9, count: count)
            alternatives += matching(first[...], last[...])
        }
        return "(\(alternatives.joined(separator: "|")))"
    }

    private static func digits(_ number: Int64) -> [Int] { String(number).compactMap(\.wholeNumberValue) }

    /// Expressions for the numbers of as many digits as both have.
    private static func matching(_ low: ArraySlice<Int>, _ high: ArraySlice<Int>) -> [String] {
        guard let first = low.first, let last = high.first else { return [""] }
        let (lowRest, highRest) = (low.dropFirst(), high.dropFirst())
        if first == last { return matching(lowRest, highRest).map { "\(first)\($0)" } }
        // Between the first digits anything may follow; beside them only what is not below and not above.
        let (startsWhole, endsWhole) = (lowRest.allSatisfy { $0 == 0 }, highRest.allSatisfy { $0 == 9 })
        var found: [String] = []
        if !startsWhole {
            found += matching(lowRest, highRest.map { _ in 9 }[...]).map { "\(first)\($0)" }
        }
        let (from, to) = (startsWhole ? first : first + 1, endsWhole ? last : last - 1)
        if from <= to { found.append((from == to ? "\(from)" : "[\(from)-\(to)]") + any(lowRest.count)) }
        if !endsWhole {
            found += matching(highRest.map { _ in 0 }[...], highRest).map { "\(last)\($0)" }
        }
        return found
    }

    private static func any(_ count: Int) -> String {
        switch count {
        case 0: ""
        case 1: "[0-9]"
        default: "[0-9]{\(count)}"
        }
    }
}
