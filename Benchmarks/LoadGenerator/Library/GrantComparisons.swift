import AppAttest
import AppAttestSimulator
import AppCheck
import AppCheckTokens
import Cryptography
import Foundation
import StrictJSON

/// What an exchange does besides verifying: tokens, artifacts, JSON.
struct GrantComparisons {
    private let specimens: Specimens

    init(_ specimens: Specimens) { self.specimens = specimens }

    var all: [Comparison] {
        get throws { try [tokens()] + artifacts() + [bodies(), answers()] }
    }

    private func tokens() throws -> Comparison {
        let second = Int64(specimens.now.timeIntervalSince1970)
        let ring = try KeyRing().makingFirst(SigningKey.generate(), at: second)
        let issuer = TokenIssuer(project: try TokenProject(number: "123456789012", id: "my-project"))
        let (key, message) = (try RSA.PrivateKey(bits: 2048), [UInt8](repeating: 7, count: 400))
        return Comparison(
            "library.token", "token issue, RS256", count: 200,
            ours: { _ = try issuer.issue(.session(), to: "1:123456789012:ios:0a1b2c3d", signedBy: ring, at: second) },
            plainName: "EVP_DigestSign, RSA-2048", plain: { _ = try key.signature(for: message) })
    }

    private func artifacts() throws -> [Comparison] {
        let key = try SymmetricKey(SecureRandom.bytes(SymmetricKey.byteCount))
        let sealer = ArtifactSealer(current: ArtifactSealer.SealingKey(id: [1, 2, 3, 4], key: key))
        let artifact = Artifact(
            projectNumber: "123456789012", appID: "1:123456789012:ios:0a1b2c3d", attestedAppID: Specimens.appID,
            facts: AttestedFacts(environment: .development), publicKey: specimens.device.publicKeyX963,
            trustAnchor: specimens.authority.trustAnchor.fingerprint, createdAt: 1_800_000_000)
        let nonce = try SecureRandom.bytes(AESGCM.nonceByteCount)
        let plaintext = [UInt8](repeating: 7, count: 150)
        let (sealed, box) = (
            try sealer.seal(artifact, nonce: nonce),
            try AESGCM.seal(plaintext, key: key, nonce: nonce, associatedData: [1])
        )
        return [
            Comparison(
                "library.artifact.seal", "artifact seal", count: 10_000,
                ours: { _ = try sealer.seal(artifact, nonce: nonce) }, plainName: "AES-256-GCM of 150 bytes",
                plain: { _ = try AESGCM.seal(plaintext, key: key, nonce: nonce, associatedData: [1]) }),
            Comparison(
                "library.artifact.open", "artifact open", count: 10_000, ours: { _ = try sealer.open(sealed) },
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
            "library.json.read", "JSON of an attestation, read", count: 2_000,
            ours: { _ = try JSONReader.read(body) }, plainName: "JSONDecoder to three strings",
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
            "library.json.write", "JSON with a token, written", count: 5_000,
            ours: { _ = answer.encoded(pretty: true) }, plainName: "JSONEncoder of three strings",
            plain: { _ = try encoder.encode(values) })
    }
}
