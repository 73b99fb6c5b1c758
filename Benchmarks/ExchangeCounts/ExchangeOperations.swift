import AppAttestSimulator
import HTTP

/// Whole requests that are granted, from the request as a value to the response as one.
enum ExchangeOperations {
    static let all = [
        Operation("attestation-exchange", 8) { server, times in
            try attestations(server, times) { try server.device() }
        },
        // Each receipt has a signer that was never seen, as the first one of a year has.
        Operation("attestation-exchange-new-signer", 4) { server, times in
            try attestations(server, times) { try server.deviceWithNewSigner() }
        },
        Operation("assertion-exchange", 8, prepare: assertions),
        Operation("challenge-request", 16) { server, _ in
            let request = try Requests.post("generateAppAttestChallenge", Array("{}".utf8))
            return { _ in _ = try await server.answer(request, expecting: 200) }
        },
        Operation("key-set-request", 16) { server, _ in
            let request = try Requests.get("/v1/jwks")
            return { _ in _ = try await server.answer(request, expecting: 200) }
        },
    ]

    private static func attestations(
        _ server: Server, _ times: Int, device: () throws -> SimulatedDevice
    ) throws -> @Sendable (_ number: Int) async throws -> Void {
        let requests = try (0..<times).map { _ in try Requests.attestation(of: device(), server.challenge()) }
        return { number in _ = try await server.answer(requests[number], expecting: 200) }
    }

    /// The next one of a device with a registered key, again and again.
    private static func assertions(
        _ server: Server, _ times: Int
    ) async throws -> @Sendable (_ number: Int) async throws -> Void {
        let device = try server.device()
        let artifact = try AttestationAnswer.artifact(
            in: await server.answer(Requests.attestation(of: device, server.challenge()), expecting: 200))
        let requests = try (0..<times).map {
            try Requests.assertion(of: device, artifact, server.challenge(), counter: UInt32($0 + 1))
        }
        return { number in _ = try await server.answer(requests[number], expecting: 200) }
    }
}
