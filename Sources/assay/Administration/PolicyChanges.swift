import AppAttest
import AppCheck

/// What the options of a command say about an app's policies. What is nil stays as it is.
struct PolicyChanges {
    /// A launch rule to be put in force, or the word that there shall be none.
    enum RuleChange<Limit: Sendable & Hashable> {
        case remove
        case set(LaunchPolicy.Rule<Limit>)
    }

    var receipt: ReceiptPolicy?
    var risk = RiskChanges()
    /// In the place of all rules.
    var launch: LaunchPolicy?
    var category: RuleChange<Set<ValidationCategory>>?
    var version: RuleChange<DottedVersion>?
    var system: RuleChange<DottedVersion>?
    var olderSystems: LaunchPolicy.MissingValue?

    /// Puts policies in the place of those that an app has.
    /// - Throws: that what comes of it contradicts itself, in the words of the options.
    func apply(to settings: inout AppSettings, of policies: AppPolicies) throws(Failure) {
        settings.receiptPolicy = receipt
        settings.riskPolicy = try risk.applied(to: policies.risk)
        settings.launchPolicy = if let launch { launch } else { try applied(to: policies.launch) }
    }

    private func applied(to launch: LaunchPolicy) throws(Failure) -> LaunchPolicy {
        var changed = launch
        changed.validationCategory = try tellingOfOlderSystems(
            applied(category, to: launch.validationCategory), "category")
        changed.bundleVersion = try tellingOfOlderSystems(applied(version, to: launch.bundleVersion), "min-version")
        changed.osVersion = applied(system, to: launch.osVersion)
        if olderSystems != nil, changed.validationCategory == nil, changed.bundleVersion == nil {
            throw .usage("--older-systems goes with a rule on category or version")
        }
        return changed
    }

    private func applied<Limit>(
        _ change: RuleChange<Limit>?, to rule: LaunchPolicy.Rule<Limit>?
    ) -> LaunchPolicy.Rule<Limit>? {
        switch change {
        case nil: return rule
        case .remove: return nil
        case .set(var changed):
            // What was decided for the rule before holds for it as it is now.
            changed.missingOnOlderSystems = rule?.missingOnOlderSystems
            return changed
        }
    }

    private func tellingOfOlderSystems<Limit>(
        _ rule: LaunchPolicy.Rule<Limit>?, _ name: String
    ) throws(Failure) -> LaunchPolicy.Rule<Limit>? {
        guard var rule else { return nil }
        rule.missingOnOlderSystems = olderSystems ?? rule.missingOnOlderSystems
        guard rule.demand != .require || rule.missingOnOlderSystems != nil else {
            throw .usage(
                "--\(name) requires what systems before 27 never tell: add --older-systems allow or refuse, "
                    + "or :if-present to the rule")
        }
        return rule
    }
}

/// What the options of a command say about an app's risk policy.
struct RiskChanges {
    var action: RiskPolicy.Action?
    var threshold: Int64?
    var duration: Int64?
    var tokenTTL: Int64?
    /// Belongs to the action: naming one without it puts that in force.
    var reportOnly = false

    /// - Returns: nil where nothing is said.
    func applied(to policy: RiskPolicy) throws(Failure) -> RiskPolicy? {
        guard action != nil || threshold != nil || duration != nil || tokenTTL != nil || reportOnly else { return nil }
        let action = action ?? policy.action
        guard !reportOnly || action != .observe else {
            throw .usage("--risk-report-only goes with --risk refuse or --risk shorten")
        }
        return RiskPolicy(
            action: action, threshold: threshold ?? policy.threshold, duration: duration ?? policy.duration,
            tokenTTL: tokenTTL ?? policy.tokenTTL, reportOnly: reportOnly || (self.action == nil && policy.reportOnly))
    }
}
