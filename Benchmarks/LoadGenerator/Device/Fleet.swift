import AppAttest
import AppAttestSimulator
import Foundation

/// Simulated devices with the app, and the requests that they make. Everything is made before it is sent, so that a load
/// costs the client little.
struct Fleet {
    /// As `assay app add --simulated` registers it.
    private static let appID = AppID(teamID: "SIMULATED0", bundleID: "com.example.simulated")

    private let authority: SimulatedAuthority
    private let resource: String
    private(set) var devices: [SimulatedDevice] = []

    /// - Parameters:
    ///   - folder: of the simulated authority that the app trusts.
    ///   - resource: `/v1/projects/{project}/apps/{app}`.
    init(authorityFolder folder: String, resource: String) throws {
        guard let data = FileManager.default.contents(atPath: "\(folder)/authority.json") else {
            throw Failure("\(folder): holds no simulated authority")
        }
        (authority, self.resource) = (try SimulatedAuthority(serialized: Array(data)), resource)
    }

    func challengeRequest() -> [UInt8] { Request.post("\(resource):generateAppAttestChallenge", "{}") }

    /// The attestation of one more device.
    mutating func attestationRequest(_ challenge: [UInt8], at moment: Date) throws -> [UInt8] {
        let device = try authority.makeDevice(
            appID: Self.appID, environment: .development, generation: .iOS27EDSet)
        let object = try device.attest(
            clientDataHash: AttestationVerifier.clientDataHash(ofChallenge: challenge), at: moment)
        devices.append(device)
        return Request.post(
            "\(resource):exchangeAppAttestAttestation",
            """
            {"attestationStatement":"\(base64(object))","challenge":"\(base64(challenge))",\
            "keyId":"\(base64(device.keyID))"}
            """)
    }

    /// The next assertion of a device, by its place among ``devices``.
    mutating func assertionRequest(_ index: Int, artifact: [UInt8], challenge: [UInt8]) throws -> [UInt8] {
        let assertion = try devices[index].assert(
            clientDataHash: AssertionVerifier.clientDataHash(of: artifact + challenge))
        return Request.post(
            "\(resource):exchangeAppAttestAssertion",
            """
            {"artifact":"\(base64(artifact))","assertion":"\(base64(assertion))",\
            "challenge":"\(base64(challenge))"}
            """)
    }

    private func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
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
