import AppAttest
import AppAttestSimulator
import AppCheck
import AppCheckTokens
import Cryptography
import Foundation

/// The steps of exchanges, each by itself.
enum LibraryOperations {
    static let all = [
        Operation("attestation-verify", 8, prepare: attestations),
        Operation("assertion-verify", 8, prepare: assertions),
        Operation("receipt-verify", 8, prepare: receipts), Operation("token-issue", 8, prepare: tokens),
        Operation("artifact-open", 16, prepare: artifacts),
        Operation("challenge-issue-and-check", 16, prepare: challenges),
    ]

    private struct Attested: Sendable {
        let device: SimulatedDevice
        let hash: [UInt8]
        let object: [UInt8]
    }

    private static func attested(_ server: Server, _ times: Int) throws -> [Attested] {
        try (0..<times).map { number in
            let hash = AttestationVerifier.clientDataHash(ofChallenge: Array("challenge \(number)".utf8))
            let device = try server.device()
            return Attested(
                device: device, hash: hash, object: try device.attest(clientDataHash: hash, at: Server.date))
        }
    }

    private static func expectation(_ server: Server) -> AttestationExpectation {
        AttestationExpectation(
            appIDs: [Server.appID], environments: [.development], trustAnchors: [server.authority.trustAnchor])
    }

    /// By an intermediate that is known.
    private static func attestations(
        _ server: Server, _ times: Int
    ) throws -> @Sendable (_ number: Int) throws -> Void {
        let (verifier, expectation) = (AttestationVerifier(), expectation(server))
        let attested = try attested(server, times)
        return { number in
            let one = attested[number]
            _ = try verifier.verify(
                one.object, keyID: one.device.keyID, clientDataHash: one.hash, expecting: expectation,
                at: Server.date)
        }
    }

    private static func assertions(
        _ server: Server, _ times: Int
    ) throws -> @Sendable (_ number: Int) throws -> Void {
        let (verifier, device) = (AssertionVerifier(), try server.device())
        let hash = AssertionVerifier.clientDataHash(of: Array("client data".utf8))
        let publicKey = device.publicKeyX963
        let objects = try (0..<times).map { try device.assert(clientDataHash: hash, counter: UInt32($0 + 1)) }
        return { number in
            _ = try verifier.verify(
                objects[number], clientDataHash: hash, publicKey: publicKey, appID: Server.appID,
                previousCounter: UInt32(number))
        }
    }

    /// By a signer that is known and has a table.
    private static func receipts(
        _ server: Server, _ times: Int
    ) throws -> @Sendable (_ number: Int) throws -> Void {
        let verifier = ReceiptVerifier(receiptsBeforeTable: 1)
        let (attestations, expectation) = (AttestationVerifier(), expectation(server))
        let arrived = try attested(server, times).map { one in
            let verified = try attestations.verify(
                one.object, keyID: one.device.keyID, clientDataHash: one.hash, expecting: expectation,
                at: Server.date)
            return (
                verified.receipt,
                ReceiptExpectation(
                    embeddedIn: verified, clientDataHash: one.hash, trustAnchors: [server.authority.trustAnchor])
            )
        }
        return { number in
            _ = try verifier.verify(arrived[number].0, expecting: arrived[number].1, at: Server.date)
        }
    }

    private static func tokens(
        _ server: Server, _ times: Int
    ) throws -> @Sendable (_ number: Int) throws -> Void {
        let ring = server.signing.ring
        let issuer = TokenIssuer(project: try TokenProject(number: "100000000000", id: "bench-project"))
        return { _ in
            _ = try issuer.issue(.session(), to: server.app.appID, signedBy: ring, at: Server.moment)
        }
    }

    private static func artifacts(
        _ server: Server, _ times: Int
    ) throws -> @Sendable (_ number: Int) throws -> Void {
        let device = try server.device()
        let sealed = try server.sealer.seal(
            Artifact(
                projectNumber: server.app.project.number, appID: server.app.appID, attestedAppID: Server.appID,
                facts: AttestedFacts(environment: .development), publicKey: device.publicKeyX963,
                trustAnchor: server.authority.trustAnchor.fingerprint, createdAt: Server.moment),
            nonce: SecureRandom.bytes(AESGCM.nonceByteCount))
        return { _ in _ = try server.sealer.open(sealed) }
    }

    private static func challenges(
        _ server: Server, _ times: Int
    ) throws -> @Sendable (_ number: Int) throws -> Void {
        { _ in _ = try server.challenges.authenticate(server.challenge(), for: server.app, at: Server.moment) }
    }
}
