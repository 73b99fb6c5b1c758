import AppAttest
import FoundationEssentials
import TestSupport
import Testing

@Suite("A certificate with one bit changed", .enabled(if: CaseFolder.isPresent, "no case folder: set ASSAY_CASES"))
struct CertificateMutationTests {
    static let names = ["veehaitch-ios14.2-dev-attestation", "worldcoin-ios26.3-dev-attestation1"]

    @Test(
        "is refused at every byte, by the chain step and by libcrypto alike", arguments: names,
        [(0, "leaf"), (1, "intermediate")] as [(Int, String)])
    func everyByte(_ name: String, _ certificate: (index: Int, name: String)) throws {
        let verifier = AttestationVerifier()
        let specimen = try AttestationSpecimen(real: name)
        #expect(throws: Never.self) { try specimen.verify(with: verifier) }
        let parts = try AttestationParts(specimen.object)
        for offset in parts.certificates[certificate.index].indices {
            var changed = parts
            changed.certificates[certificate.index][offset] ^= 1 << UInt8(offset % 8)
            var mutant = specimen
            mutant.object = changed.object
            // Every byte at the valid moment; some before and after, where nothing may become valid either.
            let moments = offset % 32 == 0 ? [0, -400 * 86_400, 400 * 86_400] : [0]
            for distance in moments {
                mutant.moment = specimen.moment + TimeInterval(distance)
                let verdicts = try ChainVerdicts(mutant, verifier)
                #expect(verdicts?.ours == false, "byte \(offset)")
                #expect(verdicts?.plain == false, "byte \(offset)")
            }
        }
        // What was refused in between has left no trace in the verifier.
        #expect(throws: Never.self) { try specimen.verify(with: verifier) }
    }

    @Test("is refused cut or lengthened, wherever that is", arguments: names)
    func lengths(_ name: String) throws {
        let verifier = AttestationVerifier()
        let specimen = try AttestationSpecimen(real: name)
        let parts = try AttestationParts(specimen.object)
        for index in 0...1 {
            let whole = parts.certificates[index]
            for certificate in stride(from: 0, to: whole.count, by: 7).map({ Array(whole.prefix($0)) }) + [whole + [0]]
            {
                var changed = parts
                changed.certificates[index] = certificate
                var mutant = specimen
                mutant.object = changed.object
                let verdicts = try ChainVerdicts(mutant, verifier)
                #expect(verdicts?.ours == false, "\(certificate.count) bytes")
                #expect(verdicts?.plain == false, "\(certificate.count) bytes")
            }
        }
    }

    @Test("in the root is another root: nothing leads there", arguments: names)
    func root(_ name: String) throws {
        var specimen = try AttestationSpecimen(real: name)
        let root = TrustAnchor.appleAppAttestationRootCA.der
        for offset in stride(from: 0, to: root.count, by: 3) {
            var der = root
            der[offset] ^= 1 << UInt8(offset % 8)
            guard let anchor = try? TrustAnchor(der: der) else { continue }
            specimen.expectation.trustAnchors = [anchor]
            let verdicts = try ChainVerdicts(specimen, AttestationVerifier())
            #expect(verdicts?.ours == verdicts?.plain, "byte \(offset)")
        }
    }
}
