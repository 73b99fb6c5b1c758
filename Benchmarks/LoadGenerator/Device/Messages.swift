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

    /// As the options `authority`, `project` and `app` say.
    init(_ options: Options) throws {
        try self.init(
            authorityFolder: options.text("authority"),
            resource: "/v1/projects/\(options.text("project"))/apps/\(options.text("app"))")
    }

    private init(_ authority: SimulatedAuthority, _ resource: String) {
        (self.authority, self.resource) = (authority, resource)
    }

    /// The same to an app that is not registered.
    var ofUnknownApp: Messages { Messages(authority, resource + "0") }

    func device() throws -> SimulatedDevice { try device(of: Self.appID) }

    /// A device with an app that nobody registered.
    func deviceOfOtherApp() throws -> SimulatedDevice {
        try device(of: AppID(teamID: "SIMULATED0", bundleID: "com.example.other"))
    }

    private func device(of appID: AppID) throws -> SimulatedDevice {
        try authority.makeDevice(appID: appID, environment: .development, generation: .iOS27EDSet)
    }

    func challenge() -> [UInt8] { Request.post("\(resource):generateAppAttestChallenge", "{}") }

    /// - Parameter damage: one thing wrong with it.
    func attestation(
        of device: SimulatedDevice, _ challenge: [UInt8], at moment: Date, damage: AttestationDamage? = nil
    ) throws -> [UInt8] {
        let hash = AttestationVerifier.clientDataHash(ofChallenge: challenge)
        let object =
            if let damage {
                try device.attest(clientDataHash: hash, at: moment, damage: damage)
            } else {
                try device.attest(clientDataHash: hash, at: moment)
            }
        return attestation(object, of: device, challenge)
    }

    /// An attestation that was made before, or what is said to be one.
    func attestation(_ object: [UInt8], of device: SimulatedDevice, _ challenge: [UInt8]) -> [UInt8] {
        let text = """
            {"attestationStatement":"\(base64(object))","challenge":"\(base64(challenge))",\
            "keyId":"\(base64(device.keyID))"}
            """
        return attestation(body: Array(text.utf8))
    }

    func attestation(body: [UInt8]) -> [UInt8] { Request.post("\(resource):exchangeAppAttestAttestation", body) }

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
