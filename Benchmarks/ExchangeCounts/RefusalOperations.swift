import AppAttestSimulator
import Cryptography
import HTTP

/// Whole requests that are refused, which a flood would consist of.
enum RefusalOperations {
    static let all = [
        Operation("refuse-random-body", 8) { server, times in
            let requests = try (0..<times).map { _ in
                try Requests.post("exchangeAppAttestAttestation", SecureRandom.bytes(6_000))
            }
            return { number in _ = try await server.answer(requests[number], expecting: 400) }
        },
        Operation("refuse-random-statement", 8) { server, times in
            let requests = try (0..<times).map { _ in
                try Requests.attestation(
                    SecureRandom.bytes(4_000), keyID: SecureRandom.bytes(32), server.challenge())
            }
            return { number in _ = try await server.answer(requests[number], expecting: 403) }
        },
        Operation("refuse-expired-challenge", 8) { server, times in
            let requests = try (0..<times).map { _ in
                try Requests.attestation(of: server.device(), server.challenge(at: Server.moment - 3_600))
            }
            return { number in _ = try await server.answer(requests[number], expecting: 403) }
        },
        Operation("refuse-other-nonce", 8) { try damaged($0, $1, .nonceOther) },
        Operation("refuse-other-app", 8) { try damaged($0, $1, .rpIDHashOther) },
        Operation("refuse-damaged-attestation", 8) { try damaged($0, $1, .leafSignature) },
        Operation("refuse-damaged-assertion", 8) { server, times in
            let device = try server.device()
            let artifact = try AttestationAnswer.artifact(
                in: await server.answer(
                    Requests.attestation(of: device, server.challenge()), expecting: 200))
            let requests = try (0..<times).map { _ in
                try Requests.assertion(of: device, artifact, server.challenge(), counter: 1, damage: .signatureBit)
            }
            return { number in _ = try await server.answer(requests[number], expecting: 403) }
        },
    ]

    private static func damaged(
        _ server: Server, _ times: Int, _ damage: AttestationDamage
    ) throws -> @Sendable (_ number: Int) async throws -> Void {
        let requests = try (0..<times).map { _ in
            try Requests.attestation(of: server.device(), server.challenge(), damage: damage)
        }
        return { number in _ = try await server.answer(requests[number], expecting: 403) }
    }
}
