private import AppAttest

extension AppPolicies {
    /// What is not the standard, by the names of fields on the wire with dots between them: `riskPolicy.action`. For the
    /// audit record and the etag, which must tell any two policies apart.
    var fields: [String: String] {
        let standard = AppPolicies.standard
        var fields: [String: String] = [:]
        if receipt != standard.receipt {
            fields["receiptPolicy.unusable"] = receipt.unusable.rawValue
            fields["receiptPolicy.reportOnly"] = "\(receipt.reportOnly)"
        }
        if risk != standard.risk {
            fields["riskPolicy.action"] = risk.action.rawValue
            fields["riskPolicy.threshold"] = "\(risk.threshold)"
            fields["riskPolicy.duration"] = "\(risk.duration)s"
            fields["riskPolicy.tokenTtl"] = "\(risk.tokenTTL)s"
            fields["riskPolicy.reportOnly"] = "\(risk.reportOnly)"
        }
        return fields.merging(launch.fields) { _, new in new }
    }
}

extension LaunchPolicy {
    fileprivate var fields: [String: String] {
        var fields: [String: String] = [:]
        func add<Limit>(
            _ name: String, _ rule: Rule<Limit>?, _ limitName: String, hasMissing: Bool = false,
            _ text: (Limit) -> String
        ) {
            guard let rule else { return }
            let prefix = "launchPolicy.\(name)"
            fields["\(prefix).demand"] = rule.demand.rawValue
            fields["\(prefix).\(limitName)"] = text(rule.limit)
            fields["\(prefix).reportOnly"] = "\(rule.reportOnly)"
            if hasMissing { fields["\(prefix).missingOnOlderSystems"] = rule.missingOnOlderSystems?.rawValue ?? "-" }
        }
        add("validationCategory", validationCategory, "allowed", hasMissing: true) { allowed in
            allowed.sorted { $0.rawValue < $1.rawValue }.map(\.name).joined(separator: ",")
        }
        add("bundleVersion", bundleVersion, "minimum", hasMissing: true) { $0.description }
        add("osVersion", osVersion, "minimum") { $0.description }
        add("environment", environment, "allowed") { $0.map(\.rawValue).sorted().joined(separator: ",") }
        add("keyAccess", keyAccess, "value") { $0.rawValue }
        return fields
    }
}
