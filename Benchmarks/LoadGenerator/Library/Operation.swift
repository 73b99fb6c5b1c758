/// Something to be timed.
struct Operation {
    /// Under which it is recorded, such as `library.assertion`.
    let figure: String
    let title: String
    /// How often in a round.
    let count: Int
    /// Comes before each call, or before each ``batch`` of them, and is not timed.
    var prepare: (() throws -> Void)?
    /// Calls for each time that something is prepared.
    var batch = 1
    let run: () throws -> Void

    /// - Parameter percent: how much of ``count``.
    /// - Returns: microseconds of the thread's processor time for each call.
    func measure(percent: Int) throws -> Double {
        let count = max(1, count * percent / 100)
        guard let prepare else { return try ThreadClock.measure(count, run) }
        var sum = 0.0
        for _ in 0..<count {
            try prepare()
            sum += try ThreadClock.measure(batch, run)
        }
        return sum / Double(count)
    }
}

/// An operation of ours, and the least that libcrypto or Foundation would do for the same end.
struct Comparison {
    let ours: Operation
    let plain: Operation

    /// - Parameters:
    ///   - figure: of ours; that of the counterpart has `.plain` behind it.
    ///   - count: of both.
    init(
        _ figure: String, _ name: String, count: Int, prepare: (() throws -> Void)? = nil, batch: Int = 1,
        ours: @escaping () throws -> Void, plainName: String, plain: @escaping () throws -> Void
    ) {
        self.ours = Operation(figure: figure, title: name, count: count, prepare: prepare, batch: batch, run: ours)
        self.plain = Operation(figure: "\(figure).plain", title: plainName, count: count, run: plain)
    }
}

/// Rounds of operations that were timed in turn, so that whatever slows the machine for a while slows all of them.
struct Rounds {
    private(set) var figures: [Measurement] = []

    init(of operations: [Operation], rounds: Int, percent: Int, prefix: String) throws {
        var values = [[Double]](repeating: [], count: operations.count)
        for operation in operations {
            try operation.prepare?()
            try operation.run()
        }
        for _ in 0..<rounds {
            for (index, operation) in operations.enumerated() {
                values[index].append(try operation.measure(percent: percent))
            }
        }
        figures = zip(operations, values).map { operation, values in
            Measurement(name: prefix + operation.figure, unit: "us", rounds: values)
        }
    }
}

extension Measurement {
    var median: Double { rounds.quantile(0.5) ?? 0 }

    /// The least and the most of all rounds.
    func range(_ digits: Int) -> String {
        "\((rounds.min() ?? 0).column(digits, width: 0))-\((rounds.max() ?? 0).column(digits, width: 0))"
    }
}

/// Made when an operation that must succeed did not.
func require(_ succeeded: Bool, _ what: String) throws(Failure) {
    guard succeeded else { throw Failure("\(what) failed") }
}
