import AppAttest
import TestSupport
import Testing

/// Attestations of real devices under policies such as an app in the App Store would have.
@Suite("Real launches", .enabled(if: CaseFolder.isPresent, "no case folder: set ASSAY_CASES"))
struct RealLaunchTests {
    private static let operatingSystem = "apple-guide-2026-ios27.0-prod-attestation-ed-clear"
    private static let development = "ricardo-ios27.0.1-dev-attestation-ed-set"
    private static let older = ["uebelack-ios17.2.1-prod-attestation", "worldcoin-ios26.3-dev-attestation1"]

    private func judge(_ name: String, _ policy: LaunchPolicy) throws -> LaunchJudgement {
        var specimen = try AttestationSpecimen(real: name)
        specimen.expectation.launchPolicy = policy
        return LaunchJudgement(specimen.judge())
    }

    private func appStoreOnly(
        _ demand: LaunchPolicy.Demand, older: LaunchPolicy.MissingValue = .allow, reportOnly: Bool = false
    ) -> LaunchPolicy {
        LaunchPolicy(
            validationCategory: .init(demand, [.appStore], missingOnOlderSystems: older, reportOnly: reportOnly))
    }

    @Test("of iOS 27 that are not from the App Store are refused where that alone is allowed, present or required")
    func notAppStore() throws {
        for demand in [LaunchPolicy.Demand.ifPresent, .require] {
            let judgement = try judge(Self.operatingSystem, appStoreOnly(demand))
            #expect(judgement.rejection?.reason == .validationCategoryNotAllowed)
            #expect(judgement.rejection?.found == "1 (operating system)")
            let reporting = try judge(Self.operatingSystem, appStoreOnly(demand, reportOnly: true))
            #expect(reporting.rejection == nil)
            #expect(reporting.reported.map(\.reason) == [.validationCategoryNotAllowed])
        }
        #expect(try judge(Self.operatingSystem, appStoreOnly(.ignore)).rejection == nil)
        #expect(try judge(Self.operatingSystem, .none).rejection == nil)
        let version = LaunchPolicy(bundleVersion: .init(.ifPresent, try version("1.0.1")))
        #expect(try judge(Self.operatingSystem, version).rejection?.reason == .bundleVersionTooLow)
    }

    @Test(
        "of a development build are refused by category, and pass by version",
        .enabled(if: CaseFolder.names.contains(development), "the case is not in the folder"))
    func developmentBuild() throws {
        for demand in [LaunchPolicy.Demand.ifPresent, .require] {
            let judgement = try judge(Self.development, appStoreOnly(demand))
            #expect(judgement.rejection?.reason == .validationCategoryNotAllowed)
            #expect(judgement.rejection?.found == "3 (development)")
        }
        for (minimum, reason) in [("1314", nil), ("1314.0", nil), ("1315", .bundleVersionTooLow)]
            as [(String, RejectionReason?)]
        {
            let policy = LaunchPolicy(
                validationCategory: .init(.require, [.development, .appStore], missingOnOlderSystems: .refuse),
                bundleVersion: .init(.require, try version(minimum), missingOnOlderSystems: .refuse),
                osVersion: .init(.require, try version("27.0.1")))
            #expect(try judge(Self.development, policy).rejection?.reason == reason)
        }
    }

    @Test(
        "of older systems pass where a category is judged if present, and where older systems may lack it",
        arguments: older)
    func olderSystem(_ name: String) throws {
        #expect(try judge(name, appStoreOnly(.ifPresent)).rejection == nil)
        #expect(try judge(name, appStoreOnly(.require, older: .allow)).rejection == nil)
        let judgement = try judge(name, appStoreOnly(.require, older: .refuse))
        #expect(judgement.rejection?.reason == .validationCategoryMissing)
        #expect(judgement.rejection?.step == .launchCategory)
    }

    @Test("tell a system that is compared number by number")
    func osVersion() throws {
        for (minimum, reason) in [("17.2.1", nil), ("17.2", nil), ("17.10", .osVersionTooLow)]
            as [(String, RejectionReason?)]
        {
            let policy = LaunchPolicy(osVersion: .init(.require, try version(minimum)))
            #expect(try judge("uebelack-ios17.2.1-prod-attestation", policy).rejection?.reason == reason)
        }
    }

    @Test("of iOS have not the key access control of Macs")
    func keyAccess() throws {
        let policy = LaunchPolicy(keyAccess: .init(.require, .macOS))
        for name in [Self.operatingSystem, "worldcoin-ios26.3-dev-attestation1"] {
            #expect(try judge(name, policy).rejection?.reason == .keyAccessMismatch)
        }
        #expect(try judge("uebelack-ios17.2.1-prod-attestation", policy).rejection?.reason == .keyAccessMissing)
    }

    @Test("are judged by Apple's steps alone where there is no policy, all of them")
    func withoutPolicy() throws {
        for name in try CaseFolder.names(kind: "attestation") {
            let judgement = LaunchJudgement(try AttestationSpecimen(real: name).judge())
            #expect(judgement.reported.isEmpty, "\(name)")
            #expect(
                judgement.trace.entries.map(\.step.code)
                    == ["A0", "A1", "A2-A4", "A5", "A6", "A7", "A8", "A9", "AX1", "AX2"], "\(name)")
        }
    }
}
