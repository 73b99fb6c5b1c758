/// What a figure, or the ratio of two, shall be.
struct Goal {
    enum Bound {
        case atMost(Double)
        case atLeast(Double)
        /// Only to be known.
        case none
    }

    enum Verdict: String { case met, missed, known, missing = "not measured" }

    /// By which the goals are counted in docs/performance.md.
    let number: Int
    let what: String
    let figure: String
    /// What the figure is divided by; nil for the figure itself.
    var divisor: String?
    var bound: Bound = .none

    func value(_ figures: RunFigures) -> Double? {
        divisor.map { figures.ratio(figure, to: $0) } ?? figures.median(figure)
    }

    func verdict(_ figures: RunFigures) -> Verdict {
        guard let value = value(figures) else { return .missing }
        return switch bound {
        case .atMost(let most): value <= most ? .met : .missed
        case .atLeast(let least): value >= least ? .met : .missed
        case .none: .known
        }
    }

    /// The unit of the value; nothing for a ratio.
    func unit(_ figures: RunFigures) -> String { divisor == nil ? figures.byName[figure]?.unit ?? "" : "" }

    var boundText: String {
        switch bound {
        case .atMost(let most): "at most \(most.readable)"
        case .atLeast(let least): "at least \(least.readable)"
        case .none: ""
        }
    }

    /// Such as `missed by 12 %`.
    func verdictText(_ figures: RunFigures) -> String {
        let verdict = verdict(figures)
        guard verdict == .missed, let value = value(figures) else { return verdict == .known ? "" : verdict.rawValue }
        let bound =
            switch self.bound {
            case .atMost(let bound), .atLeast(let bound): bound
            case .none: value
            }
        return "missed by \((abs(value - bound) / bound * 100).column(0, width: 0)) %"
    }
}
