/// What a load came to.
struct LoadResult {
    /// The bodies of the answers, in the shape of the requests.
    let answers: [[[UInt8]]]
    /// From before sending to the last byte of the answer.
    let latencies: Histogram
    /// Seconds from the first request to the last answer.
    let elapsed: Double
}

/// Requests over connections that are all used at once.
enum LoadRun {
    /// Sends each list over a connection of its own, in order and without a pause. Connections go to the ports in turn.
    /// - Throws: at the first answer that is not 200.
    static func run(_ lists: [[[UInt8]]], ports: [UInt16]) throws(Failure) -> LoadResult {
        let pool = try ConnectionPool(ports: ports, count: lists.count)
        let stream = Stream(pool, .lists(lists), keepsAnswers: true)
        let outcome = try LoadLoop.run([stream])
        return LoadResult(answers: stream.answers, latencies: stream.latencies, elapsed: outcome.elapsed)
    }
}

extension Duration {
    var microseconds: Double { Double(components.seconds) * 1e6 + Double(components.attoseconds) / 1e12 }
}
