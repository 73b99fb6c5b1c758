/// Pairs of `--name value`.
struct Options {
    private var values: [String: String] = [:]

    init(_ words: [String]) throws(Failure) {
        guard words.count.isMultiple(of: 2) else { throw Failure("every option takes a value") }
        for index in stride(from: 0, to: words.count, by: 2) {
            guard words[index].hasPrefix("--") else { throw Failure("\(words[index]): expected --name value") }
            values[String(words[index].dropFirst(2))] = words[index + 1]
        }
    }

    func optional(_ name: String) -> String? { values[name] }

    func text(_ name: String) throws(Failure) -> String {
        guard let value = values[name] else { throw Failure("--\(name) is missing") }
        return value
    }

    /// Names with commas between them.
    func list(_ name: String, default standard: String) -> [String] {
        (values[name] ?? standard).split(separator: ",").map(String.init)
    }

    func number(_ name: String, _ range: ClosedRange<Int>, default standard: Int? = nil) throws(Failure) -> Int {
        guard let text = values[name] else {
            guard let standard else { throw Failure("--\(name) is missing") }
            return standard
        }
        guard let number = Int(text), range.contains(number) else {
            throw Failure("--\(name): expected a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
