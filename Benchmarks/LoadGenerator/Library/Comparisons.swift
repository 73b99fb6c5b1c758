import AppAttest
import AppAttestSimulator
import Cryptography

/// The verifications of the library, each beside the signature in it or beside what libcrypto offers for the whole.
struct Comparisons {
    private let specimens: Specimens
    private let verified: VerifiedAttestation

    init(_ specimens: Specimens) throws {
        self.specimens = specimens
        verified = try specimens.verify(AttestationVerifier())
    }

    var all: [Comparison] {
        get throws {
            try attestations() + [leafSignatures(), assertions()] + receipts()
                + GrantComparisons(specimens).all
        }
    }

    private func attestations() throws -> [Comparison] {
        let (specimens, leaf) = (specimens, verified.leafCertificate)
        let warm = AttestationVerifier()
        let first = try FreshVerifier { AttestationVerifier() }
        let second = try FreshVerifier {
            let verifier = AttestationVerifier()
            _ = try specimens.verify(verifier)
            return verifier
        }
        let message = [UInt8](repeating: 7, count: 900)
        let key = specimens.intermediateKey
        let signature = try key.signature(for: message, digest: .sha256)
        let plainVerify = {
            try require(key.publicKey.isValidSignature(signature, for: message, digest: .sha256), "P-384 verify")
        }
        return [
            Comparison(
                "library.attestation.warm", "attestation verify, warm", count: 200,
                ours: { _ = try specimens.verify(warm) }, plainName: "EVP_DigestVerify, P-384", plain: plainVerify),
            Comparison(
                "library.attestation.first", "attestation verify, first of all", count: 15, prepare: first.renew,
                ours: { _ = try specimens.verify(first.verifier) }, plainName: "d2i + X509_verify_cert of its chain",
                plain: { try specimens.validatePath(leaf) }),
            // Several of them, for whether something is made again: one alone says most of the processor's caches, which
            // the first has filled with other things.
            Comparison(
                "library.attestation.second", "attestation verify, second to 21st", count: 10, prepare: second.renew,
                batch: 20, ours: { _ = try specimens.verify(second.verifier) }, plainName: "EVP_DigestVerify, P-384",
                plain: plainVerify),
        ]
    }

    private func leafSignatures() throws -> Comparison {
        let key = specimens.intermediateKey
        let message = [UInt8](repeating: 7, count: 900)
        let signature = try key.signature(for: message, digest: .sha256)
        let fixed = try P384FixedKey(key.publicKey)
        return Comparison(
            "library.p384.fixed", "  P-384 signature, fixed key", count: 200,
            ours: {
                try require(fixed.isValidSignature(signature, for: message, digest: .sha256), "the fixed-key verify")
            }, plainName: "EVP_DigestVerify, P-384",
            plain: {
                try require(key.publicKey.isValidSignature(signature, for: message, digest: .sha256), "P-384 verify")
            })
    }

    private func assertions() throws -> Comparison {
        let (specimens, verifier, key) = (specimens, AssertionVerifier(), try P256.PrivateKey())
        let signature = try key.signature(for: specimens.challengeHash)
        return Comparison(
            "library.assertion", "assertion verify", count: 1_500,
            ours: { try specimens.verifyAssertion(verifier) }, plainName: "EVP_DigestVerify, P-256, ready key",
            plain: {
                try require(key.publicKey.isValidSignature(signature, for: specimens.challengeHash), "P-256 verify")
            })
    }

    /// With the signer that all receipts of its day have, and with one that was never seen.
    private func receipts() throws -> [Comparison] {
        let (specimens, verified) = (specimens, verified)
        let warm = ReceiptVerifier()
        let first = try FreshVerifier { ReceiptVerifier() }
        let key = try P256.PrivateKey()
        let content = [UInt8](repeating: 7, count: 1_500)
        let signature = try key.signature(for: content)
        let plainVerify = { try require(key.publicKey.isValidSignature(signature, for: content), "P-256 verify") }
        return [
            Comparison(
                "library.receipt.known", "receipt verify, known signer", count: 800,
                ours: { try specimens.verifyReceipt(of: verified, warm) },
                plainName: "EVP_DigestVerify, P-256, ready key", plain: plainVerify),
            Comparison(
                "library.receipt.first", "receipt verify, new signer", count: 30, prepare: first.renew,
                ours: { try specimens.verifyReceipt(of: verified, first.verifier) },
                plainName: "d2i + X509_verify_cert of a chain",
                plain: { try specimens.validatePath(verified.leafCertificate) }),
        ]
    }
}
