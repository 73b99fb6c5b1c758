/// What a kind of load came to, in each round.
struct Figures {
    /// Microseconds of the server's processor time for each request.
    private(set) var processor: [Double] = []
    /// The same of the load generator.
    private(set) var client: [Double] = []
    private(set) var perSecond: [Double] = []
    /// Milliseconds.
    private(set) var median: [Double] = []
    private(set) var slowest: [Double] = []

    /// - Parameter processor: seconds of the server's.
    mutating func add(_ latencies: Histogram, _ outcome: LoadLoop.Outcome, processor seconds: Double) {
        let count = Double(latencies.count)
        processor.append(seconds / count * 1e6)
        client.append(outcome.processor / count * 1e6)
        perSecond.append(count / outcome.elapsed)
        median.append(latencies.milliseconds(0.5))
        slowest.append(latencies.milliseconds(0.99))
    }

    /// Requests per second that two cores could serve if the load came from elsewhere.
    var capacity: Double { 2e6 / processor.middle }

    func measurements(_ name: String) -> [Measurement] {
        [
            Measurement(name: "\(name).processor", unit: "us", rounds: processor),
            Measurement(name: "\(name).client", unit: "us", rounds: client),
            Measurement(name: "\(name).rate", unit: "1/s", rounds: perSecond),
            Measurement(name: "\(name).capacity", unit: "1/s", rounds: processor.map { 2e6 / $0 }),
            Measurement(name: "\(name).p50", unit: "ms", rounds: median),
            Measurement(name: "\(name).p99", unit: "ms", rounds: slowest),
        ]
    }

    static let header =
        "             server CPU us (range)        per second   capacity   p50 ms   p99 ms   client CPU us"

    func row(_ name: String) -> String {
        let range = "(\((processor.min() ?? 0).column(0, width: 0))-\((processor.max() ?? 0).column(0, width: 0)))"
        return name.column(13) + processor.middle.column(0, width: 8) + " " + range.column(16)
            + perSecond.middle.column(0, width: 14) + capacity.column(0, width: 11) + median.middle.column(2, width: 9)
            + slowest.middle.column(2, width: 9) + client.middle.column(0, width: 16)
    }
}

extension [Double] {
    /// The median, 0 of nothing.
    var middle: Double { quantile(0.5) ?? 0 }
}

/// A running server and what it costs it to answer.
struct Target {
    let port: UInt16
    let process: ServerProcess

    /// - Parameter prefix: of the options `port` and `pid`.
    init(_ options: Options, prefix: String = "") throws(Failure) {
        port = UInt16(try options.number("\(prefix)port", 1...65_535))
        process = ServerProcess(id: try options.number("\(prefix)pid", 2...Int(Int32.max)))
    }

    /// Runs streams over connections that are open already, and adds what the first of them came to.
    func measure(_ streams: [Stream], _ figures: inout Figures, seconds: Double = 120) throws -> LoadLoop.Outcome {
        let before = try process.processorSeconds()
        let outcome = try LoadLoop.run(streams, seconds: seconds)
        figures.add(streams[0].latencies, outcome, processor: try process.processorSeconds() - before)
        return outcome
    }
}
