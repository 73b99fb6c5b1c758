import AppAttest
import AppAttestSimulator
import AppCheck
import AppCheckTokens
import AssayServer

enum SimulateCommand: Command {
    static let name = "simulate"
    static let usage = "--server URL --project P --app A [--authority DIR] [--assertions N]"
    static let summary = "act as a device with the app: challenge, attestation, token, assertions, tokens"
    static let details = """
        The app must trust the simulated authority: register it with assay app add PROJECT --simulated. Each run is a new
        installation with a key of its own. Every token is verified with the keys that the server publishes.
        """
    static let options = [
        Option("server", "URL", "the server, such as http://127.0.0.1:8080"),
        Option("project", "P", "project id or number"),
        Option("app", "A", "app id"),
        Option("authority", "DIR", "folder of the simulated authority (default ./assay-authority)"),
        Option("assertions", "N", "how many assertions to exchange, 0 to 10000 (default 1)"),
        Option("limited-use", "ask for limited-use tokens"),
        Option("team-id", "T", "team id of the simulated app (default \(SimulatedApp.teamID))"),
        Option("bundle-id", "B", "its bundle id (default \(SimulatedApp.bundleID))"),
        Option("environment", "E", "production or development (default development)"),
        Option(
            "generation", "G",
            "age of the device: \(DeviceGeneration.allCases.map(\.rawValue).joined(separator: ", ")) (default iOS27EDSet)"
        ),
    ]

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        _ = try arguments.operands()
        let server = try arguments.required("server", "URL")
        let project = try arguments.required("project", "P")
        let client = try AppCheckClient(
            server: server.hasSuffix("/") ? String(server.dropLast()) : server,
            resource: "projects/\(project)/apps/\(arguments.required("app", "A"))")
        guard let assertions = Int(arguments.value("assertions") ?? "1"), (0...10_000).contains(assertions) else {
            throw Failure.usage("--assertions: expected a number from 0 to 10000")
        }
        var device = try device(arguments)
        let limitedUse = arguments.isSet("limited-use")

        let challenge = try await client.challenge()
        terminal.print("challenge    \(challenge.count) bytes")
        let attestation = try device.attest(
            clientDataHash: AttestationVerifier.clientDataHash(ofChallenge: challenge), at: Place.surroundings.now())
        let (artifact, token) = try await client.exchange(
            attestation: attestation, keyID: device.keyID, challenge: challenge, limitedUse: limitedUse)
        terminal.print("attestation  \(attestation.count) bytes accepted; artifact of \(artifact.count) bytes")
        try await report(token, of: project, client, terminal)
        for number in 0..<assertions {
            let challenge = try await client.challenge()
            let assertion = try device.assert(
                clientDataHash: AssertionVerifier.clientDataHash(of: artifact + challenge))
            let token = try await client.exchange(
                assertion: assertion, artifact: artifact, challenge: challenge, limitedUse: limitedUse)
            terminal.print("assertion    \(number + 1) accepted, counter \(device.counter)")
            try await report(token, of: project, client, terminal)
        }
        return 0
    }

    private static func device(_ arguments: Arguments) throws -> SimulatedDevice {
        guard let environment = AttestationEnvironment(rawValue: arguments.value("environment") ?? "development") else {
            throw Failure.usage("--environment: expected production or development")
        }
        guard let generation = DeviceGeneration(rawValue: arguments.value("generation") ?? "iOS27EDSet") else {
            throw Failure.usage(
                "--generation: expected \(DeviceGeneration.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        let appID = AppID(
            teamID: arguments.value("team-id") ?? SimulatedApp.teamID,
            bundleID: arguments.value("bundle-id") ?? SimulatedApp.bundleID)
        return try AuthorityFolder(arguments.value("authority")).authority().makeDevice(
            appID: appID, environment: environment, generation: generation)
    }

    /// Verifies a token with the published keys and says what it grants; never the token itself.
    private static func report(
        _ token: AppCheckClient.Token, of reference: String, _ client: AppCheckClient, _ terminal: Terminal
    ) async throws {
        let keys: JWKSet
        do { keys = try JWKSet(json: await client.keySet()) } catch {
            throw Failure("the server's key set cannot be read: \(error)")
        }
        let project = try TokenProject(named: reference, in: token.text)
        do {
            let verified = try TokenVerifier(project: project).verify(
                token.text, keys: keys, at: Place.surroundings.seconds)
            let use = verified.jti == nil ? "session" : "limited use"
            terminal.print("token        verified for \(verified.appID): \(use), ttl \(token.ttl)")
        } catch {
            throw Failure("the token does not verify with the server's own keys: \(error)")
        }
    }
}
