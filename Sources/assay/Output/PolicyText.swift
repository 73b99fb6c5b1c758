import AppAttest
import AppCheck

/// Policies in words, as `app show` has them.
enum PolicyText {
    static func receipts(_ policy: ReceiptPolicy) -> String {
        switch (policy.unusable, policy.reportOnly) {
        case (.record, _): "unusable ones are recorded"
        case (.refuse, false): "unusable ones have the attestation refused"
        case (.refuse, true): "unusable ones are recorded and counted (report only)"
        }
    }

    static func risk(_ policy: RiskPolicy) -> String {
        let limit = "for keys above \(policy.threshold) for \(duration(policy.duration))"
        let end = policy.reportOnly ? " (report only)" : ""
        return switch policy.action {
        case .observe: "observed"
        case .refuseAssertions: "assertions refused \(limit)\(end)"
        case .shortenTokens: "tokens good for \(duration(policy.tokenTTL)) \(limit)\(end)"
        }
    }

    /// A text for each rule; one that says so where there is none.
    static func launch(_ policy: LaunchPolicy) -> [String] {
        let rules = [
            policy.validationCategory.map { rule in
                let names = rule.limit.sorted { $0.rawValue < $1.rawValue }.map(CategoryName.text)
                return text("category \(names.joined(separator: ", "))", rule)
            },
            policy.bundleVersion.map { text("version \($0.limit) or later", $0) },
            policy.osVersion.map { text("system \($0.limit) or later", $0) },
            policy.environment.map {
                text("environment \($0.limit.map(\.rawValue).sorted().joined(separator: ", "))", $0)
            },
            policy.keyAccess.map { rule in
                switch rule.limit {
                case .macOS: text("key access as on Macs", rule)
                }
            },
        ].compactMap(\.self)
        return rules.isEmpty ? ["no rules"] : rules
    }

    private static func text<Limit>(_ limit: String, _ rule: LaunchPolicy.Rule<Limit>) -> String {
        let demand =
            switch rule.demand {
            case .require: "required"
            case .ifPresent: "if present"
            case .ignore: "not in force"
            }
        let older =
            switch rule.missingOnOlderSystems {
            case nil: ""
            case .allow: ", systems before 27 allowed"
            case .refuse: ", systems before 27 refused"
            }
        return "\(limit): \(demand)\(rule.demand == .require ? older : "")\(rule.reportOnly ? " (report only)" : "")"
    }

    /// In the largest unit that has no rest: `3d`, `36h`.
    static func duration(_ seconds: Int64) -> String {
        let units: [(Int64, String)] = [(86_400, "d"), (3_600, "h"), (60, "m")]
        let (unit, letter) = units.first { seconds > 0 && seconds % $0.0 == 0 } ?? (1, "s")
        return "\(seconds / unit)\(letter)"
    }
}
