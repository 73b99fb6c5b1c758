/// What is demanded of the signed facts about an app's launch, beyond Apple's steps. Without rules nothing is.
///
/// Every rule looks at signed values only: the extensions in the authenticator data (iOS 27, macOS 27 and later), and the
/// leaf certificate of the attestation.
public struct LaunchPolicy: Sendable, Hashable {
    /// How much a rule asks.
    public enum Demand: String, Sendable, Hashable, CaseIterable, Codable {
        /// Nothing: the rule is written down and not in force.
        case ignore = "IGNORE"
        /// That a value which is there is a good one.
        case ifPresent = "IF_PRESENT"
        /// That a good value is there.
        case require = "REQUIRE"
    }

    /// What a rule that requires a value does where an operating system older than 27 sends none: no such system can.
    public enum MissingValue: String, Sendable, Hashable, CaseIterable, Codable {
        /// Lets it pass. Whoever claims to be on an older system then cannot be told from those who are.
        case allow = "ALLOW"
        case refuse = "REFUSE"
    }

    /// One rule: how much it asks, and what a good value is.
    public struct Rule<Limit: Sendable & Hashable>: Sendable, Hashable {
        /// How much it asks.
        public var demand: Demand
        /// What a good value is.
        public var limit: Limit
        /// For rules about values that older systems never send, validation category and bundle version: must be decided
        /// where they are required, and means nothing elsewhere.
        public var missingOnOlderSystems: MissingValue?
        /// Whether the rule refuses nothing and only tells what it would refuse.
        public var reportOnly: Bool

        /// A rule in force unless it says otherwise.
        public init(
            _ demand: Demand, _ limit: Limit, missingOnOlderSystems: MissingValue? = nil, reportOnly: Bool = false
        ) {
            (self.demand, self.limit) = (demand, limit)
            (self.missingOnOlderSystems, self.reportOnly) = (missingOnOlderSystems, reportOnly)
        }
    }

    /// Access control of a key, extension .8.6 of the leaf.
    public enum KeyAccess: String, Sendable, Hashable, CaseIterable, Codable {
        /// The value that Apple publishes for Macs. Devices with iOS have another one: for apps that run on Macs alone.
        case macOS = "MAC_OS"
    }

    /// Where the running code may come from. An assertion must have the category that was seen at the attestation.
    public var validationCategory: Rule<Set<ValidationCategory>>?
    /// The lowest `CFBundleVersion`. An assertion's may be higher than the attestation's, not lower.
    public var bundleVersion: Rule<DottedVersion>?
    /// The lowest version of the operating system. Only attestations tell it, so assertions are judged by that.
    public var osVersion: Rule<DottedVersion>?
    /// Narrower than the environments that attestations are verified for. Always present.
    public var environment: Rule<Set<AttestationEnvironment>>?
    /// Compared at the attestation only.
    public var keyAccess: Rule<KeyAccess>?

    /// A policy of the given rules.
    public init(
        validationCategory: Rule<Set<ValidationCategory>>? = nil, bundleVersion: Rule<DottedVersion>? = nil,
        osVersion: Rule<DottedVersion>? = nil, environment: Rule<Set<AttestationEnvironment>>? = nil,
        keyAccess: Rule<KeyAccess>? = nil
    ) {
        (self.validationCategory, self.bundleVersion) = (validationCategory, bundleVersion)
        (self.osVersion, self.environment, self.keyAccess) = (osVersion, environment, keyAccess)
    }

    /// Demands nothing.
    public static let none = LaunchPolicy()
}

extension LaunchPolicy {
    /// Why a policy cannot be put in force: what a rule must look like, and what it looks like.
    public struct Fault: Error, Sendable, Hashable {
        /// What the rule must look like, with its name.
        public let expectation: String
        /// What it is.
        public let found: String
    }

    /// What is wrong with the policy; nil for one that can be put in force. A rule must allow something, and one that
    /// requires a value which older systems never send must say what is to happen there.
    public var fault: Fault? {
        if let rule = validationCategory {
            if rule.limit.isEmpty || rule.limit.contains(.invalid) {
                return Fault(
                    expectation: "validation category: allowed categories, none of them invalid", found: "none, or 0")
            }
            if rule.lacksDecision { return Self.undecided("validation category") }
        }
        if let rule = bundleVersion, rule.lacksDecision { return Self.undecided("bundle version") }
        if let rule = environment, rule.limit.isEmpty {
            return Fault(expectation: "environment: allowed environments", found: "none")
        }
        return nil
    }

    private static func undecided(_ rule: String) -> Fault {
        Fault(
            expectation:
                "\(rule): a decision about older systems, which never send it: missing on older systems ALLOW or REFUSE",
            found: "none")
    }
}

extension LaunchPolicy.Rule {
    fileprivate var lacksDecision: Bool { demand == .require && missingOnOlderSystems == nil }
}
