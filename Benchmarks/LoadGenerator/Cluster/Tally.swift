import Foundation
import Synchronization

/// What devices were told, from any number of threads.
final class Tally: Sendable {
    struct Totals: Sendable {
        var devices = 0
        var assertions = 0
        /// Answers of 503 and 429.
        var unavailable = 0
        /// Requests whose connection ended without an answer, or could not be made.
        var unanswered = 0
        /// Answers that should not be.
        var refusals: [String] = []
        /// Seconds.
        var longestGap = 0.0
    }

    /// A device as far as its last answer goes.
    struct Known: Sendable {
        let device: Device
        let artifact: [UInt8]
        let counter: UInt32
    }

    private struct State {
        var totals = Totals()
        var known: [Int: Known] = [:]
        var lastGrant = ContinuousClock.now
        var isOver = false
        /// As of the last line.
        var told = Totals()
    }

    private let state = Mutex(State())

    var isOver: Bool { state.withLock { $0.isOver } }
    var totals: Totals { state.withLock { $0.totals } }
    var known: [Known] { state.withLock { Array($0.known.values) } }

    func end() { state.withLock { $0.isOver = true } }
    func countUnavailable() { state.withLock { $0.totals.unavailable += 1 } }
    func countUnanswered() { state.withLock { $0.totals.unanswered += 1 } }
    func refused(_ answer: Answer) {
        let text = String(decoding: answer.body.prefix(300), as: UTF8.self)
        state.withLock { $0.totals.refusals.append("\(answer.status) \(text)") }
    }

    func acknowledged(_ known: Known) {
        state.withLock { state in
            let now = ContinuousClock.now
            state.totals.longestGap = max(state.totals.longestGap, (now - state.lastGrant).microseconds / 1e6)
            state.lastGrant = now
            if known.counter == 0 { state.totals.devices += 1 } else { state.totals.assertions += 1 }
            state.known[known.device.number] = known
        }
    }

    /// What came in since the last line.
    func line(_ second: Int) -> String {
        state.withLock { state in
            let (now, then) = (state.totals, state.told)
            state.told = now
            let granted = now.devices + now.assertions - then.devices - then.assertions
            let waiting = now.unavailable - then.unavailable
            let text = String(format: "  %3d s  %5d exchanges granted", second, granted)
            return waiting == 0 ? text : text + String(format: "  %5d told to come back", waiting)
        }
    }
}
