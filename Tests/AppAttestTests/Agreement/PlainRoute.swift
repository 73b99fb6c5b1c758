import AppAttest
import Cryptography
import FoundationEssentials

/// Step A1 beside libcrypto's own path validation of the same certificates.
struct ChainVerdicts: Equatable {
    /// What this library says.
    let ours: Bool
    /// What `X509_verify_cert` says.
    let plain: Bool

    /// Nil when the object was refused before the chain was looked at.
    init?(_ specimen: AttestationSpecimen, _ verifier: AttestationVerifier) throws {
        let trace = specimen.judge(with: verifier).trace
        switch trace.entries.first(where: { $0.step == .certificateChain })?.outcome {
        case .passed: ours = true
        case .failed, .failedToo: ours = false
        case .reported, .notReached, nil: return nil
        }
        let certificates = try AttestationParts(specimen.object).certificates
        plain = Self.plainRoute(
            certificates, anchors: specimen.expectation.trustAnchors.map(\.der),
            at: Int64(specimen.moment.timeIntervalSince1970.rounded(.down)))
    }

    static func plainRoute(_ certificates: [[UInt8]], anchors: [[UInt8]], at seconds: Int64) -> Bool {
        guard let leaf = certificates.first else { return false }
        do {
            try CertificatePath.validate(
                leaf, intermediates: Array(certificates.dropFirst()), anchors: anchors, at: seconds)
            return true
        } catch { return false }
    }
}
