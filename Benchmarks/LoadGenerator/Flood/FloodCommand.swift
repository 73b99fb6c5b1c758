import Foundation

/// How fast garbage is refused, one sort after the other, and what good exchanges notice of it.
struct FloodCommand {
    private let options: Options
    private let server: Target
    private let mint: Mint
    private let connections: Int
    private let seconds: Double
    private let kinds: [Garbage]
    /// Challenges that were fetched first, and when their time is over.
    private let ended: (challenges: [[UInt8]], after: UInt64)
    private var measurements: [Measurement] = []

    static func run(_ options: Options) throws {
        var command = try FloodCommand(options)
        try command.run()
    }

    private init(_ options: Options) throws {
        self.options = options
        server = try Target(options)
        mint = Mint(messages: try Messages(options), port: server.port)
        connections = try options.number("connections", 1...256, default: 16)
        seconds = Double(try options.number("seconds", 1...60, default: 2))
        kinds = try options.list("garbage", default: Garbage.allCases.map(\.rawValue).joined(separator: ",")).map {
            name throws(Failure) in
            guard let kind = Garbage(rawValue: name) else { throw Failure("\(name): no such garbage") }
            return kind
        }
        let lifetime = UInt64(try options.number("challenge-ttl", 1...3_600))
        ended = (try mint.challenges(64), MonotonicClock.now + (lifetime + 1) * 1_000_000_000)
    }

    private mutating func run() throws {
        var round = try LoadRound(
            options, server: server, echo: nil, connections: connections,
            count: options.number("count", 16...20_000, default: 2_000))
        try round.run([.attestation])
        guard let good = round.figures[.attestation] else { throw Failure("nothing was measured") }
        print("                    server CPU us  per second   times good: rate   processor")
        print(row("good attestation", good, good))
        measurements += good.measurements("flood.good")
        // Those whose challenges must end first come last.
        let ready = kinds.filter { $0 != .expiredChallenge }
        for kind in ready { try measure(kind, good) }
        try mix(ready, good)
        if kinds.contains(.expiredChallenge) {
            while MonotonicClock.now < ended.after { usleep(100_000) }
            try measure(.expiredChallenge, good)
        }
        try Measurement.record(measurements, options)
    }

    private mutating func measure(_ kind: Garbage, _ good: Figures) throws {
        let requests = try kind.requests(256, mint, ended.challenges)
        let pool = try ConnectionPool(port: server.port, count: connections)
        var found = Figures()
        _ = try server.measure([Stream(pool, .round(requests, seconds: seconds), status: kind.status)], &found)
        print(row(kind.rawValue, found, good))
        measurements += found.measurements("flood.\(kind.rawValue)")
    }

    private func row(_ name: String, _ found: Figures, _ good: Figures) -> String {
        name.column(20) + found.processor.middle.column(0, width: 13) + found.perSecond.middle.column(0, width: 12)
            + (found.perSecond.middle / good.perSecond.middle).column(1, width: 19)
            + (good.processor.middle / found.processor.middle).column(1, width: 12)
    }

    /// Good exchanges at a fifth of what there could be, alone and beside garbage of all sorts at full speed.
    private mutating func mix(_ kinds: [Garbage], _ good: Figures) throws {
        let plan = try Plan(options)
        let share = Double(try options.number("share", 1...100, default: 20))
        let rate = min(good.capacity, good.perSecond.middle) * share / 100
        let span = Double(try options.number("mix-seconds", 1...60, default: 6))
        let garbage = try kinds.map { try $0.requests(256, mint, ended.challenges) }
        print("good attestations at \(rate.column(0, width: 0)) per second, latencies in ms")
        for (name, sorts) in [("alone", []), ("beside", kinds)] {
            let requests = try mint.attestations(Int(rate * span)).map(\.request)
            let others = try zip(sorts, garbage).map { kind, requests in
                Stream(
                    try ConnectionPool(port: server.port, count: max(1, connections / kinds.count)),
                    .round(requests, seconds: span * 3), status: kind.status)
            }
            let stream = try plan.stream(requests, rate, server)
            var figures = Figures()
            let outcome = try server.measure([stream] + others, &figures, seconds: span * 3 + 10)
            let refused = Double(others.map(\.latencies.count).reduce(0, +)) / outcome.elapsed
            let latencies = stream.latencies
            let columns = [
                ("p50", latencies.milliseconds(0.5)), ("p99", latencies.milliseconds(0.99)),
                ("p999", latencies.milliseconds(0.999)), ("longest", Double(latencies.longest) / 1e6),
            ]
            print(
                "  \(name.column(8))", columns.map { "\($0.0) \($0.1.column(2, width: 0))" }.joined(separator: "  "),
                " 0 of \(latencies.count) refused; \(refused.column(0, width: 0)) others per second")
            measurements += columns.map { Measurement(name: "flood.mix.\(name).\($0.0)", unit: "ms", rounds: [$0.1]) }
            measurements.append(Measurement(name: "flood.mix.\(name).garbage", unit: "1/s", rounds: [refused]))
        }
    }
}
