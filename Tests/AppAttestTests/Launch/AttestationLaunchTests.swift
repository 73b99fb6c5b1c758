import AppAttest
import AppAttestSimulator
import TestSupport
import Testing

@Suite("The launch policy of an attestation") struct AttestationLaunchTests {
    private func device(_ edit: (inout SimulatedDevice) -> Void) throws -> SimulatedDevice {
        var device = try Simulation.device(.iOS27EDSet)
        edit(&device)
        return device
    }

    private func expect<Limit>(
        _ verdicts: LaunchVerdicts, at step: VerificationStep, _ name: String, of specimen: AttestationSpecimen,
        limit: Limit, in rule: WritableKeyPath<LaunchPolicy, LaunchPolicy.Rule<Limit>?>,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expectVerdicts(verdicts, at: step, name, limit: limit, in: rule, sourceLocation: sourceLocation) { policy in
            var specimen = specimen
            specimen.expectation.launchPolicy = policy
            return LaunchJudgement(specimen.judge(with: verifier))
        }
    }

    /// One for all: it remembers the authority.
    private let verifier = AttestationVerifier()
    private let categories: Set<ValidationCategory> = [.appStore, .testFlight]

    @Test(
        "lets allowed categories pass in both encodings, and refuses others, whatever the system",
        arguments: [
            (4, nil), (2, nil), (0, .validationCategoryNotAllowed), (1, .validationCategoryNotAllowed),
            (3, .validationCategoryNotAllowed), (7, .validationCategoryNotAllowed),
            (10, .validationCategoryNotAllowed), (0x0400_0000, .validationCategoryNotAllowed),
            (0xFFFF_FFFF, .validationCategoryNotAllowed),
        ] as [(UInt32, RejectionReason?)])
    func category(_ number: UInt32, _ reason: RejectionReason?) throws {
        for system in ["26.3", "27.0", nil] {
            let device = try device { ($0.validationCategory, $0.osVersion) = (number, system) }
            for specimen in [
                try AttestationSpecimen(device), try AttestationSpecimen(device, variant: .categoryNumber),
            ] {
                expect(
                    reason.map { .refused($0) } ?? .passes, at: .launchCategory, "\(number) of \(system ?? "none")",
                    of: specimen, limit: categories, in: \.validationCategory)
            }
        }
    }

    @Test("asks for a category by what is decided about older systems, which alone may lack it")
    func absentCategory() throws {
        for system in olderSystems + otherSystems {
            let isOlder = system.map { olderSystems.contains($0) } ?? false
            // One sends the bundle version alone, the other no extension at all.
            for version in ["1", nil] {
                let device = try device {
                    ($0.validationCategory, $0.bundleVersion, $0.osVersion) = (nil, version, system)
                }
                expect(
                    .missing(.validationCategoryMissing, fromOlderSystem: isOlder), at: .launchCategory,
                    "none of \(system ?? "none")", of: try AttestationSpecimen(device), limit: categories,
                    in: \.validationCategory)
            }
        }
        // Devices as they are.
        for generation in [DeviceGeneration.iOS14, .iOS17, .iOS26] {
            expect(
                .missing(.validationCategoryMissing, fromOlderSystem: true), at: .launchCategory, "\(generation)",
                of: try AttestationSpecimen(Simulation.device(generation)), limit: categories,
                in: \.validationCategory)
        }
    }

    @Test(
        "never takes a malformed category for an absent one",
        arguments: [
            AttestationDamage.categoryOfTwoBytes, .categoryOfThreeBytes, .categoryOfFiveBytes, .categoryText,
        ])
    func malformedCategory(_ damage: AttestationDamage) throws {
        for demand in LaunchPolicy.Demand.allCases {
            for reportOnly in [false, true] {
                for system in ["26.3", "27.0", nil] {
                    let device = try device { $0.osVersion = system }
                    var specimen = try AttestationSpecimen(device, damage: damage)
                    specimen.expectation.launchPolicy.validationCategory = LaunchPolicy.Rule(
                        demand, categories, missingOnOlderSystems: .allow, reportOnly: reportOnly)
                    let judgement = specimen.judge()
                    #expect(judgement.rejection?.reason == .malformedExtensions)
                    #expect(judgement.rejection?.step == .attestationObject)
                }
            }
        }
    }

    @Test(
        "compares bundle versions as numbers, and refuses those that are none",
        arguments: [
            ("1.4", nil), ("1.4.0", nil), ("01.004", nil), ("1.10", nil), ("1.4.0.0.1", nil), ("2", nil), ("1314", nil),
            ("1.3.9", .bundleVersionTooLow), ("1", .bundleVersionTooLow), ("0", .bundleVersionTooLow),
            ("1.04", nil), ("1.3.99999999999999999999999999999999999999999", .bundleVersionTooLow),
            ("", .bundleVersionUnreadable), ("1.4b2", .bundleVersionUnreadable), ("v2", .bundleVersionUnreadable),
            (" 1.4", .bundleVersionUnreadable), ("1.4\n", .bundleVersionUnreadable), ("1..4", .bundleVersionUnreadable),
            ("1.4.", .bundleVersionUnreadable), (".4", .bundleVersionUnreadable), ("-2", .bundleVersionUnreadable),
            ("2,0", .bundleVersionUnreadable), ("\u{FF12}", .bundleVersionUnreadable),
            ("2\u{0}", .bundleVersionUnreadable), (String(repeating: "9", count: 65), .bundleVersionUnreadable),
        ] as [(String, RejectionReason?)])
    func bundleVersion(_ text: String, _ reason: RejectionReason?) throws {
        for system in ["26.3", "27.0", nil] {
            let device = try device { ($0.bundleVersion, $0.osVersion) = (text, system) }
            expect(
                reason.map { .refused($0) } ?? .passes, at: .launchBundleVersion, "of \(system ?? "none")",
                of: try AttestationSpecimen(device), limit: try version("1.4"), in: \.bundleVersion)
        }
    }

    @Test("asks for a bundle version by what is decided about older systems, which alone may lack it")
    func absentBundleVersion() throws {
        for system in olderSystems + otherSystems {
            let isOlder = system.map { olderSystems.contains($0) } ?? false
            let device = try device { ($0.bundleVersion, $0.osVersion) = (nil, system) }
            expect(
                .missing(.bundleVersionMissing, fromOlderSystem: isOlder), at: .launchBundleVersion,
                "none of \(system ?? "none")", of: try AttestationSpecimen(device), limit: try version("1.4"),
                in: \.bundleVersion)
        }
    }

    @Test(
        "compares the system's version in the leaf, and takes one that is not told for missing",
        arguments: [
            ("17.2", .passes), ("17.2.0", .passes), ("17.10", .passes), ("26.3", .passes), ("027", .passes),
            ("17.1.9", .refused(.osVersionTooLow)), ("9", .refused(.osVersionTooLow)),
            ("26.3b", .refused(.osVersionUnreadable)), ("", .refused(.osVersionUnreadable)),
            ("26.3 ", .refused(.osVersionUnreadable)), (nil, .missing(.osVersionMissing)),
            // Too long for a version: not told, as for whoever reads the verified attestation.
            (String(repeating: "1", count: 65), .missing(.osVersionMissing)),
        ] as [(String?, LaunchVerdicts)])
    func osVersion(_ text: String?, _ verdicts: LaunchVerdicts) throws {
        for generation in DeviceGeneration.allCases {
            var device = try Simulation.device(generation)
            device.osVersion = text
            expect(
                verdicts, at: .launchOSVersion, "\(generation)", of: try AttestationSpecimen(device),
                limit: try version("17.2"), in: \.osVersion)
        }
    }

    @Test("takes a system's version that the leaf states twice for one that is not told")
    func osVersionTwice() throws {
        let specimen = try AttestationSpecimen(Simulation.device(.iOS26), variant: .osVersionTwice)
        expect(
            .missing(.osVersionMissing), at: .launchOSVersion, "twice", of: specimen, limit: try version("17.2"),
            in: \.osVersion)
        // It is not older either: a category that is missing stays missing.
        expect(
            .missing(.validationCategoryMissing), at: .launchCategory, "twice", of: specimen, limit: categories,
            in: \.validationCategory)
    }

    @Test("narrows the environments that are expected")
    func environment() throws {
        for environment in AttestationEnvironment.allCases {
            for allowed: Set<AttestationEnvironment> in [
                [.production], [.development], [.production, .development], [],
            ] {
                var specimen = try AttestationSpecimen(Simulation.device(.iOS26, environment))
                specimen.expectation.environments = Set(AttestationEnvironment.allCases)
                expect(
                    allowed.contains(environment) ? .passes : .refused(.environmentNotAllowed), at: .launchEnvironment,
                    "\(environment) in \(allowed)", of: specimen, limit: allowed, in: \.environment)
            }
        }
        // It never widens them.
        var specimen = try AttestationSpecimen(Simulation.device(.iOS26, .development))
        specimen.expectation.environments = [.production]
        specimen.expectation.launchPolicy.environment = LaunchPolicy.Rule(.require, [.development])
        #expect(specimen.judge().rejection?.reason == .wrongEnvironment)
    }

    @Test("compares a key's access control with Apple's value for Macs, byte by byte")
    func keyAccess() throws {
        // What Apple publishes, in the wrapping of iOS.
        let mac =
            bytes("3046 A344 0442")
            + (try bytes(
                base64: "MEAMAjExMDowCQwCb2uhAwEB/zAJDAJvYaEDAQH/MAsMBG9kZWyhAwEB/zAVDARvc2duoAYMBHJzZWMwBaYDAgEB"))
        #expect(mac.count == 72)
        #expect(mac == SimulatedDevice.keyAccessControlOfMacs)
        let values: [([UInt8]?, LaunchVerdicts)] = [
            (mac, .passes), (SimulatedDevice.keyAccessControlOfIOS, .refused(.keyAccessMismatch)),
            (nil, .missing(.keyAccessMissing)), ([], .refused(.keyAccessMismatch)),
            (Array(mac.dropLast()), .refused(.keyAccessMismatch)), (mac + [0], .refused(.keyAccessMismatch)),
            // The octet string without what is around it.
            (Array(mac.dropFirst(6)), .refused(.keyAccessMismatch)),
        ]
        for (value, verdicts) in values {
            let device = try device { $0.keyAccessControl = value }
            expect(
                verdicts, at: .launchKeyAccess, "\(value.map { hex($0) } ?? "none")",
                of: try AttestationSpecimen(device), limit: .macOS, in: \.keyAccess)
        }
        for place in mac.indices {
            var other = mac
            other[place] ^= 1
            var specimen = try AttestationSpecimen(device { $0.keyAccessControl = other })
            specimen.expectation.launchPolicy.keyAccess = LaunchPolicy.Rule(.ifPresent, .macOS)
            #expect(specimen.judge(with: verifier).rejection?.reason == .keyAccessMismatch, "byte \(place)")
        }
    }
}
