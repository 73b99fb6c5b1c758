import AppAttestSimulator
import Foundation
import Synchronization

/// A simulated device with a number to know it by.
struct Device: Sendable {
    let number: Int
    let simulated: SimulatedDevice
}

/// Devices that register and assert, one after the other on each thread. Every request goes to the next server.
struct Crowd: Sendable {
    private let ports: [UInt16]
    private let messages: Messages
    private let numbers = Counter()

    private final class Counter: Sendable {
        private let value = Atomic(0)
        func next() -> Int { value.add(1, ordering: .relaxed).oldValue }
    }

    init(ports: [UInt16], authorityFolder: String, resource: String) throws {
        self.ports = ports
        messages = try Messages(authorityFolder: authorityFolder, resource: resource)
    }

    /// Goes on until the tally is over.
    func work(_ tally: Tally) {
        let line = Line(ports: ports, first: numbers.next(), tally: tally)
        while !tally.isOver {
            do { try useDevice(line, tally) } catch {
                tally.refused(Answer(status: 0, body: Array("\(error)".utf8)))
                return
            }
        }
    }

    private func useDevice(_ line: Line, _ tally: Tally) throws {
        let device = Device(number: numbers.next(), simulated: try messages.device())
        guard let challenge = try freshChallenge(line) else { return }
        let attestation = try messages.attestation(of: device.simulated, challenge, at: Date())
        // The identical attestation may be repeated until its answer arrives.
        guard let (answer, _) = line.ask(attestation) else { return }
        guard answer.status == 200 else { return tally.refused(answer) }
        let artifact = try AttestationAnswer.artifact(in: answer.body)
        tally.acknowledged(Tally.Known(device: device, artifact: artifact, counter: 0))
        for counter: UInt32 in 1...8 where !tally.isOver {
            guard let challenge = try freshChallenge(line) else { return }
            let assertion = try messages.assertion(of: device.simulated, artifact, counter, challenge)
            guard let (answer, wasRepeated) = line.ask(assertion) else { return }
            if answer.status == 200 {
                tally.acknowledged(Tally.Known(device: device, artifact: artifact, counter: counter))
            } else if !wasRepeated || answer.status != 403 {
                tally.refused(answer)
            }
        }
    }

    /// Sends each server's devices the counter again that was acknowledged last: each must be refused as old.
    /// - Returns: how many were taken, which is to say forgotten.
    func recheck(_ tally: Tally) throws -> Int {
        let line = Line(ports: ports, first: 0, tally: nil)
        var forgotten = 0
        for known in tally.known {
            guard let challenge = try freshChallenge(line) else { throw Failure("the servers do not answer any more") }
            let assertion = try messages.assertion(
                of: known.device.simulated, known.artifact, known.counter, challenge)
            guard let (answer, _) = line.ask(assertion) else { throw Failure("the servers do not answer any more") }
            let body = String(decoding: answer.body, as: UTF8.self)
            if answer.status != 403 || !body.contains("COUNTER_STALE") { forgotten += 1 }
        }
        return forgotten
    }

    private func freshChallenge(_ line: Line) throws -> [UInt8]? {
        guard let (answer, _) = line.ask(messages.challenge()) else { return nil }
        guard answer.status == 200 else { throw Failure("no challenge: status \(answer.status)") }
        return try ChallengeAnswer.challenge(in: answer.body)
    }
}

/// The connections of one thread.
private final class Line {
    private let ports: [UInt16]
    private var connections: [UInt16: KeepAliveConnection] = [:]
    private var turn: Int
    private let tally: Tally?

    init(ports: [UInt16], first: Int, tally: Tally?) { (self.ports, turn, self.tally) = (ports, first, tally) }

    /// Sends a request to one server after the other until one says what becomes of it.
    /// - Returns: the answer, and whether an earlier one was lost or not to be had; nil when it is too late for one.
    func ask(_ request: [UInt8]) -> (answer: Answer, wasRepeated: Bool)? {
        for attempt in 0..<2_000 {
            let port = ports[turn % ports.count]
            turn += 1
            do {
                let connection = try connections[port] ?? KeepAliveConnection(port: port)
                connections[port] = connection
                let answer = try connection.exchange(request)
                if answer.status != 503, answer.status != 429 { return (answer, attempt > 0) }
                tally?.countUnavailable()
            } catch {
                connections[port] = nil
                tally?.countUnanswered()
            }
            if tally?.isOver == true { return nil }
            usleep(50_000)
        }
        return nil
    }
}
