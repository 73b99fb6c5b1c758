import Foundation

/// Exchanges at a fixed rate, whatever the server makes of it: how long they take when it is not pressed.
enum OpenCommand {
    static func run(_ options: Options) throws {
        let server = try Target(options)
        let kinds = try Kind.read(options.list("kinds", default: "attestation,assertion"))
        guard kinds.allSatisfy(\.isExchange) else { throw Failure("--kinds: only attestation and assertion") }
        let plan = try Plan(options)
        var measurements: [Measurement] = []
        var floor = try FloorBeside()
        for kind in kinds {
            // What it can do now, at most.
            var round = try LoadRound(options, server: server, echo: nil, connections: 16, count: plan.count)
            try round.run([kind])
            guard let closed = round.figures[kind] else { throw Failure("nothing was measured") }
            let most = min(closed.capacity, closed.perSecond.middle)
            let rate = plan.rate ?? most * plan.share / 100
            print(
                "\(kind.rawValue): \(closed.perSecond.middle.column(0, width: 0)) per second in a closed loop,",
                "\(closed.processor.middle.column(0, width: 0)) us of the server's processors each;",
                "open at \(rate.column(0, width: 0)) per second")
            let requests = try exchanges(kind, Int(rate * plan.seconds), rate, options, server)
            let watch = try options.optional("database").map(CheckpointWatch.init)
            let stream = try plan.stream(requests, rate, server)
            var open = Figures()
            try floor.measure(beside: "open.\(kind.rawValue)", kind: kind.rawValue)
            let outcome = try server.measure([stream], &open, seconds: plan.seconds * 3 + 10)
            try floor.measure(beside: "open.\(kind.rawValue)", kind: kind.rawValue)
            measurements += report(stream, open, outcome, watch?.end(), rate, "open.\(kind.rawValue)")
        }
        try Measurement.record(measurements + floor.measurements, options)
    }

    /// No device has two under way at a time: each waits a second at least.
    private static func exchanges(
        _ kind: Kind, _ count: Int, _ rate: Double, _ options: Options, _ server: Target
    ) throws -> [[UInt8]] {
        let mint = Mint(messages: try Messages(options), port: server.port)
        guard kind == .assertion else { return try mint.attestations(count).map(\.request) }
        var devices = try mint.devices(max(64, Int(rate)))
        return try mint.assertions(count, of: &devices)
    }

    private static func report(
        _ stream: Stream, _ figures: Figures, _ outcome: LoadLoop.Outcome, _ log: CheckpointWatch.Seen?, _ rate: Double,
        _ name: String
    ) -> [Measurement] {
        let latencies = stream.latencies
        let columns: [(String, Double)] = [
            ("p50", latencies.milliseconds(0.5)), ("p90", latencies.milliseconds(0.9)),
            ("p99", latencies.milliseconds(0.99)), ("p999", latencies.milliseconds(0.999)),
            ("longest", Double(latencies.longest) / 1e6), ("pause", Double(stream.longestPause) / 1e6),
            ("late.p99", stream.lateness.milliseconds(0.99)),
        ]
        print(
            "  \(latencies.count) answers in \(outcome.elapsed.column(1, width: 0)) s, ms:",
            columns.map { "\($0.0) \($0.1.column(2, width: 0))" }.joined(separator: "  "))
        print(
            "  processor us each: server \(figures.processor.middle.column(0, width: 0)),",
            "client \(figures.client.middle.column(0, width: 0))")
        var found = columns.map { Measurement(name: "\(name).\($0.0)", unit: "ms", rounds: [$0.1]) }
        found.append(Measurement(name: "\(name).rate", unit: "1/s", rounds: [rate]))
        found.append(Measurement(name: "\(name).processor", unit: "us", rounds: figures.processor))
        if let log {
            print(
                "  the log was checkpointed \(log.checkpoints) times and began anew \(log.restarts) times;",
                "\((Double(log.longestLog) / 1_048_576).column(1, width: 0)) MiB at its longest")
            found.append(Measurement(name: "\(name).checkpoints", unit: "count", rounds: [Double(log.checkpoints)]))
            found.append(Measurement(name: "\(name).restarts", unit: "count", rounds: [Double(log.restarts)]))
        }
        return found
    }
}

/// How an open loop is to run.
struct Plan {
    /// Requests per second; nil for a share of the most.
    let rate: Double?
    /// Per cent.
    let share: Double
    let seconds: Double
    /// Exchanges that the most is measured with.
    let count: Int
    private let connections: Int
    private let gaps: Schedule.Gaps
    private let seed: UInt64

    init(_ options: Options) throws {
        rate = try options.optional("rate").map { _ in Double(try options.number("rate", 1...50_000)) }
        share = Double(try options.number("share", 1...200, default: 60))
        seconds = Double(try options.number("seconds", 1...120, default: 15))
        count = try options.number("count", 16...20_000, default: 2_000)
        connections = try options.number("connections", 1...1_000, default: 64)
        guard let gaps = Schedule.Gaps(rawValue: options.optional("gaps") ?? "exponential") else {
            throw Failure("--gaps: uniform or exponential")
        }
        self.gaps = gaps
        seed = UInt64(try options.number("seed", 0...Int.max, default: 1))
    }

    /// Over connections of its own, opened now.
    func stream(_ requests: [[UInt8]], _ rate: Double, _ server: Target) throws -> Stream {
        let moments = Schedule.moments(requests.count, perSecond: rate, gaps, seed: seed)
        return Stream(try ConnectionPool(port: server.port, count: connections), .moments(requests, moments))
    }
}
