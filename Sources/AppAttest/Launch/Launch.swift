/// What a launch policy judges: signed facts of now, and of the attestation.
struct Launch {
    /// Of the object in hand.
    let validationCategory: ValidationCategory?
    /// Of the object in hand.
    let bundleVersion: String?
    /// Of the attestation, for assertions do not tell it.
    let osVersion: String?
    /// Of the attestation; nil where that is not known.
    let environment: AttestationEnvironment?
    /// Value of extension .8.6. Of an attestation alone.
    let keyAccessControl: [UInt8]?
    /// What an assertion is compared with, as far as it is known; nil for an attestation.
    let attested: AttestedFacts?

    /// Of an attestation that passed every other step.
    init(_ attestation: VerifiedAttestation) {
        (validationCategory, bundleVersion) = (
            attestation.extensions.validationCategory, attestation.extensions.bundleVersion
        )
        (osVersion, environment) = (attestation.osVersion, attestation.environment)
        (keyAccessControl, attested) = (attestation.keyAccessControl, nil)
    }

    /// Of an assertion.
    init(_ extensions: LaunchExtensions, attested: AttestedFacts?) {
        (validationCategory, bundleVersion) = (extensions.validationCategory, extensions.bundleVersion)
        (osVersion, environment) = (attested?.osVersion, attested?.environment)
        (keyAccessControl, self.attested) = (nil, attested)
    }

    /// The system that signs launch extensions first (iOS, macOS and their kin have had one numbering since 26).
    private static let firstWithExtensions = DottedVersion("27")

    /// Whether the operating system is one that never sends launch extensions. One that is not known is not older.
    var isOlderSystem: Bool {
        guard let version = osVersion.flatMap({ DottedVersion($0) }), let first = Self.firstWithExtensions else {
            return false
        }
        return version < first
    }

    /// For traces.
    var system: String { osVersion.map { "version \(printable($0, limit: 64)) of the system" } ?? "an unknown system" }
}

extension LaunchPolicy {
    /// The steps of those rules that ask something of an attestation, in their order.
    var attestationSteps: [VerificationStep] { demands.filter { $0.demand.asks }.map(\.step) }

    /// The same of an assertion: the access control of a key is told once, at its attestation.
    var assertionSteps: [VerificationStep] { attestationSteps.filter { $0 != .launchKeyAccess } }

    private var demands: [(step: VerificationStep, demand: Demand)] {
        [
            (.launchCategory, validationCategory?.demand ?? .ignore),
            (.launchBundleVersion, bundleVersion?.demand ?? .ignore),
            (.launchOSVersion, osVersion?.demand ?? .ignore),
            (.launchEnvironment, environment?.demand ?? .ignore),
            (.launchKeyAccess, keyAccess?.demand ?? .ignore),
        ]
    }
}

extension LaunchPolicy.Demand {
    fileprivate var asks: Bool {
        switch self {
        case .ignore: false
        case .ifPresent, .require: true
        }
    }
}

extension Checklist {
    /// Runs the rules of a launch policy for an attestation.
    mutating func checkAttestation(_ launch: Launch, by policy: LaunchPolicy) throws(Rejection) {
        try checkAssertion(launch, by: policy)
        try check(.launchKeyAccess, policy.keyAccess) { rule throws(Finding) in
            try LaunchChecks.keyAccess(rule, launch.keyAccessControl)
        }
    }

    /// Runs the rules of a launch policy for an assertion: all but that about the key's access control.
    mutating func checkAssertion(_ launch: Launch, by policy: LaunchPolicy) throws(Rejection) {
        try check(.launchCategory, policy.validationCategory) { rule throws(Finding) in
            try LaunchChecks.category(rule, launch)
        }
        try check(.launchBundleVersion, policy.bundleVersion) { rule throws(Finding) in
            try LaunchChecks.bundleVersion(rule, launch)
        }
        try check(.launchOSVersion, policy.osVersion) { rule throws(Finding) in
            try LaunchChecks.osVersion(rule, launch.osVersion)
        }
        try check(.launchEnvironment, policy.environment) { rule throws(Finding) in
            try LaunchChecks.environment(rule, launch.environment)
        }
    }

    /// Runs one rule, if it is there and asks something.
    private mutating func check<Limit>(
        _ step: VerificationStep, _ rule: LaunchPolicy.Rule<Limit>?,
        _ body: (LaunchPolicy.Rule<Limit>) throws(Finding) -> String
    ) throws(Rejection) {
        guard let rule, rule.demand.asks else { return }
        try check(step, reportOnly: rule.reportOnly) { () throws(Finding) in try body(rule) }
    }
}
