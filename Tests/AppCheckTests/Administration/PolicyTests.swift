import AppAttest
import AppCheck
import MemoryStore
import Testing
import TestSupport

@Suite("Policies, to administrators") struct PolicyTests {
    private let clock = StoppedClock(Specimen.moment)
    private let store = MemoryStore()
    private let actor = Actor("a test")
    private let administration: Administration

    init() {
        administration = Administration(
            store: store, registry: store, keys: store, receipts: store, counts: store,
            surroundings: clock.surroundings(seed: "policies"))
    }

    private func prepare() async throws {
        try await store.add(Specimen.project())
        try await store.add(Specimen.app())
    }

    /// Each differs from all others in one thing at least.
    private static func policies() throws -> [AppPolicies] {
        let two = try #require(DottedVersion("2"))
        let three = try #require(DottedVersion("3"))
        typealias Launch = LaunchPolicy
        let launches = [
            Launch(validationCategory: .init(.ifPresent, [.appStore])),
            Launch(validationCategory: .init(.ignore, [.appStore])),
            Launch(validationCategory: .init(.ifPresent, [.appStore, .testFlight])),
            Launch(validationCategory: .init(.ifPresent, [.appStore], missingOnOlderSystems: .allow)),
            Launch(validationCategory: .init(.ifPresent, [.appStore], missingOnOlderSystems: .refuse)),
            Launch(validationCategory: .init(.ifPresent, [.appStore], reportOnly: true)),
            Launch(bundleVersion: .init(.ifPresent, two)), Launch(bundleVersion: .init(.ifPresent, three)),
            Launch(bundleVersion: .init(.ifPresent, two, missingOnOlderSystems: .allow)),
            Launch(osVersion: .init(.ifPresent, two)), Launch(osVersion: .init(.require, two)),
            Launch(environment: .init(.require, [.production])),
            Launch(environment: .init(.require, [.production, .development])),
            Launch(keyAccess: .init(.require, .macOS)), Launch(keyAccess: .init(.require, .macOS, reportOnly: true)),
        ]
        let risks = [
            RiskPolicy(action: .refuseAssertions), RiskPolicy(action: .shortenTokens), RiskPolicy(threshold: 11),
            RiskPolicy(duration: 86_400), RiskPolicy(tokenTTL: 1_801), RiskPolicy(reportOnly: true),
        ]
        let receipts = [
            ReceiptPolicy(unusable: .refuse), ReceiptPolicy(unusable: .refuse, reportOnly: true),
            ReceiptPolicy(reportOnly: true),
        ]
        return [.standard] + launches.map { AppPolicies(launch: $0) } + risks.map { AppPolicies(risk: $0) }
            + receipts.map { AppPolicies(receipt: $0) }
    }

    @Test("each make another etag: an update that changes a policy alone is written") func etags() async throws {
        try await prepare()
        var etags: Set<String> = []
        let policies = try Self.policies()
        for policy in policies {
            var settings = AppSettings()
            (settings.receiptPolicy, settings.riskPolicy) = (policy.receipt, policy.risk)
            settings.launchPolicy = policy.launch
            let changed = try await administration.updateApp(Specimen.appID, in: "shop", settings, by: actor)
            #expect(changed.policies == policy)
            #expect(try await administration.app(Specimen.appID, in: "shop").policies == policy)
            etags.insert(Resource.app(changed).etag)
        }
        #expect(etags.count == policies.count)
    }

    @Test("are recorded as they were and as they are, where they are not the standard") func record() async throws {
        try await prepare()
        var settings = AppSettings()
        settings.riskPolicy = RiskPolicy(action: .refuseAssertions, threshold: 25, reportOnly: true)
        settings.launchPolicy = LaunchPolicy(
            validationCategory: .init(.require, [.appStore, .testFlight], missingOnOlderSystems: .allow))
        _ = try await administration.updateApp(Specimen.appID, in: "shop", settings, by: actor)
        let entry = try #require(try await administration.auditEntries(size: 1).items.first)
        #expect(entry.before?.keys.contains { $0.contains("Policy") } == false)
        #expect(
            entry.after?.filter { $0.key.contains("Policy") } == [
                "riskPolicy.action": "REFUSE_ASSERTIONS", "riskPolicy.threshold": "25",
                "riskPolicy.duration": "259200s", "riskPolicy.tokenTtl": "1800s", "riskPolicy.reportOnly": "true",
                "launchPolicy.validationCategory.demand": "REQUIRE",
                "launchPolicy.validationCategory.allowed": "TEST_FLIGHT,APP_STORE",
                "launchPolicy.validationCategory.missingOnOlderSystems": "ALLOW",
                "launchPolicy.validationCategory.reportOnly": "false",
            ])
    }

    @Test("that contradict themselves change nothing, and it is said which") func faults() async throws {
        try await prepare()
        var undecided = AppSettings()
        undecided.launchPolicy = LaunchPolicy(validationCategory: .init(.require, [.appStore]))
        var slow = AppSettings()
        slow.riskPolicy = RiskPolicy(duration: 86_399)
        for (settings, field) in [(undecided, RegistrationField.launchPolicy), (slow, .riskPolicy)] {
            let error = await #expect(throws: AdministrationError.self) {
                try await administration.updateApp(Specimen.appID, in: "shop", settings, by: actor)
            }
            guard case .invalid(let fault, nil)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(fault.field == field)
        }
        #expect(try await administration.app(Specimen.appID, in: "shop").policies == .standard)
    }
}
