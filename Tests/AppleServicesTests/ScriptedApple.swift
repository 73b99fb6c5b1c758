import Cryptography
import Foundation
import Synchronization
import TestSupport

/// Apple's service as far as a script plays it: who asks as Apple wants to be asked gets the next answer of the script, and
/// everybody else 400.
final class ScriptedApple: Sendable {
    private struct State {
        var answers: [ScriptedServer.Reaction]
        var tokens: [String] = []
        var receipts: [[UInt8]] = []
        var faults: [String] = []
    }

    private struct Header: Decodable {
        let alg: String
        let kid: String
    }

    private struct Claims: Decodable {
        let iss: String
        let iat: Int64
    }

    private let keys: [TeamKey]
    private let clock: TestClock
    private let state: Mutex<State>

    /// - Parameter answers: to good requests, in their order; the last one again and again.
    init(_ keys: [TeamKey], clock: TestClock, answers: [ScriptedServer.Reaction]) {
        (self.keys, self.clock) = (keys, clock)
        state = Mutex(State(answers: answers))
    }

    /// The bearer tokens of the good requests.
    var tokens: [String] { state.withLock { $0.tokens } }
    /// What was in the bodies of the good requests.
    var receipts: [[UInt8]] { state.withLock { $0.receipts } }
    /// What was wrong with the others.
    var faults: [String] { state.withLock { $0.faults } }

    @Sendable func react(_ request: ScriptedServer.Request) -> ScriptedServer.Reaction {
        let authorization = request.headers["authorization"] ?? ""
        let receipt = Data(base64Encoded: Data(request.body))
        let fault =
            tokenFault(authorization)
            ?? (request.line == "POST /v1/attestationData HTTP/1.1" ? nil : "another method or path")
            ?? (request.body.isEmpty || receipt == nil ? "the body is not base64 with padding" : nil)
        return state.withLock { state in
            if let fault {
                state.faults.append(fault)
                return .answer("400 Bad Request", fault)
            }
            state.tokens.append(authorization)
            state.receipts.append(receipt.map { Array($0) } ?? [])
            return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
        }
    }

    private func tokenFault(_ token: String) -> String? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let decoded = parts.compactMap(base64URL)
        guard parts.count == 3, decoded.count == 3 else { return "not a bare token of three parts" }
        guard let header = try? JSONDecoder().decode(Header.self, from: decoded[0]), header.alg == "ES256",
            let claims = try? JSONDecoder().decode(Claims.self, from: decoded[1])
        else { return "header or claims" }
        guard let key = keys.first(where: { $0.teamID == claims.iss }), key.keyID == header.kid else {
            return "another key or team"
        }
        guard (clock.seconds - 3_600...clock.seconds).contains(claims.iat) else { return "too old, or not issued yet" }
        let signature = Array(decoded[2])
        guard signature.count == 64,
            key.privateKey.publicKey.isValidSignature(
                derSignature(r: signature.prefix(32), s: signature.suffix(32)),
                for: Array("\(parts[0]).\(parts[1])".utf8))
        else { return "signature" }
        return nil
    }

    private func base64URL(_ text: String) -> Data? {
        guard !text.isEmpty, !text.contains(where: { "+/=".contains($0) }) else { return nil }
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding)
    }

    /// `ECDSA-Sig-Value` (RFC 3279 section 2.2.3).
    private func derSignature(r: ArraySlice<UInt8>, s: ArraySlice<UInt8>) -> [UInt8] {
        let integers = [r, s].map { number in
            let digits = Array(number.drop { $0 == 0 })
            let contents = (digits.first ?? 0x80) >= 0x80 ? [0] + digits : digits
            return [0x02, UInt8(contents.count)] + contents
        }.joined()
        return [0x30, UInt8(integers.count)] + integers
    }
}

/// A team's key at Apple.
struct TeamKey: Sendable {
    let teamID: String
    let keyID: String
    let privateKey: P256.PrivateKey
}

/// A clock that moves only when it is told to.
final class TestClock: Sendable {
    private let moment: Mutex<Int64>

    init(seconds: Int64) { moment = Mutex(seconds) }

    var seconds: Int64 { moment.withLock { $0 } }

    func set(_ seconds: Int64) { moment.withLock { $0 = seconds } }
}
