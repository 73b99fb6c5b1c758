import AppAttest
import AppAttestSimulator
import AppCheck
import Testing

/// Refusals by the rules of launch policies.
extension Scene {
    static let launches = attestedLaunches + assertedLaunches

    private static let attestedLaunches = [
        attested("no category, which older systems never send", "VALIDATION_CATEGORY_MISSING", at: "P1", categories),
        attested("code from TestFlight", "VALIDATION_CATEGORY_NOT_ALLOWED", at: "P1", categories, .iOS27EDSet) {
            $0.validationCategory = 2
        },
        attested("no bundle version", "BUNDLE_VERSION_MISSING", at: "P2", bundleVersions),
        attested("a bundle version of letters", "BUNDLE_VERSION_UNREADABLE", at: "P2", bundleVersions, .iOS27EDSet) {
            $0.bundleVersion = "5b1"
        },
        attested("an old bundle version", "BUNDLE_VERSION_TOO_LOW", at: "P2", bundleVersions, .iOS27EDSet) {
            $0.bundleVersion = "4.9"
        },
        attested("an unnamed system", "OS_VERSION_MISSING", at: "P3", osVersions) { $0.osVersion = nil },
        attested("a system of letters", "OS_VERSION_UNREADABLE", at: "P3", osVersions) { $0.osVersion = "beta" },
        attested("an old system", "OS_VERSION_TOO_LOW", at: "P3", osVersions, .iOS17),
        attested(
            "a key of development", "ENVIRONMENT_NOT_ALLOWED", at: "P4",
            LaunchPolicy(environment: .init(.require, [.production])), environment: .development),
        attested("a key without access control", "KEY_ACCESS_MISSING", at: "P5", keyAccess, .iOS17),
        attested("an iPhone's key where Macs are expected", "KEY_ACCESS_MISMATCH", at: "P5", keyAccess),
    ]

    private static let assertedLaunches = [
        asserted("a category that is gone", "VALIDATION_CATEGORY_MISSING", at: "P1", categories) {
            $0.validationCategory = nil
        },
        asserted("a category that is not allowed", "VALIDATION_CATEGORY_NOT_ALLOWED", at: "P1", categories) {
            $0.validationCategory = 3
        },
        asserted("another category than before", "VALIDATION_CATEGORY_CHANGED", at: "P1", categories) {
            $0.validationCategory = 5
        },
        asserted("a bundle version that went back", "BUNDLE_VERSION_WENT_BACK", at: "P2", bundleVersions) {
            $0.bundleVersion = "5.9"
        },
        Scene("a system that was too old, once the policy is stricter", "OS_VERSION_TOO_LOW", at: "P3") { stage in
            let (phone, artifact) = try await stage.registeredPhone()
            stage.register(try Specimen.app(policies: AppPolicies(launch: osVersions(27))))
            await stage.send(try phone.assertion(await stage.challenge(), artifact: artifact, counter: 1))
        },
        Scene(
            "a key of development, once the policy is stricter", "ENVIRONMENT_NOT_ALLOWED", at: "P4",
            app: { try Specimen.app(environments: [.development, .production]) }
        ) { stage in
            let (phone, artifact) = try await stage.registeredPhone(.development)
            let policy = LaunchPolicy(environment: .init(.require, [.production]))
            stage.register(
                try Specimen.app(
                    environments: [.development, .production], policies: AppPolicies(launch: policy)))
            await stage.send(try phone.assertion(await stage.challenge(), artifact: artifact, counter: 1))
        },
    ]

    private static let categories = LaunchPolicy(
        validationCategory: .init(.require, [.appStore, .enterprise], missingOnOlderSystems: .refuse))
    private static let bundleVersions = LaunchPolicy(
        bundleVersion: DottedVersion("5").map { .init(.require, $0, missingOnOlderSystems: .refuse) })
    private static let osVersions = osVersions(18)
    private static let keyAccess = LaunchPolicy(keyAccess: .init(.require, .macOS))

    private static func osVersions(_ minimum: Int) -> LaunchPolicy {
        LaunchPolicy(osVersion: DottedVersion("\(minimum)").map { .init(.require, $0) })
    }

    private static func attested(
        _ name: String, _ reason: String, at step: String, _ policy: LaunchPolicy,
        _ generation: DeviceGeneration = .iOS26, environment: AttestationEnvironment = .production,
        _ edit: @escaping @Sendable (inout SimulatedDevice) -> Void = { _ in }
    ) -> Scene {
        Scene(
            "an attestation with \(name)", reason, at: step,
            app: {
                try Specimen.app(
                    environments: [.development, .production], policies: AppPolicies(launch: policy))
            },
            play: { stage in
                var phone = try stage.phone(environment, generation: generation)
                edit(&phone.device)
                await stage.send(try phone.attestation(await stage.challenge()))
            })
    }

    /// Of a device with iOS 27 that was attested with category 4 and version 6.
    private static func asserted(
        _ name: String, _ reason: String, at step: String, _ policy: LaunchPolicy,
        _ edit: @escaping @Sendable (inout SimulatedDevice) -> Void
    ) -> Scene {
        Scene(
            "an assertion with \(name)", reason, at: step,
            app: { try Specimen.app(policies: AppPolicies(launch: policy)) },
            play: { stage in
                var phone = try stage.phone(generation: .iOS27EDSet)
                phone.device.bundleVersion = "6"
                let grant = try await stage.exchanges.exchange(phone.attestation(stage.challenge()))
                edit(&phone.device)
                await stage.send(try phone.assertion(await stage.challenge(), artifact: grant.artifact, counter: 1))
            })
    }
}
