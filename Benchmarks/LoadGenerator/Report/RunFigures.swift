import Foundation

/// What the commands of one run recorded, by name.
struct RunFigures {
    private(set) var byName: [String: Measurement] = [:]

    /// Of figures with one name the first counts: what came later was measured beside something else.
    init(_ measurements: [Measurement]) {
        for measurement in measurements where !measurement.rounds.isEmpty && byName[measurement.name] == nil {
            byName[measurement.name] = measurement
        }
    }

    /// - Parameter path: of the file that `--record` named.
    init(path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else { throw Failure("\(path): cannot be read") }
        let decoder = JSONDecoder()
        self.init(try data.split(separator: 0x0A).map { try decoder.decode(Measurement.self, from: $0) })
    }

    /// Nil for what was not measured.
    func median(_ name: String) -> Double? { byName[name]?.median }

    /// Nil unless both were measured; whatever units they have.
    func ratio(_ name: String, to other: String) -> Double? {
        guard let top = byName[name]?.baseMedian, let bottom = byName[other]?.baseMedian, bottom > 0 else { return nil }
        return top / bottom
    }

    /// The sum of several, nil if one is missing.
    func sum(_ names: [String]) -> Double? {
        names.reduce(0) { sum, name in sum.flatMap { sum in median(name).map { sum + $0 } } }
    }
}

extension Measurement {
    /// In microseconds, bytes, or the unit itself.
    fileprivate var baseMedian: Double {
        switch unit {
        case "ms", "KB": median * 1_000
        case "KiB": median * 1_024
        case "MiB": median * 1_048_576
        default: median
        }
    }
}

extension Double {
    /// Four digits count: more are noise, and make files differ for nothing.
    var short: Double {
        guard self != 0, isFinite else { return self }
        let digits = 3 - Int(log10(abs(self)).rounded(.down))
        let scale = pow(10, Double(abs(digits)))
        return digits < 0 ? (self / scale).rounded() * scale : (self * scale).rounded() / scale
    }

    /// As many digits behind the point as a reader wants of a number of that size.
    var readable: String {
        switch abs(self) {
        case ..<1: column(3, width: 0)
        case ..<10: column(2, width: 0)
        case ..<100: column(1, width: 0)
        default: column(0, width: 0)
        }
    }
}
