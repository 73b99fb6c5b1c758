import AppAttest
import AppAttestSimulator
import Foundation

/// Simulated devices with the app, and the requests that they make. Everything is made before it is sent, so that a load
/// costs the client little.
struct Fleet {
    private let messages: Messages
    private(set) var devices: [SimulatedDevice] = []

    /// - Parameters:
    ///   - folder: of the simulated authority that the app trusts.
    ///   - resource: `/v1/projects/{project}/apps/{app}`.
    init(authorityFolder folder: String, resource: String) throws {
        messages = try Messages(authorityFolder: folder, resource: resource)
    }

    func challengeRequest() -> [UInt8] { messages.challenge() }

    /// The attestation of one more device.
    mutating func attestationRequest(_ challenge: [UInt8], at moment: Date) throws -> [UInt8] {
        let device = try messages.device()
        devices.append(device)
        return try messages.attestation(of: device, challenge, at: moment)
    }

    /// The next assertion of a device, by its place among ``devices``.
    mutating func assertionRequest(_ index: Int, artifact: [UInt8], challenge: [UInt8]) throws -> [UInt8] {
        let assertion = try devices[index].assert(
            clientDataHash: AssertionVerifier.clientDataHash(of: artifact + challenge))
        return messages.assertion(assertion, artifact, challenge)
    }
}

/// The members of answers that the next request needs.
struct ChallengeAnswer: Decodable {
    let challenge: Data

    static func challenge(in body: [UInt8]) throws -> [UInt8] {
        Array(try JSONDecoder().decode(Self.self, from: Data(body)).challenge)
    }
}

struct AttestationAnswer: Decodable {
    let artifact: Data

    static func artifact(in body: [UInt8]) throws -> [UInt8] {
        Array(try JSONDecoder().decode(Self.self, from: Data(body)).artifact)
    }
}
