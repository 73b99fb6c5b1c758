import Foundation

/// A run, kept for later: `Benchmarks/results/NAME.json`.
struct ResultsFile: Codable {
    struct Figure: Codable {
        let unit: String
        let median: Double
        let least: Double
        let most: Double
        let rounds: [Double]
    }

    struct Judgement: Codable {
        let goal: Int
        let what: String
        let figure: String
        let divisor: String?
        let value: Double?
        let bound: String
        let verdict: String
    }

    /// Of the form that changes when old readers would misunderstand.
    let version: Int
    /// Text of whoever ran it, such as 2026-11-30T21:00:00Z.
    let date: String
    let commit: String
    let machine: Machine
    let figures: [String: Figure]
    let goals: [Judgement]

    init(_ figures: RunFigures, machine: Machine, date: String, commit: String) {
        (version, self.date, self.commit, self.machine) = (1, date, commit, machine)
        self.figures = figures.byName.mapValues { measurement in
            Figure(
                unit: measurement.unit, median: measurement.median.short,
                least: (measurement.rounds.min() ?? 0).short, most: (measurement.rounds.max() ?? 0).short,
                rounds: measurement.rounds.map(\.short))
        }
        goals = Goal.all.map { goal in
            Judgement(
                goal: goal.number, what: goal.what, figure: goal.figure, divisor: goal.divisor,
                value: goal.value(figures)?.short, bound: goal.boundText, verdict: goal.verdict(figures).rawValue)
        }
    }

    /// Keys in their order, so that two runs can be compared line by line.
    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }
}
