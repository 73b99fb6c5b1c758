import AppAttest
import AppAttestSimulator
import Cryptography
import Foundation

/// What a simulated device made, and what a verifier asks of it.
struct Specimens {
    private struct StoredAuthority: Decodable {
        let intermediateCertificate: Data
        let intermediateKey: Data
    }

    static let appID = AppID(teamID: "SIMULATED0", bundleID: "com.example.simulated")

    let now = Date()
    let challengeHash = AttestationVerifier.clientDataHash(ofChallenge: Array("a challenge".utf8))
    let authority: SimulatedAuthority
    let intermediateCertificate: [UInt8]
    let intermediateKey: P384.PrivateKey
    let device: SimulatedDevice
    let attestation: [UInt8]
    let assertion: [UInt8]
    private let expectation: AttestationExpectation

    init() throws {
        authority = try SimulatedAuthority(
            notBefore: now.addingTimeInterval(-2 * 86_400), notAfter: now.addingTimeInterval(365 * 86_400))
        let stored = try JSONDecoder().decode(StoredAuthority.self, from: Data(authority.serialized()))
        intermediateCertificate = Array(stored.intermediateCertificate)
        intermediateKey = try P384.PrivateKey(privateKeyInfo: Array(stored.intermediateKey))
        device = try authority.makeDevice(appID: Self.appID, environment: .development, generation: .iOS27EDSet)
        attestation = try device.attest(clientDataHash: challengeHash, at: now)
        assertion = try device.assert(clientDataHash: challengeHash, counter: 1)
        expectation = AttestationExpectation(
            appIDs: [Self.appID], environments: [.development], trustAnchors: [authority.trustAnchor])
    }

    func verify(_ verifier: AttestationVerifier) throws -> VerifiedAttestation {
        try verifier.verify(
            attestation, keyID: device.keyID, clientDataHash: challengeHash, expecting: expectation, at: now)
    }

    func verifyAssertion(_ verifier: AssertionVerifier) throws {
        _ = try verifier.verify(
            assertion, clientDataHash: challengeHash, publicKey: device.publicKeyX963, appID: Self.appID,
            previousCounter: 0)
    }

    func verifyReceipt(of attestation: VerifiedAttestation, _ verifier: ReceiptVerifier) throws {
        _ = try verifier.verify(
            attestation.receipt,
            expecting: ReceiptExpectation(
                embeddedIn: attestation, clientDataHash: challengeHash, trustAnchors: [authority.trustAnchor]),
            at: now)
    }

    /// The leaf and its intermediate up to the root, as libcrypto does it.
    func validatePath(_ leaf: [UInt8]) throws {
        try CertificatePath.validate(
            leaf, intermediates: [intermediateCertificate], anchors: [authority.trustAnchor.der],
            at: Int64(now.timeIntervalSince1970))
    }
}

/// A verifier that is made anew for each call and has seen what it is said to have seen.
final class FreshVerifier<Verifier> {
    private(set) var verifier: Verifier
    private let make: () throws -> Verifier

    init(_ make: @escaping () throws -> Verifier) throws { (verifier, self.make) = (try make(), make) }

    func renew() throws { verifier = try make() }
}
