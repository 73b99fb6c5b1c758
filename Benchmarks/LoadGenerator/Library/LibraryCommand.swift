/// Times the library's operations on one thread, each beside its counterpart, and those that matter most on two threads.
enum LibraryCommand {
    static func run(_ options: Options) throws {
        let rounds = try options.number("rounds", 1...100, default: 9)
        let percent = try options.number("percent", 1...1_000, default: 100)
        let part = options.optional("match") ?? ""
        let prefix = options.optional("prefix") ?? ""
        let specimens = try Specimens()
        let comparisons = try Comparisons(specimens).all.filter { part.isEmpty || $0.ours.title.contains(part) }
        let figures = try Rounds(
            of: comparisons.flatMap { [$0.ours, $0.plain] }, rounds: rounds, percent: percent, prefix: prefix
        ).figures
        print("us of processor time each, one thread, median of \(rounds) rounds")
        print("operation".column(40) + "    us  range        " + "counterpart".column(38) + "    us  ratio")
        for (index, comparison) in comparisons.enumerated() {
            let (ours, plain) = (figures[2 * index], figures[2 * index + 1])
            print(
                comparison.ours.title.column(38) + ours.median.column(1, width: 8) + "  " + ours.range(1).column(15)
                    + comparison.plain.title.column(36) + plain.median.column(1, width: 8)
                    + (ours.median / plain.median).column(2, width: 7))
        }
        try Measurement.record(figures, options)
        guard part.isEmpty, prefix.isEmpty else { return }
        try Measurement.record(try twoThreads(comparisons, rounds, percent), options)
    }

    /// Those that an exchange does, and plain cryptography: where that has no more of two threads either, it is the machine.
    private static func twoThreads(
        _ comparisons: [Comparison], _ rounds: Int, _ percent: Int
    ) throws -> [Measurement] {
        let operations = comparisons.filter {
            ["library.attestation.warm", "library.assertion", "library.receipt.known"].contains($0.ours.figure)
        }
        let contests =
            operations.map { ($0.ours.figure, $0.ours.title, $0.ours.run) }
            + operations.prefix(1).map { ("library.plain", $0.plain.title, $0.plain.run) }
        print("calls per second of one thread and of two, in as much time, median of \(rounds) rounds")
        var figures: [Measurement] = []
        for (figure, title, run) in contests {
            var (one, two): ([Double], [Double]) = ([], [])
            for _ in 0..<rounds {
                one.append(try TwoThreads.perSecond(1, seconds: 0.2 * Double(percent) / 100, run))
                two.append(try TwoThreads.perSecond(2, seconds: 0.2 * Double(percent) / 100, run))
            }
            let pair = [
                Measurement(name: "\(figure).threads.1", unit: "1/s", rounds: one),
                Measurement(name: "\(figure).threads.2", unit: "1/s", rounds: two),
            ]
            print(
                title.column(40) + pair[0].median.column(0, width: 9) + pair[1].median.column(0, width: 9)
                    + (pair[1].median / pair[0].median).column(2, width: 7))
            figures += pair
        }
        return figures
    }
}
