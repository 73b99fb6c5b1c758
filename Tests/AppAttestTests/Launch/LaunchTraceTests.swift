import AppAttest
import AppAttestSimulator
import Testing

@Suite("A launch policy") struct LaunchTraceTests {
    private static let attestationCodes = ["A0", "A1", "A2-A4", "A5", "A6", "A7", "A8", "A9", "AX1", "AX2"]
    private static let assertionCodes = ["S0", "S1", "S2-S3", "S4", "SX1"]

    /// Rules that this device breaks, each of them.
    private func brokenPolicy(reportOnly: Bool) throws -> LaunchPolicy {
        LaunchPolicy(
            validationCategory: .init(.require, [.appStore], missingOnOlderSystems: .refuse, reportOnly: reportOnly),
            bundleVersion: .init(.ifPresent, try version("2"), reportOnly: reportOnly),
            osVersion: .init(.require, try version("28"), reportOnly: reportOnly),
            environment: .init(.require, [.production], reportOnly: reportOnly),
            keyAccess: .init(.require, .macOS, reportOnly: reportOnly))
    }

    private let brokenReasons: [RejectionReason] = [
        .validationCategoryNotAllowed, .bundleVersionTooLow, .osVersionTooLow, .environmentNotAllowed,
        .keyAccessMismatch,
    ]

    private func device() throws -> SimulatedDevice { try Simulation.device(.iOS27EDSet, .development) }

    private func attestation(_ policy: LaunchPolicy) throws -> LaunchJudgement {
        var specimen = try AttestationSpecimen(device())
        specimen.expectation.launchPolicy = policy
        return LaunchJudgement(specimen.judge())
    }

    private func assertion(
        _ policy: LaunchPolicy, previousCounter: UInt32 = 7, damage: AssertionDamage? = nil
    ) throws -> LaunchJudgement {
        let device = try device()
        var specimen = try damage.map { try AssertionSpecimen(device, damage: $0) } ?? AssertionSpecimen(device)
        (specimen.previousCounter, specimen.launchPolicy) = (previousCounter, policy)
        specimen.facts = AttestedFacts(environment: .development, osVersion: "27.0.1")
        return LaunchJudgement(specimen.judge())
    }

    @Test("has a step after Apple's for each rule that asks something, and for no other")
    func steps() throws {
        #expect(try attestation(.none).trace.entries.map(\.step.code) == Self.attestationCodes)
        #expect(try assertion(.none).trace.entries.map(\.step.code) == Self.assertionCodes + ["S5"])
        var policy = try brokenPolicy(reportOnly: true)
        #expect(
            try attestation(policy).trace.entries.map(\.step.code)
                == Self.attestationCodes + ["P1", "P2", "P3", "P4", "P5"])
        #expect(
            try assertion(policy).trace.entries.map(\.step.code)
                == Self.assertionCodes + ["P1", "P2", "P3", "P4", "S5"])
        policy.bundleVersion?.demand = .ignore
        policy.environment = nil
        #expect(
            try attestation(policy).trace.entries.map(\.step.code) == Self.attestationCodes + ["P1", "P3", "P5"])
        #expect(try assertion(policy).trace.entries.map(\.step.code) == Self.assertionCodes + ["P1", "P3", "S5"])
    }

    @Test("that only reports tells all that it would refuse, in the order of its rules, and refuses nothing")
    func reported() throws {
        let policy = try brokenPolicy(reportOnly: true)
        let attestation = try attestation(policy)
        #expect(attestation.rejection == nil)
        #expect(attestation.reported.map(\.reason) == brokenReasons)
        #expect(attestation.reported.map(\.step.code) == ["P1", "P2", "P3", "P4", "P5"])
        let assertion = try assertion(policy)
        #expect(assertion.rejection == nil)
        #expect(assertion.reported.map(\.reason) == brokenReasons.dropLast())
        #expect(assertion.outcome(.counterAdvance) == .passed("8 after 7"))
    }

    @Test("tells what it only reports also where another rule of it refuses")
    func mixed() throws {
        var policy = try brokenPolicy(reportOnly: true)
        policy.osVersion?.reportOnly = false
        for judgement in [try attestation(policy), try assertion(policy)] {
            #expect(judgement.rejection?.reason == .osVersionTooLow)
            #expect(judgement.outcome(.launchCategory)?.reported?.reason == .validationCategoryNotAllowed)
            #expect(judgement.outcome(.launchBundleVersion)?.reported?.reason == .bundleVersionTooLow)
            #expect(judgement.outcome(.launchOSVersion) == judgement.rejection.map { .failed($0) })
            #expect(judgement.outcome(.launchEnvironment) == .notReached)
        }
    }

    @Test("in force refuses with the first rule that is broken; the counter is not looked at")
    func enforced() throws {
        var policy = try brokenPolicy(reportOnly: false)
        for reason in brokenReasons {
            #expect(try attestation(policy).rejection?.reason == reason)
            let assertion = try assertion(policy, previousCounter: 8)
            if reason == .keyAccessMismatch {
                #expect(assertion.rejection?.reason == .counterStale)
            } else {
                #expect(assertion.rejection?.reason == reason)
                #expect(assertion.outcome(.counterAdvance) == .notReached)
            }
            switch reason {
            case .validationCategoryNotAllowed: policy.validationCategory = nil
            case .bundleVersionTooLow: policy.bundleVersion = nil
            case .osVersionTooLow: policy.osVersion = nil
            case .environmentNotAllowed: policy.environment = nil
            default: policy.keyAccess = nil
            }
        }
        #expect(policy == .none)
    }

    @Test("judges nothing that the key did not sign")
    func unsigned() throws {
        for reportOnly in [false, true] {
            let assertion = try assertion(brokenPolicy(reportOnly: reportOnly), damage: .signatureBit)
            #expect(assertion.rejection?.reason == .signatureInvalid)
            #expect(assertion.outcome(.launchCategory) == .notReached)
            var specimen = try AttestationSpecimen(device(), damage: .leafSignature)
            specimen.expectation.launchPolicy = try brokenPolicy(reportOnly: reportOnly)
            let attestation = LaunchJudgement(specimen.judge())
            #expect(attestation.rejection?.reason == .chainUntrusted)
            #expect(attestation.outcome(.launchCategory) == .notReached)
        }
    }

    @Test("is as strict for whoever only verifies")
    func verify() throws {
        var specimen = try AttestationSpecimen(device())
        specimen.expectation.launchPolicy = try brokenPolicy(reportOnly: false)
        #expect(throws: Rejection.self) { try specimen.verify() }
        specimen.expectation.launchPolicy = try brokenPolicy(reportOnly: true)
        #expect(try specimen.verify().reported.map(\.reason) == brokenReasons)
        var assertion = try AssertionSpecimen(device())
        assertion.launchPolicy = try brokenPolicy(reportOnly: false)
        #expect(throws: Rejection.self) { try assertion.verify() }
        assertion.launchPolicy.validationCategory?.reportOnly = true
        (assertion.launchPolicy.bundleVersion, assertion.launchPolicy.osVersion) = (nil, nil)
        assertion.launchPolicy.environment = nil
        #expect(try assertion.verify().reported.map(\.reason) == [.validationCategoryNotAllowed])
    }

    @Test("finds in a verified attestation what later assertions are compared with")
    func facts() throws {
        var device = try Simulation.device(.iOS27EDClear, .development)
        (device.validationCategory, device.bundleVersion, device.osVersion) = (7, "1.2b", "27.1")
        #expect(
            try AttestationSpecimen(device).verify().facts
                == AttestedFacts(
                    environment: .development, validationCategory: ValidationCategory(rawValue: 7),
                    bundleVersion: "1.2b", osVersion: "27.1"))
        (device.validationCategory, device.bundleVersion, device.osVersion) = (nil, nil, nil)
        #expect(try AttestationSpecimen(device).verify().facts == AttestedFacts(environment: .development))
    }
}

extension VerificationTrace.Outcome {
    fileprivate var reported: Rejection? {
        guard case .reported(let rejection) = self else { return nil }
        return rejection
    }
}
