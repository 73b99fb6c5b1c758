import AppAttest
import AppAttestSimulator
import AppCheck
import AppCheckTokens
import Cryptography
import Foundation
import StrictJSON

/// Inputs for every operation that is timed, made once.
struct Specimens {
    private struct StoredAuthority: Decodable {
        let intermediateCertificate: Data
        let intermediateKey: Data
    }

    private static let appID = AppID(teamID: "SIMULATED0", bundleID: "com.example.simulated")

    private let now = Date()
    private let challengeHash = AttestationVerifier.clientDataHash(ofChallenge: Array("a challenge".utf8))
    private let authority: SimulatedAuthority
    private let stored: StoredAuthority
    private let device: SimulatedDevice
    private let attestation: [UInt8]
    private let assertion: [UInt8]
    private let expectation: AttestationExpectation

    init() throws {
        authority = try SimulatedAuthority(
            notBefore: now.addingTimeInterval(-2 * 86_400), notAfter: now.addingTimeInterval(365 * 86_400))
        stored = try JSONDecoder().decode(StoredAuthority.self, from: Data(authority.serialized()))
        device = try authority.makeDevice(appID: Self.appID, environment: .development, generation: .iOS27EDSet)
        attestation = try device.attest(clientDataHash: challengeHash, at: now)
        assertion = try device.assert(clientDataHash: challengeHash, counter: 1)
        expectation = AttestationExpectation(
            appIDs: [Self.appID], environments: [.development], trustAnchors: [authority.trustAnchor])
    }

    var comparisons: [Comparison] {
        get throws {
            try [attestations(), coldAttestations(), leafSignatures(), assertions(), tokens()] + artifacts()
                + [bodies(), answers()]
        }
    }

    private func verify(_ verifier: AttestationVerifier) throws -> VerifiedAttestation {
        try verifier.verify(
            attestation, keyID: device.keyID, clientDataHash: challengeHash, expecting: expectation, at: now)
    }

    private func validatePath(_ leaf: [UInt8]) throws {
        try CertificatePath.validate(
            leaf, intermediates: [Array(stored.intermediateCertificate)], anchors: [authority.trustAnchor.der],
            at: Int64(now.timeIntervalSince1970))
    }

    private func attestations() throws -> Comparison {
        let verifier = AttestationVerifier()
        let leaf = try verify(verifier).leafCertificate
        return Comparison(
            name: "attestation verify, warm", count: 300, ours: { _ = try verify(verifier) },
            plainName: "d2i + X509_verify_cert of its chain", plain: { try validatePath(leaf) })
    }

    private func coldAttestations() throws -> Comparison {
        let leaf = try verify(AttestationVerifier()).leafCertificate
        return Comparison(
            name: "attestation verify, first of all", count: 20, ours: { _ = try verify(AttestationVerifier()) },
            plainName: "d2i + X509_verify_cert of its chain", plain: { try validatePath(leaf) })
    }

    private func leafSignatures() throws -> Comparison {
        let key = try P384.PrivateKey(privateKeyInfo: Array(stored.intermediateKey))
        let message = [UInt8](repeating: 7, count: 900)
        let signature = try key.signature(for: message, digest: .sha256)
        let fixed = try P384FixedKey(key.publicKey)
        return Comparison(
            name: "  P-384 signature, fixed key", count: 300,
            ours: {
                try require(fixed.isValidSignature(signature, for: message, digest: .sha256), "the fixed-key verify")
            }, plainName: "EVP_DigestVerify, P-384",
            plain: {
                try require(key.publicKey.isValidSignature(signature, for: message, digest: .sha256), "P-384 verify")
            })
    }

    private func assertions() throws -> Comparison {
        let (verifier, key) = (AssertionVerifier(), try P256.PrivateKey())
        let signature = try key.signature(for: challengeHash)
        return Comparison(
            name: "assertion verify", count: 3_000,
            ours: {
                _ = try verifier.verify(
                    assertion, clientDataHash: challengeHash, publicKey: device.publicKeyX963, appID: Self.appID,
                    previousCounter: 0)
            }, plainName: "EVP_DigestVerify, P-256, ready key",
            plain: { try require(key.publicKey.isValidSignature(signature, for: challengeHash), "P-256 verify") })
    }

    private func tokens() throws -> Comparison {
        let second = Int64(now.timeIntervalSince1970)
        let ring = try KeyRing().makingFirst(SigningKey.generate(), at: second)
        let issuer = TokenIssuer(project: try TokenProject(number: "123456789012", id: "my-project"))
        let (key, message) = (try RSA.PrivateKey(bits: 2048), [UInt8](repeating: 7, count: 400))
        return Comparison(
            name: "token issue, RS256", count: 700,
            ours: { _ = try issuer.issue(.session(), to: "1:123456789012:ios:0a1b2c3d", signedBy: ring, at: second) },
            plainName: "EVP_DigestSign, RSA-2048", plain: { _ = try key.signature(for: message) })
    }

    private func artifacts() throws -> [Comparison] {
        let key = try SymmetricKey(SecureRandom.bytes(SymmetricKey.byteCount))
        let sealer = ArtifactSealer(current: ArtifactSealer.SealingKey(id: [1, 2, 3, 4], key: key))
        let artifact = Artifact(
            projectNumber: "123456789012", appID: "1:123456789012:ios:0a1b2c3d", attestedAppID: Self.appID,
            facts: AttestedFacts(environment: .development), publicKey: device.publicKeyX963,
            trustAnchor: authority.trustAnchor.fingerprint, createdAt: 1_800_000_000)
        let nonce = try SecureRandom.bytes(AESGCM.nonceByteCount)
        let plaintext = [UInt8](repeating: 7, count: 150)
        let (sealed, box) = (
            try sealer.seal(artifact, nonce: nonce),
            try AESGCM.seal(plaintext, key: key, nonce: nonce, associatedData: [1])
        )
        return [
            Comparison(
                name: "artifact seal", count: 20_000, ours: { _ = try sealer.seal(artifact, nonce: nonce) },
                plainName: "AES-256-GCM of 150 bytes",
                plain: { _ = try AESGCM.seal(plaintext, key: key, nonce: nonce, associatedData: [1]) }),
            Comparison(
                name: "artifact open", count: 20_000, ours: { _ = try sealer.open(sealed) },
                plainName: "AES-256-GCM of 150 bytes",
                plain: { _ = try AESGCM.open(box, key: key, nonce: nonce, associatedData: [1]) }),
        ]
    }

    /// With a statement as long as those of real devices, which carry a receipt of 3 to 4 KB.
    private func bodies() throws -> Comparison {
        let statement = Data([UInt8](repeating: 7, count: 5_800)).base64EncodedString()
        let body = Array(#"{"attestationStatement":"\#(statement)","challenge":"AAAA","keyId":"AAAA"}"#.utf8)
        let data = Data(body)
        let decoder = JSONDecoder()
        return Comparison(
            name: "JSON of an attestation, read", count: 3_000, ours: { _ = try JSONReader.read(body) },
            plainName: "JSONDecoder to three strings",
            plain: { _ = try decoder.decode([String: String].self, from: data) })
    }

    /// As long as the answer to an attestation.
    private func answers() throws -> Comparison {
        let (artifact, token) = (String(repeating: "A", count: 240), String(repeating: "A", count: 800))
        let answer = JSONText.object([
            ("artifact", .string(artifact)),
            ("appCheckToken", .object([("token", .string(token)), ("ttl", .string("3600s"))])),
        ])
        let values = ["artifact": artifact, "token": token, "ttl": "3600s"]
        let encoder = JSONEncoder()
        return Comparison(
            name: "JSON with a token, written", count: 10_000, ours: { _ = answer.encoded(pretty: true) },
            plainName: "JSONEncoder of three strings", plain: { _ = try encoder.encode(values) })
    }
}
