import AppAttest
import AppAttestSimulator
import TestSupport
import Testing

@Suite(
    "Mutants of receipts, offered to an independent verifier too",
    .enabled(if: IndependentVerifier.isPresent && CaseFolder.isPresent, Comment(rawValue: IndependentVerifier.absence)))
struct ReceiptMutationTests {
    @Test("are never valid, though some are there that differ in what nobody signs")
    func agreement() throws {
        let cases = try ReceiptMutants().cases
        print("mutants of receipts judged by both verifiers: \(cases.count)")
        #expect(cases.count > 3_000)
        let theirs = try IndependentVerifier.verdicts(on: cases)
        #expect(theirs.count == cases.count)
        let (attestations, assertions, receipts) = (AttestationVerifier(), AssertionVerifier(), ReceiptVerifier())
        var stricter: Set<RejectionReason> = []
        for (name, document) in cases.sorted(by: { $0.key < $1.key }) {
            // The mode that accepts most.
            let verdict = try AppAttestCase(json: document.json())
                .judge(with: attestations, assertions, receipts, receiptsAre: .archive)
            #expect((verdict.rejection == nil) == name.contains("-whole-"), "\(name): \(verdict.text)")
            guard theirs[name] == "valid" else {
                #expect(!name.contains("-whole-"), "\(name) is \(theirs[name] ?? "nothing") there")
                continue
            }
            if let reason = verdict.rejection?.reason { stricter.insert(reason) }
        }
        // The other verifier reads past types, versions and algorithms, does not compare the name of the signer's issuer,
        // and leaves certificates aside that lead nowhere.
        #expect(stricter.isSuperset(of: [.malformedReceipt, .receiptSignerUnknown, .receiptChainUntrusted]))
        #expect(
            stricter.isSubset(of: [
                .malformedReceipt, .receiptSignerUnknown, .receiptChainUntrusted, .malformedCertificate,
            ]))
    }
}
