/// Times the library's operations on one thread, each in turn with its counterpart.
enum LibraryCommand {
    static func run(_ options: Options) throws {
        let rounds = try options.number("rounds", 1...100, default: 9)
        let scale = try options.number("percent", 1...1_000, default: 100)
        let part = options.optional("match") ?? ""
        let comparisons = try Specimens().comparisons.filter { part.isEmpty || $0.name.contains(part) }
        print("us of processor time each, one thread, median of \(rounds) rounds")
        print("operation".column(34) + "    us  range        " + "counterpart".column(38) + "    us  ratio")
        for comparison in comparisons {
            let count = max(1, comparison.count * scale / 100)
            var (ours, plain): ([Double], [Double]) = ([], [])
            try comparison.ours()
            try comparison.plain()
            for _ in 0..<rounds {
                ours.append(try ThreadClock.measure(count, comparison.ours))
                plain.append(try ThreadClock.measure(count, comparison.plain))
            }
            let (mine, theirs) = (ours.quantile(0.5) ?? 0, plain.quantile(0.5) ?? 0)
            let range = "\((ours.min() ?? 0).column(1, width: 0))-\((ours.max() ?? 0).column(1, width: 0))"
            print(
                comparison.name.column(32) + mine.column(1, width: 8) + "  " + range.column(15)
                    + comparison.plainName.column(36) + theirs.column(1, width: 8)
                    + (mine / theirs).column(2, width: 7))
        }
    }
}
