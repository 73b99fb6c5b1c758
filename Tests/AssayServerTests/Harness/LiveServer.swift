import AppAttest
import AppAttestSimulator
import AssayServer
import TestSupport

/// A server that listens, and what an app says to it.
struct LiveServer: Sendable {
    let site: Site
    let server: AssayServer

    var http: LoopbackClient { LoopbackClient(port: server.port) }
    var phone: Phone { Phone(http: http, clock: site.clock) }

    /// Runs a server with nothing special about it.
    static func with(
        parts: AssayServer.Parts = .init(directoryLifetime: 0), _ body: (LiveServer) async throws -> Void
    ) async throws {
        try await Site.with { site in try await site.serve(parts: parts, body) }
    }
}

/// Speaks for an app as Apple's client libraries and AppCheckCore do: snake_case, escaped slashes.
struct Phone: Sendable {
    let http: LoopbackClient
    let clock: StandingClock
    var version = "v1"
    var project = "shop"
    var appID = Site.appID

    func path(_ verb: String) -> String { "/\(version)/projects/\(project)/apps/\(appID):\(verb)" }

    func with(version: String? = nil, project: String? = nil, appID: String? = nil) -> Phone {
        var phone = self
        phone.version = version ?? phone.version
        phone.project = project ?? phone.project
        phone.appID = appID ?? phone.appID
        return phone
    }

    // MARK: Challenges

    func challenge() async throws -> [UInt8] {
        let response = try await http.post(path("generateAppAttestChallenge"), headers: [])
        return try bytes(base64: response.decoded(as: ChallengeAnswer.self).challenge)
    }

    // MARK: Attestations

    /// An attestation over a fresh challenge unless there is one.
    func attestation(
        of device: SimulatedDevice, damage: AttestationDamage? = nil, challenge given: [UInt8]? = nil
    ) async throws -> Message {
        let challenge = if let given { given } else { try await challenge() }
        let hash = AttestationVerifier.clientDataHash(ofChallenge: challenge)
        let object =
            if let damage {
                try device.attest(clientDataHash: hash, at: clock.date, damage: damage)
            } else {
                try device.attest(clientDataHash: hash, at: clock.date)
            }
        return .attestation(object, keyID: device.keyID, challenge: challenge)
    }

    func submit(attestation message: Message, query: String = "") async throws -> RawResponse {
        try await http.post(path("exchangeAppAttestAttestation") + query, message.bytes)
    }

    /// Registers the device's key; returns what the app keeps.
    func register(_ device: SimulatedDevice) async throws -> AttestationAnswer {
        try await submit(attestation: try await attestation(of: device)).decoded()
    }

    // MARK: Assertions

    /// An assertion by a counter of the caller's choice, over a fresh challenge unless there is one.
    func assertion(
        of device: SimulatedDevice, artifact: [UInt8], counter: UInt32, challenge given: [UInt8]? = nil
    ) async throws -> Message {
        let challenge = if let given { given } else { try await challenge() }
        let hash = AssertionVerifier.clientDataHash(of: artifact + challenge)
        return .assertion(
            try device.assert(clientDataHash: hash, counter: counter), artifact: artifact, challenge: challenge)
    }

    func submit(assertion message: Message) async throws -> RawResponse {
        try await http.post(path("exchangeAppAttestAssertion"), message.bytes)
    }

    func assert(_ device: SimulatedDevice, artifact: [UInt8], counter: UInt32) async throws -> RawResponse {
        try await submit(assertion: try await assertion(of: device, artifact: artifact, counter: counter))
    }
}
