import AppAttest
import AppAttestSimulator
import Cryptography
import Encodings
import Foundation
import TestSupport

/// `assay simulate apple` on a free port, run until a signal ends it.
final class RunningApple {
    struct NoGreeting: Error { let errors: String }

    let client: LoopbackClient
    /// The settings that it says to make.
    let settings: [String: String]
    private let folder: TemporaryFolder
    private let process = Process()
    private let output = Pipe()
    private(set) var text = ""

    init(_ words: [String] = [], in folder: TemporaryFolder) throws {
        self.folder = folder
        process.executableURL = URL(fileURLWithPath: BuiltTool.path)
        process.arguments = ["simulate", "apple", "--listen", "127.0.0.1:0"] + words
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.environment = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
        let errors = Pipe()
        (process.standardOutput, process.standardError) = (output, errors)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        var text = ""
        while text.firstMatch(of: /DEVICE_CHECK_KEYS=.*\n/) == nil {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else {
                throw NoGreeting(
                    errors: String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
            }
            text += String(decoding: data, as: UTF8.self)
        }
        settings = Dictionary(
            text.matches(of: /(ASSAY_[A-Z_]+)=(.*)\n/).map { (String($0.1), String($0.2)) }, uniquingKeysWith: { $1 })
        self.text = text
        guard let port = text.firstMatch(of: /http:\/\/127\.0\.0\.1:([0-9]+)\n/).flatMap({ UInt16($0.1) }) else {
            throw NoGreeting(errors: text)
        }
        client = LoopbackClient(port: port)
    }

    deinit { if process.isRunning { process.terminate() } }

    /// Ends it.
    /// - Returns: its exit status, and all that it printed.
    func stop(by signal: Int32 = SIGTERM) -> (status: Int32, output: String) {
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        text += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return (process.terminationStatus, text)
    }

    /// Team, key id and path of the DeviceCheck key.
    var keyParts: [String] {
        settings["ASSAY_DEVICE_CHECK_KEYS"].map { $0.split(separator: ":").map(String.init) } ?? []
    }

    /// A bearer token of now, signed with the key that it made.
    func bearerToken() throws -> String {
        let parts = keyParts
        let pem = try String(contentsOfFile: parts[2], encoding: .utf8)
        let key = try P256.PrivateKey(privateKeyInfo: PEM.onlyBlock(in: pem).contents)
        let head = Self.base64URL(Array(#"{"alg":"ES256","kid":"\#(parts[1])"}"#.utf8))
        let claims = Self.base64URL(
            Array(#"{"iss":"\#(parts[0])","iat":\#(Int(Date().timeIntervalSince1970))}"#.utf8))
        return "\(head).\(claims).\(Self.base64URL(try key.rawSignature(for: Array("\(head).\(claims)".utf8))))"
    }

    func post(_ body: String, bearer token: String? = nil) async throws -> RawResponse {
        try await client.post(
            "/v1/attestationData", Array(body.utf8), headers: ["Authorization: \(try token ?? bearerToken())"])
    }

    /// A new device of the authority in the folder, and the receipt in its attestation.
    func attestedDevice() throws -> (device: SimulatedDevice, receipt: [UInt8], anchor: TrustAnchor) {
        let stored = try Data(contentsOf: URL(fileURLWithPath: folder.file("assay-authority/authority.json")))
        let authority = try SimulatedAuthority(serialized: Array(stored))
        let device = try authority.makeDevice(
            appID: AppID(teamID: "SIMULATED0", bundleID: "com.example.simulated"), environment: .development,
            generation: .iOS27EDSet)
        let now = Date()
        let attestation = try AttestationVerifier().verify(
            device.attest(clientDataHash: [1, 2], at: now), keyID: device.keyID, clientDataHash: [1, 2],
            expecting: AttestationExpectation(
                appIDs: [device.appID], environments: [.development], trustAnchors: [authority.trustAnchor]),
            at: now)
        return (device, attestation.receipt, authority.trustAnchor)
    }

    private static func base64URL(_ bytes: [UInt8]) -> String {
        base64(bytes).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
