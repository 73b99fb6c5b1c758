/// Times the bare cryptography on one thread.
enum FloorCommand {
    static func run(_ options: Options) throws {
        let rounds = try options.number("rounds", 1...100, default: 9)
        let percent = try options.number("percent", 1...1_000, default: 100)
        let operations = try CryptoFloor().operations
        let measured = try Rounds(
            of: operations, rounds: rounds, percent: percent, prefix: options.optional("prefix") ?? "")
        print("us of processor time each, one thread, median of \(rounds) rounds")
        for (operation, figure) in zip(operations, measured.figures) {
            print(operation.title.column(42) + figure.median.column(1, width: 8) + "  " + figure.range(1))
        }
        try Measurement.record(measured.figures, options)
    }
}
