internal import AppAttest
internal import StrictJSON

/// Reads and writes launch policies by ``LaunchPolicySchema``.
enum LaunchPolicies {
    /// - Parameter message: nil for the standard, which demands nothing.
    /// - Throws: that a version or a category cannot be read, and where.
    static func read(_ message: Message?) throws(APIError) -> LaunchPolicy {
        guard let message else { return .none }
        return LaunchPolicy(
            validationCategory: try rule("validation_category", of: message, "allowed", "names of categories") { rule in
                let names = rule.texts("allowed") ?? []
                let categories = names.compactMap(ValidationCategory.init(name:))
                return categories.count == names.count ? Set(categories) : nil
            },
            bundleVersion: try rule("bundle_version", of: message, "minimum", Self.versions, minimum),
            osVersion: try rule("os_version", of: message, "minimum", Self.versions, minimum),
            environment: try rule("environment", of: message, "allowed", "environments") { rule in
                Set((rule.texts("allowed") ?? []).compactMap(AttestationEnvironment.init(wireName:)))
            },
            keyAccess: try rule("key_access", of: message, "value", "an access control") { rule in
                rule.text("value").flatMap(LaunchPolicy.KeyAccess.init(rawValue:))
            })
    }

    private static let versions = "numbers with dots between them, such as 17.2.1"

    private static func minimum(_ rule: Message) -> DottedVersion? { rule.text("minimum").flatMap(DottedVersion.init) }

    /// - Parameters:
    ///   - limit: original name of the field that says what a good value is.
    ///   - words: what that is.
    private static func rule<Limit>(
        _ name: String, of policy: Message, _ limit: String, _ words: String, _ read: (Message) -> Limit?
    ) throws(APIError) -> LaunchPolicy.Rule<Limit>? {
        guard let rule = policy.message(name) else { return nil }
        let place = "launch_policy.\(name)"
        guard let demand = rule.text("demand").flatMap(LaunchPolicy.Demand.init(rawValue:)) else {
            throw .invalidField("\(place).demand", .missingField, "Missing required field '\(place).demand'.")
        }
        guard let value = read(rule) else {
            throw .invalidField(
                "\(place).\(limit)", .invalidValue, "Invalid value at '\(place).\(limit)', expected \(words).")
        }
        return LaunchPolicy.Rule(
            demand, value,
            missingOnOlderSystems: rule.text("missing_on_older_systems").flatMap(
                LaunchPolicy.MissingValue.init(rawValue:)), reportOnly: rule.bool("report_only"))
    }

    // MARK: Writing

    static func json(_ policy: LaunchPolicy) -> JSONText {
        var rules: [(String, JSONText)] = []
        func add<Limit>(
            _ name: String, _ rule: LaunchPolicy.Rule<Limit>?, _ limit: String, _ json: (Limit) -> JSONText
        ) {
            guard let rule else { return }
            let missing = rule.missingOnOlderSystems.map { [("missingOnOlderSystems", JSONText.string($0.rawValue))] }
            let members = [("demand", JSONText.string(rule.demand.rawValue)), (limit, json(rule.limit))]
            rules.append(
                (name, .object(members + (missing ?? []) + Policies.members(reportOnly: rule.reportOnly))))
        }
        add("validationCategory", policy.validationCategory, "allowed") { allowed in
            .array(allowed.sorted { $0.rawValue < $1.rawValue }.map { .string($0.name) })
        }
        add("bundleVersion", policy.bundleVersion, "minimum") { .string($0.description) }
        add("osVersion", policy.osVersion, "minimum") { .string($0.description) }
        add("environment", policy.environment, "allowed") { allowed in
            .array(AttestationEnvironment.allCases.filter(allowed.contains).map { .string($0.wireName) })
        }
        add("keyAccess", policy.keyAccess, "value") { .string($0.rawValue) }
        return .object(rules)
    }
}
