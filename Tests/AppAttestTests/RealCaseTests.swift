import AppAttest
import Testing
import TestSupport

@Suite("Real device data", .enabled(if: CaseFolder.isPresent, "no case folder: set ASSAY_CASES"))
struct RealCaseTests {
    static let judged = CaseFolder.names

    @Test("The folder holds the cases it should, and their number is told") func count() {
        print("real cases judged: \(Self.judged.count) in \(CaseFolder.path)")
        #expect(Self.judged.count >= 30)
    }

    @Test("Every object gets its expected verdict", arguments: judged)
    func verdict(_ name: String) throws {
        let specimen = try AppAttestCase(json: CaseFolder.contents(of: name))
        let verdict = specimen.judge(with: AttestationVerifier(), AssertionVerifier())
        #expect(verdict.text == specimen.expected)
    }
}
