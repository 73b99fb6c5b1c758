import AppAttestSimulator
import AppCheck
import Foundation
import Synchronization
import TestSupport

/// Apple's service for receipts, whose answers a test writes down. Only to who asks as Apple wants to be asked.
final class WrittenApple: Sendable {
    /// What becomes of a request; is given what Apple would answer.
    typealias Line = @Sendable (SimulatedReceiptService.Answer) throws -> ScriptedServer.Reaction

    private struct State {
        var lines: [Line]
        var tokens: [String] = []
        var receipts: [[UInt8]] = []
        var faults: [String] = []
    }

    private let service: SimulatedReceiptService
    private let clock: StandingClock
    private let state: Mutex<State>

    /// - Parameter lines: in the order of the requests; the last one again and again.
    init(_ service: SimulatedReceiptService, _ clock: StandingClock, _ lines: [Line]) {
        (self.service, self.clock) = (service, clock)
        state = Mutex(State(lines: lines))
    }

    /// Of the requests that Apple has nothing to say against.
    var tokens: [String] { state.withLock { $0.tokens } }
    var receipts: [[UInt8]] { state.withLock { $0.receipts } }
    /// What Apple would have to say against the others.
    var faults: [String] { state.withLock { $0.faults } }

    @Sendable func react(_ request: ScriptedServer.Request) -> ScriptedServer.Reaction {
        do {
            let token = request.headers["authorization"]
            let verdict = try service.answer(authorization: token, body: request.body, at: clock.date)
            let line: Line = state.withLock { state in
                guard verdict.status != 400, verdict.status != 401 else {
                    state.faults.append(verdict.reason)
                    return Self.asApple
                }
                state.tokens.append(token ?? "")
                state.receipts.append((try? bytes(base64: String(decoding: request.body, as: UTF8.self))) ?? [])
                return state.lines.count > 1 ? state.lines.removeFirst() : state.lines[0]
            }
            return try line(verdict)
        } catch {
            state.withLock { $0.faults.append("\(error)") }
            return .answer("500 Broken Test")
        }
    }

    // MARK: Lines

    static let asApple: Line = { verdict in
        verdict.status == 304
            ? .stay(ScriptedServer.Reaction.head("304 Not Modified")) : .answer("\(verdict.status) Told", verdict.body)
    }

    static func always(_ reaction: ScriptedServer.Reaction) -> Line { { _ in reaction } }

    static func status(_ text: String, _ headers: [String] = []) -> Line {
        always(.answer(text, headers: headers, "because"))
    }

    static func receipt(_ receipt: [UInt8]) -> Line { always(.answer("200 OK", base64(receipt))) }

    /// The good receipt with a bit of its signature changed.
    static let damaged: Line = { verdict in
        var receipt = try bytes(base64: String(decoding: verdict.body, as: UTF8.self))
        // The signature is the last that is not one of the zeros at the end.
        guard let index = receipt.lastIndex(where: { $0 != 0 }) else { return .answer("500 Broken Test") }
        receipt[index] ^= 1
        return .answer("200 OK", base64(receipt))
    }
}
