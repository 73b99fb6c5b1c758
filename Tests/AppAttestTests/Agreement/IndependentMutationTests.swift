import AppAttest
import TestSupport
import Testing

@Suite(
    "Mutants of real objects, offered to an independent verifier too",
    .enabled(if: IndependentVerifier.isPresent && CaseFolder.isPresent, Comment(rawValue: IndependentVerifier.absence)))
struct IndependentMutationTests {
    @Test("are never valid here where they are not there")
    func agreement() throws {
        let cases = try Mutants().cases
        print("mutants judged by both verifiers: \(cases.count)")
        #expect(cases.count > 2_000)
        let theirs = try IndependentVerifier.verdicts(on: cases)
        #expect(theirs.count == cases.count)
        let (attestations, assertions) = (AttestationVerifier(), AssertionVerifier())
        var stricter: [String: Int] = [:]
        for (name, document) in cases.sorted(by: { $0.key < $1.key }) {
            let verdict = try AppAttestCase(json: document.json()).judge(with: attestations, assertions)
            let isValidThere = theirs[name] == "valid"
            if let rejection = verdict.rejection {
                #expect(!name.contains("-whole-"), "\(name): \(rejection)")
                if isValidThere { stricter[rejection.description, default: 0] += 1 }
            } else {
                #expect(isValidThere, "\(name) is \(theirs[name] ?? "nothing") there")
                #expect(try differsInReceiptAlone(document, from: cases[original(of: name)]), "\(name)")
            }
        }
        // Six bits in the name of the receipt's entry, in three cases: told not to judge the receipt, the other
        // verifier does not ask for it either. (The seventh letter is changed to what is no UTF-8.)
        #expect(stricter == ["A0 MALFORMED_CBOR: expected receipt as a byte string, found no receipt": 18])
    }

    private func original(of name: String) -> String { "\(name.prefix { $0 != "-" })-whole-0" }

    /// Nothing signed covers the receipt, so of all mutants only those with another receipt may be valid.
    private func differsInReceiptAlone(_ mutant: CaseDocument, from original: CaseDocument?) throws -> Bool {
        guard let original else { return false }
        guard mutant.kind == "attestation" else { return mutant.assertion == original.assertion }
        var parts = try AttestationParts(bytes(base64: mutant.attestationObject))
        let whole = try AttestationParts(bytes(base64: original.attestationObject))
        parts.receipt = whole.receipt
        return parts.object == whole.object
    }
}
