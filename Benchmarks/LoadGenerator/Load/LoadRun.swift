import Foundation
import Synchronization

/// What a load came to.
struct LoadResult {
    /// The bodies of the answers, in the shape of the requests.
    let answers: [[[UInt8]]]
    /// Microseconds from before sending to the last byte of the answer.
    let latencies: [Double]
    /// Seconds from the first request to the last answer.
    let elapsed: Double
}

/// Requests over connections that are all used at once.
enum LoadRun {
    private struct Outcome {
        var answers: [[UInt8]] = []
        var latencies: [Double] = []
    }

    static func run(_ lists: [[[UInt8]]], port: UInt16) throws(Failure) -> LoadResult {
        try run(lists, ports: [port])
    }

    /// Sends each list over a connection and a thread of its own, in order and without a pause. Connections go to the
    /// ports in turn.
    /// - Throws: at the first answer that is not 200.
    static func run(_ lists: [[[UInt8]]], ports: [UInt16]) throws(Failure) -> LoadResult {
        let outcomes = Mutex([Result<Outcome, Failure>?](repeating: nil, count: lists.count))
        let (ready, gate, done) = (DispatchGroup(), DispatchSemaphore(value: 0), DispatchGroup())
        for (index, list) in lists.enumerated() {
            ready.enter()
            done.enter()
            let port = ports[index % ports.count]
            let thread = Thread {
                let connection = Result { () throws(Failure) in try KeepAliveConnection(port: port) }
                ready.leave()
                gate.wait()
                let outcome = Result { () throws(Failure) in try send(list, over: try connection.get()) }
                outcomes.withLock { $0[index] = outcome }
                done.leave()
            }
            thread.start()
        }
        ready.wait()
        let began = ContinuousClock.now
        for _ in lists { gate.signal() }
        done.wait()
        let elapsed = (ContinuousClock.now - began).microseconds / 1e6
        var finished: [Outcome] = []
        for outcome in outcomes.withLock({ $0 }) {
            guard let outcome else { throw Failure("a thread did not report") }
            finished.append(try outcome.get())
        }
        return LoadResult(
            answers: finished.map(\.answers), latencies: finished.flatMap(\.latencies), elapsed: elapsed)
    }

    private static func send(
        _ requests: [[UInt8]], over connection: KeepAliveConnection
    ) throws(Failure) -> Outcome {
        var outcome = Outcome()
        for request in requests {
            let began = ContinuousClock.now
            let answer = try connection.exchange(request)
            outcome.latencies.append((ContinuousClock.now - began).microseconds)
            guard answer.status == 200 else {
                throw Failure("status \(answer.status): \(String(decoding: answer.body.prefix(400), as: UTF8.self))")
            }
            outcome.answers.append(answer.body)
        }
        return outcome
    }
}

extension Duration {
    var microseconds: Double { Double(components.seconds) * 1e6 + Double(components.attoseconds) / 1e12 }
}
