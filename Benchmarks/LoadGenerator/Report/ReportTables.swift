/// The tables of a run, in Markdown, which reads well in a terminal too.
struct ReportTables {
    private let figures: RunFigures
    private let heading: String

    init(_ figures: RunFigures, heading: String) { (self.figures, self.heading) = (figures, heading) }

    var markdown: String {
        [heading, exchanges, goals, library, rest].filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private var exchanges: String {
        let rows = ExchangeCost.all(figures).map { cost in
            [cost.name]
                + ExchangeCost.Kind.allCases.flatMap { kind in
                    [
                        cost.value(kind)?.column(0, width: 0) ?? "not measured",
                        cost.ratio(kind)?.column(2, width: 0) ?? "",
                    ]
                }
        }
        return Self.table(
            ["us of processor time", "attestation exchange", "ratio", "assertion exchange", "ratio"], rows)
    }

    private var goals: String {
        let rows = Goal.all.map { goal in
            let unit = goal.unit(figures)
            return [
                String(goal.number), goal.what,
                goal.value(figures).map { unit.isEmpty ? $0.readable : "\($0.readable) \(unit)" } ?? "not measured",
                goal.boundText, goal.verdict(figures) == .missing ? "" : goal.verdictText(figures),
            ]
        }
        return Self.table(["", "target", "measured", "aim", ""], rows)
    }

    /// Each operation beside its counterpart.
    private var library: String {
        let names = figures.byName.keys.filter {
            $0.hasPrefix("library.") && figures.byName["\($0).plain"] != nil
        }
        let rows = names.sorted().map { name in
            let (ours, plain) = (figures.byName[name], figures.byName["\(name).plain"])
            return [
                "`\(name)`", ours?.median.readable ?? "", ours?.range(1) ?? "", plain?.median.readable ?? "",
                figures.ratio(name, to: "\(name).plain")?.column(2, width: 0) ?? "",
            ]
        }
        return Self.table(["library, us", "median", "range", "plain counterpart", "ratio"], rows)
    }

    /// The floor's own parts, and whatever else was recorded.
    private var rest: String {
        let told = ["library.", "usecase.", "fallback."]
        let rows = figures.byName.keys.sorted().filter { name in !told.contains { name.hasPrefix($0) } }
            .compactMap { figures.byName[$0] }
            .map { ["`\($0.name)`", $0.median.readable, $0.rounds.count > 1 ? $0.range(1) : "", $0.unit] }
        return rows.isEmpty ? "" : Self.table(["figure", "median", "range", "unit"], rows)
    }

    private static func table(_ heads: [String], _ rows: [[String]]) -> String {
        let widths = heads.indices.map { column in
            ([heads] + rows).map { $0[column].count }.max() ?? 0
        }
        func row(_ cells: [String]) -> String {
            "| " + zip(cells, widths).map { $0.padding(toLength: $1) }.joined(separator: " | ") + " |"
        }
        let rule = "|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|"
        return ([row(heads), rule] + rows.map(row)).joined(separator: "\n")
    }
}

extension String {
    fileprivate func padding(toLength length: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, length - count))
    }
}
