import AppAttest
import AppCheck
import AppleServices
import Cryptography
import Encodings
import Foundation
import HTTPClient
import TestSupport

/// A service with the keys of two teams, its clock at noon on 15 January 2026, and an Apple that plays along.
struct Bench: Sendable {
    static let start: Int64 = 1_768_478_400
    static let team = "ABCDE12345"
    static let otherTeam = "OTHER67890"
    static let receipt: [UInt8] = Array(0...255) + [1, 2]

    let clock = TestClock(seconds: start)
    let keys: [TeamKey]

    init() throws {
        keys = try [(Self.team, "KEYID67890"), (Self.otherTeam, "KEYID22222")].map {
            TeamKey(teamID: $0.0, keyID: $0.1, privateKey: try P256.PrivateKey())
        }
    }

    func service(
        production: ReceiptEndpoint, development: ReceiptEndpoint,
        deadline: Duration = AppleReceiptService.standardDeadline
    ) throws -> AppleReceiptService {
        AppleReceiptService(
            production: production, development: development,
            keys: try keys.map {
                try DeviceCheckKey(teamID: $0.teamID, keyID: $0.keyID, pem: pem($0.privateKey))
            }, client: try HTTPClient(),
            surroundings: Surroundings(
                now: { [clock] in Date(timeIntervalSince1970: TimeInterval(clock.seconds)) },
                randomBytes: { (count) throws(CryptographyError) in try SecureRandom.bytes(count) }),
            deadline: deadline)
    }

    /// A service, and whom it asks for keys of both environments.
    func with<Result>(
        _ answers: [ScriptedServer.Reaction], deadline: Duration = AppleReceiptService.standardDeadline,
        _ body: (AppleReceiptService, ScriptedApple) async throws -> Result
    ) async throws -> Result {
        let apple = ScriptedApple(keys, clock: clock, answers: answers)
        return try await ScriptedServer.with(apple.react) { server in
            let endpoint = try endpoint(server.url)
            return try await body(
                service(production: endpoint, development: endpoint, deadline: deadline), apple)
        }
    }

    /// What comes of one request that Apple has nothing to say against.
    func answer(
        to reaction: ScriptedServer.Reaction, deadline: Duration = AppleReceiptService.standardDeadline
    ) async throws -> ReceiptAnswer {
        try await with([reaction], deadline: deadline) { service, apple in
            let answer = await service.ask()
            guard apple.faults.isEmpty else { throw BadRequest(faults: apple.faults) }
            return answer
        }
    }

    struct BadRequest: Error { let faults: [String] }
}

struct NoEndpoint: Error {}

func endpoint(_ url: String) throws -> ReceiptEndpoint {
    guard let endpoint = ReceiptEndpoint(url) else { throw NoEndpoint() }
    return endpoint
}

/// As Apple's files have it.
func pem(_ key: P256.PrivateKey) throws -> String { PEM.block("PRIVATE KEY", try key.privateKeyInfo()) }

extension AppleReceiptService {
    /// Asks for a newer one of the bench's receipt.
    func ask(_ environment: AttestationEnvironment = .production, team: String = Bench.team) async -> ReceiptAnswer {
        await newerReceipt(for: Bench.receipt, environment: environment, teamID: team)
    }
}
