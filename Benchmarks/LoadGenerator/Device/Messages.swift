import AppAttest
import AppAttestSimulator
import Foundation

/// The requests that simulated devices with the app make.
struct Messages: Sendable {
    /// As `assay app add --simulated` registers it.
    private static let appID = AppID(teamID: "SIMULATED0", bundleID: "com.example.simulated")

    private let authority: SimulatedAuthority
    private let resource: String

    /// - Parameters:
    ///   - folder: of the simulated authority that the app trusts.
    ///   - resource: `/v1/projects/{project}/apps/{app}`.
    init(authorityFolder folder: String, resource: String) throws {
        guard let data = FileManager.default.contents(atPath: "\(folder)/authority.json") else {
            throw Failure("\(folder): holds no simulated authority")
        }
        (authority, self.resource) = (try SimulatedAuthority(serialized: Array(data)), resource)
    }

    func device() throws -> SimulatedDevice {
        try authority.makeDevice(appID: Self.appID, environment: .development, generation: .iOS27EDSet)
    }

    func challenge() -> [UInt8] { Request.post("\(resource):generateAppAttestChallenge", "{}") }

    func attestation(of device: SimulatedDevice, _ challenge: [UInt8], at moment: Date) throws -> [UInt8] {
        let object = try device.attest(
            clientDataHash: AttestationVerifier.clientDataHash(ofChallenge: challenge), at: moment)
        return Request.post(
            "\(resource):exchangeAppAttestAttestation",
            """
            {"attestationStatement":"\(base64(object))","challenge":"\(base64(challenge))",\
            "keyId":"\(base64(device.keyID))"}
            """)
    }

    func assertion(
        of device: SimulatedDevice, _ artifact: [UInt8], _ counter: UInt32, _ challenge: [UInt8]
    ) throws -> [UInt8] {
        let hash = AssertionVerifier.clientDataHash(of: artifact + challenge)
        return assertion(try device.assert(clientDataHash: hash, counter: counter), artifact, challenge)
    }

    /// An assertion that was made before.
    func assertion(_ assertion: [UInt8], _ artifact: [UInt8], _ challenge: [UInt8]) -> [UInt8] {
        Request.post(
            "\(resource):exchangeAppAttestAssertion",
            """
            {"artifact":"\(base64(artifact))","assertion":"\(base64(assertion))",\
            "challenge":"\(base64(challenge))"}
            """)
    }

    private func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
