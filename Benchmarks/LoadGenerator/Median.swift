extension Array where Element: Comparable {
    /// The value that a share of the others does not exceed: 0.5 for the median.
    /// - Returns: nil for nothing.
    func quantile(_ share: Double) -> Element? {
        let sorted = sorted()
        return sorted.isEmpty ? nil : sorted[Swift.min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }
}

extension Double {
    /// With a fixed number of digits after the point, in a column of that width.
    func column(_ digits: Int, width: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let whole = Int((self * scale).rounded())
        let text = String(whole)
        let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
        let number = digits == 0 ? padded : "\(padded.dropLast(digits)).\(padded.suffix(digits))"
        return String(repeating: " ", count: max(0, width - number.count)) + number
    }
}

extension String {
    func column(_ width: Int) -> String { self + String(repeating: " ", count: Swift.max(1, width - count)) }
}
