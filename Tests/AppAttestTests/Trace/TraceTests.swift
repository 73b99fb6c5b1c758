import AppAttest
import AppAttestSimulator
import Testing

@Suite("A trace") struct TraceTests {
    private static let attestationCodes = ["A0", "A1", "A2-A4", "A5", "A6", "A7", "A8", "A9", "AX1", "AX2"]
    private static let assertionCodes = ["S0", "S1", "S2-S3", "S4", "SX1", "S5"]
    private static let policyCodes = ["P1", "P2", "P3", "P4", "P5"]
    private static let receiptCodes = ["R0", "R1", "R2", "R3", "R4", "R5", "R6", "RX1"]

    @Test(
        "of a damaged attestation fails at one step, passes those before, reaches none after",
        arguments: AttestationDamage.allCases)
    func attestations(_ damage: AttestationDamage) throws {
        let (step, reason) = damage.rejection
        for generation in DeviceGeneration.allCases {
            let judgement = try AttestationSpecimen(Simulation.device(generation), damage: damage).judge()
            let rejection = try #require(judgement.rejection, "\(generation)")
            #expect(rejection.step == step, "\(generation): \(rejection)")
            #expect(rejection.reason == reason, "\(generation): \(rejection)")
            expect(judgement.trace, Self.attestationCodes, failingWith: rejection)
        }
    }

    @Test(
        "of a damaged assertion fails at one step, passes those before, reaches none after",
        arguments: AssertionDamage.allCases)
    func assertions(_ damage: AssertionDamage) throws {
        let (step, reason) = damage.rejection
        for generation in DeviceGeneration.allCases {
            let judgement = try AssertionSpecimen(Simulation.device(generation), damage: damage).judge()
            let rejection = try #require(judgement.rejection, "\(generation)")
            #expect(rejection.step == step, "\(generation): \(rejection)")
            #expect(rejection.reason == reason, "\(generation): \(rejection)")
            expect(judgement.trace, Self.assertionCodes, failingWith: rejection)
        }
    }

    @Test("of a valid object passes every step", arguments: DeviceGeneration.allCases)
    func valid(_ generation: DeviceGeneration) throws {
        let device = try Simulation.device(generation)
        expectPassed(try AttestationSpecimen(device).judge(), Self.attestationCodes)
        for variant in AttestationVariant.allCases {
            expectPassed(try AttestationSpecimen(device, variant: variant).judge(), Self.attestationCodes)
        }
        expectPassed(try AssertionSpecimen(device).judge(), Self.assertionCodes)
        for variant in AssertionVariant.allCases {
            let object = try device.assert(clientDataHash: Simulation.clientDataHash, counter: 8, variant: variant)
            expectPassed(
                AssertionSpecimen(device, object: object, previousCounter: 7).judge(), Self.assertionCodes)
        }
    }

    @Test("has a code and a title for every step, none twice within a procedure")
    func titles() {
        #expect(
            VerificationStep.allCases.map(\.code)
                == Self.attestationCodes + Self.assertionCodes + Self.policyCodes + Self.receiptCodes)
        for step in VerificationStep.allCases { #expect(step.title.count > 20) }
        #expect(Set(VerificationStep.allCases.prefix(10).map(\.title)).count == 10)
        #expect(Set(VerificationStep.allCases.dropFirst(10).prefix(6).map(\.title)).count == 6)
        #expect(Set(VerificationStep.allCases.dropFirst(16).prefix(5).map(\.title)).count == 5)
        #expect(VerificationStep.allCases.filter(\.isOfLaunchPolicy).map(\.code) == Self.policyCodes)
        #expect(Set(VerificationStep.allCases.suffix(8).map(\.title)).count == 8)
    }

    @Test("has a word for every reason, and codes that never repeat")
    func reasons() {
        #expect(Set(RejectionReason.allCases.map(\.rawValue)).count == RejectionReason.allCases.count)
        for reason in RejectionReason.allCases {
            #expect(reason.check.allSatisfy { $0.isLetter || $0 == "-" })
            #expect(reason.rawValue.allSatisfy { $0.isUppercase || $0 == "_" })
        }
    }

    @Test("shows what strangers wrote without its control characters, on one line and cut")
    func controlCharacters() throws {
        // Escape sequences of 7 and 8 bits, a line separator, a change of direction, an invisible joiner.
        let hostile = "1\u{1B}[2J\u{9B}31m\n\r\u{7F}\u{2028}\u{2029}\u{202E}\u{200B}\u{FEFF}\u{E000}"
        var device = try Simulation.device(.iOS27EDSet)
        device.bundleVersion = hostile + String(repeating: "\u{FC}", count: 100)
        let judgement = try AttestationSpecimen(device).judge()
        #expect(throws: Never.self) { try judgement.result.get() }
        #expect(try judgement.result.get().extensions.bundleVersion == device.bundleVersion)
        let entry = try #require(judgement.trace.entries.last)
        #expect(
            entry.outcome
                == .passed(
                    "validation category 4 (App Store), bundle version 1?[2J?31m?????????"
                        + String(repeating: "\u{FC}", count: 46)))
        let foreign = AppID(teamID: "SIMTEAM123", bundleID: hostile)
        var specimen = try AttestationSpecimen(Simulation.device(appID: foreign))
        specimen.expectation.appIDs = [Simulation.appID]
        expectPrintable(try #require(specimen.judge().rejection).description)
        specimen.expectation.appIDs = [AppID(teamID: hostile, bundleID: "x")]
        expectPrintable(try #require(specimen.judge().rejection).description)
    }

    private func expect(_ trace: VerificationTrace, _ codes: [String], failingWith rejection: Rejection) {
        #expect(trace.entries.map(\.step.code) == codes)
        let failed = codes.firstIndex(of: rejection.step.code)
        for (index, entry) in trace.entries.enumerated() {
            switch entry.outcome {
            case .passed(let note):
                #expect(index < failed ?? 0)
                expectPrintable(note)
            case .failed(let found):
                #expect(index == failed)
                #expect(found == rejection)
            case .failedToo: #expect(index == 1 && failed ?? 0 > 1, "only the chain is looked at after a refusal")
            case .reported: Issue.record("no rule only reports here")
            case .notReached: #expect(index > failed ?? 0)
            }
        }
        expectPrintable(rejection.description)
    }

    private func expectPassed<Verified>(_ judgement: Judgement<Verified>, _ codes: [String]) {
        #expect(judgement.rejection == nil)
        #expect(judgement.trace.entries.map(\.step.code) == codes)
        for entry in judgement.trace.entries {
            guard case .passed(let note) = entry.outcome else {
                Issue.record("\(entry.step.code) did not pass")
                continue
            }
            #expect(!note.isEmpty)
            expectPrintable(note)
        }
    }

    private func expectPrintable(_ words: String) {
        for scalar in words.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
                Issue.record("U+\(String(scalar.value, radix: 16)) in \(words.debugDescription)")
            default: continue
            }
        }
    }
}
