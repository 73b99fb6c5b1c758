internal import AppCheck
internal import StrictJSON

/// What Apple's risk metric leads to, as a part of an app's registration.
enum RiskPolicies {
    static let schema = MessageSchema(
        "RiskPolicy",
        [
            FieldSchema(
                "action", .enumeration(RiskPolicy.Action.allCases.map(\.rawValue)),
                "What becomes of assertions of keys whose metric stayed high: `OBSERVE` nothing, `REFUSE_ASSERTIONS` they are refused, `SHORTEN_TOKENS` their tokens are good for `tokenTtl` at most. `OBSERVE` if unset."
            ),
            FieldSchema("threshold", .integer(RiskPolicy.thresholdRange), "A metric above it is high; 10 if unset."),
            FieldSchema(
                "duration", .duration(RiskPolicy.durationRange),
                "How long the metric must have stayed high: a day to 60 days; three days if unset."),
            FieldSchema(
                "token_ttl", .duration(RegisteredApp.tokenTTLRange),
                "For `SHORTEN_TOKENS`: half an hour to seven days; half an hour if unset."),
            Policies.reportOnly("Whether the action is not taken, and only counted."),
        ])

    /// - Parameter message: nil for the standard.
    static func read(_ message: Message?) -> RiskPolicy {
        let action = message?.text("action").flatMap(RiskPolicy.Action.init(rawValue:))
        return RiskPolicy(
            action: action ?? .observe, threshold: message?.integer("threshold") ?? RiskPolicy.defaultThreshold,
            duration: message?.seconds("duration") ?? RiskPolicy.defaultDuration,
            tokenTTL: message?.seconds("token_ttl") ?? RiskPolicy.defaultTokenTTL,
            reportOnly: message?.bool("report_only") ?? false)
    }

    static func json(_ policy: RiskPolicy) -> JSONText {
        let members: [(String, JSONText)] = [
            ("action", .string(policy.action.rawValue)), ("threshold", .number(Int(policy.threshold))),
            ("duration", .string(ProtoDuration.text(policy.duration))),
            ("tokenTtl", .string(ProtoDuration.text(policy.tokenTTL))),
        ]
        return .object(members + Policies.members(reportOnly: policy.reportOnly))
    }
}
