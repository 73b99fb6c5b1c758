import AppAttest
import AppAttestSimulator
import Testing

@Suite("The launch policy of an assertion") struct AssertionLaunchTests {
    /// An assertion of a device that sends the given extensions.
    private func specimen(category: UInt32? = 4, bundleVersion: String? = "1.5") throws -> AssertionSpecimen {
        var device = try Simulation.device(.iOS27EDSet)
        (device.validationCategory, device.bundleVersion) = (category, bundleVersion)
        return try AssertionSpecimen(device)
    }

    private func facts(
        category: ValidationCategory? = nil, bundleVersion: String? = nil, osVersion: String? = nil
    ) -> AttestedFacts {
        AttestedFacts(
            environment: .production, validationCategory: category, bundleVersion: bundleVersion, osVersion: osVersion)
    }

    private func expect<Limit>(
        _ verdicts: LaunchVerdicts, at step: VerificationStep, _ name: String, of specimen: AssertionSpecimen,
        attested facts: AttestedFacts?, limit: Limit,
        in rule: WritableKeyPath<LaunchPolicy, LaunchPolicy.Rule<Limit>?>,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expectVerdicts(verdicts, at: step, name, limit: limit, in: rule, sourceLocation: sourceLocation) { policy in
            var specimen = specimen
            (specimen.launchPolicy, specimen.facts) = (policy, facts)
            return LaunchJudgement(specimen.judge())
        }
    }

    private let categories: Set<ValidationCategory> = [.appStore, .testFlight]

    @Test(
        "wants the category of the attestation again, and an allowed one",
        arguments: [
            (4, 4, .passes), (2, 2, .passes), (2, 4, .refused(.validationCategoryChanged)),
            (4, 2, .refused(.validationCategoryChanged)), (3, 4, .refused(.validationCategoryNotAllowed)),
            (0, 4, .refused(.validationCategoryNotAllowed)), (7, 4, .refused(.validationCategoryNotAllowed)),
            (3, 3, .refused(.validationCategoryNotAllowed)),
            // What the attestation was made with is not allowed any more: the app's new category does not mend that.
            (4, 3, .refused(.validationCategoryChanged)),
            // A device that was attested before it could send one, and was updated since.
            (4, nil, .passes), (3, nil, .refused(.validationCategoryNotAllowed)),
            // The system does not forget what it could tell, whatever it was.
            (nil, 4, .refused(.validationCategoryMissing)), (nil, 3, .refused(.validationCategoryMissing)),
        ] as [(UInt32?, UInt32?, LaunchVerdicts)])
    func category(_ sent: UInt32?, _ attested: UInt32?, _ verdicts: LaunchVerdicts) throws {
        for system in ["26.3", "27.0", nil, "26.x"] {
            let facts = facts(category: attested.map { ValidationCategory(rawValue: $0) }, osVersion: system)
            expect(
                verdicts, at: .launchCategory, "\(system ?? "none")", of: try specimen(category: sent),
                attested: facts, limit: categories, in: \.validationCategory)
        }
    }

    @Test("reads both encodings of the category")
    func categoryNumber() throws {
        var device = try Simulation.device(.iOS27EDSet)
        for (number, verdicts) in [
            (4, .passes), (2, .refused(.validationCategoryChanged)), (3, .refused(.validationCategoryNotAllowed)),
        ] as [(UInt32, LaunchVerdicts)] {
            device.validationCategory = number
            let object = try device.assert(
                clientDataHash: Simulation.clientDataHash, counter: 8, variant: .categoryNumber)
            expect(
                verdicts, at: .launchCategory, "\(number)",
                of: AssertionSpecimen(device, object: object, previousCounter: 7),
                attested: facts(category: .appStore), limit: categories, in: \.validationCategory)
        }
    }

    @Test(
        "never takes a malformed category for an absent one",
        arguments: [
            AssertionDamage.categoryOfTwoBytes, .categoryOfThreeBytes, .categoryOfFiveBytes,
        ])
    func malformedCategory(_ damage: AssertionDamage) throws {
        for demand in LaunchPolicy.Demand.allCases {
            for reportOnly in [false, true] {
                var specimen = try AssertionSpecimen(Simulation.device(.iOS26), damage: damage)
                specimen.facts = facts(osVersion: "26.3")
                specimen.launchPolicy.validationCategory = LaunchPolicy.Rule(
                    demand, categories, missingOnOlderSystems: .allow, reportOnly: reportOnly)
                let judgement = specimen.judge()
                #expect(judgement.rejection?.reason == .malformedExtensions)
                #expect(judgement.rejection?.step == .assertionObject)
            }
        }
    }

    @Test("lets values be missing by the system that was attested, as attestations do")
    func absent() throws {
        let nothing = try specimen(category: nil, bundleVersion: nil)
        for system in olderSystems + otherSystems {
            let isOlder = system.map { olderSystems.contains($0) } ?? false
            expect(
                .missing(.validationCategoryMissing, fromOlderSystem: isOlder), at: .launchCategory,
                "\(system ?? "none")", of: nothing, attested: facts(osVersion: system), limit: categories,
                in: \.validationCategory)
            expect(
                .missing(.bundleVersionMissing, fromOlderSystem: isOlder), at: .launchBundleVersion,
                "\(system ?? "none")", of: nothing, attested: facts(osVersion: system), limit: try version("1.4"),
                in: \.bundleVersion)
        }
    }

    @Test(
        "lets the bundle version rise and not fall, as far as both can be read",
        arguments: [
            ("1.5", "1.5", .passes), ("1.5.0", "1.5", .passes), ("1.5", "1.5.0", .passes), ("1.10", "1.9", .passes),
            ("1.4.9", "1.5", .refused(.bundleVersionWentBack)), ("1.9", "1.10", .refused(.bundleVersionWentBack)),
            ("1.3", "1.5", .refused(.bundleVersionTooLow)), ("1.5b", "1.5", .refused(.bundleVersionUnreadable)),
            ("1.5b", "1.5b", .refused(.bundleVersionUnreadable)), ("", "1.5", .refused(.bundleVersionUnreadable)),
            // One that cannot be read is compared with nothing, and was there all the same.
            ("1.4", "1.5b", .passes), ("1.3", "1.5b", .refused(.bundleVersionTooLow)),
            (nil, "1.5b", .refused(.bundleVersionMissing)), (nil, "1.5", .refused(.bundleVersionMissing)),
            ("1.4", nil, .passes), ("1.3", nil, .refused(.bundleVersionTooLow)),
        ] as [(String?, String?, LaunchVerdicts)])
    func bundleVersion(_ sent: String?, _ attested: String?, _ verdicts: LaunchVerdicts) throws {
        for system in ["26.3", "27.0", nil] {
            expect(
                verdicts, at: .launchBundleVersion, "\(system ?? "none")", of: try specimen(bundleVersion: sent),
                attested: facts(bundleVersion: attested, osVersion: system), limit: try version("1.4"),
                in: \.bundleVersion)
        }
    }

    @Test(
        "judges the system by the version that was attested",
        arguments: [
            ("17.2", .passes), ("26.3", .passes), ("17.1", .refused(.osVersionTooLow)),
            ("17.2b", .refused(.osVersionUnreadable)), ("", .refused(.osVersionUnreadable)),
            (nil, .missing(.osVersionMissing)),
        ] as [(String?, LaunchVerdicts)])
    func osVersion(_ text: String?, _ verdicts: LaunchVerdicts) throws {
        expect(
            verdicts, at: .launchOSVersion, text ?? "none", of: try specimen(), attested: facts(osVersion: text),
            limit: try version("17.2"), in: \.osVersion)
    }

    @Test("judges the environment by the one that was attested")
    func environment() throws {
        for (environment, allowed, verdicts) in [
            (.production, [.production], .passes), (.development, [.production], .refused(.environmentNotAllowed)),
            (.production, [.development], .refused(.environmentNotAllowed)),
            (.development, [.production, .development], .passes),
        ] as [(AttestationEnvironment, Set<AttestationEnvironment>, LaunchVerdicts)] {
            expect(
                verdicts, at: .launchEnvironment, "\(environment)", of: try specimen(),
                attested: AttestedFacts(environment: environment), limit: allowed, in: \.environment)
        }
    }

    @Test("takes all for missing where nothing is known of the attestation")
    func unknownFacts() throws {
        let nothing = try specimen(category: nil, bundleVersion: nil)
        expect(
            .missing(.validationCategoryMissing), at: .launchCategory, "none", of: nothing, attested: nil,
            limit: categories, in: \.validationCategory)
        expect(
            .missing(.bundleVersionMissing), at: .launchBundleVersion, "none", of: nothing, attested: nil,
            limit: try version("1.4"), in: \.bundleVersion)
        expect(
            .missing(.osVersionMissing), at: .launchOSVersion, "none", of: try specimen(), attested: nil,
            limit: try version("17.2"), in: \.osVersion)
        expect(
            .missing(.environmentNotAllowed), at: .launchEnvironment, "none", of: try specimen(), attested: nil,
            limit: [.production], in: \.environment)
        // What it sends itself is judged all the same.
        expect(
            .passes, at: .launchCategory, "4", of: try specimen(), attested: nil, limit: categories,
            in: \.validationCategory)
        expect(
            .refused(.validationCategoryNotAllowed), at: .launchCategory, "3", of: try specimen(category: 3),
            attested: nil, limit: categories, in: \.validationCategory)
    }

    @Test("says nothing of the key's access control")
    func keyAccess() throws {
        var specimen = try specimen()
        specimen.facts = facts()
        specimen.launchPolicy.keyAccess = LaunchPolicy.Rule(.require, .macOS)
        let judgement = specimen.judge()
        #expect(judgement.rejection == nil)
        #expect(judgement.trace.entries.map(\.step.code) == ["S0", "S1", "S2-S3", "S4", "SX1", "S5"])
    }
}
