package import AppAttest

/// What an app's administrator demands beyond Apple's steps. The standard demands nothing and records everything.
package struct AppPolicies: Hashable, Sendable {
    package var receipt: ReceiptPolicy
    package var risk: RiskPolicy
    package var launch: LaunchPolicy

    package init(
        receipt: ReceiptPolicy = ReceiptPolicy(), risk: RiskPolicy = RiskPolicy(), launch: LaunchPolicy = .none
    ) {
        (self.receipt, self.risk, self.launch) = (receipt, risk, launch)
    }

    package static let standard = AppPolicies()
}

/// What becomes of an attestation whose receipt cannot be used: one that is malformed, not Apple's, or another key's.
package struct ReceiptPolicy: Hashable, Sendable {
    package enum Unusable: String, Hashable, Sendable, CaseIterable, Codable {
        /// The verdict is kept with the key, and the attestation accepted: a client cannot mend its receipt.
        case record = "RECORD"
        case refuse = "REFUSE"
    }

    package var unusable: Unusable
    /// Whether `refuse` refuses nothing and only tells what it would refuse.
    package var reportOnly: Bool

    package init(unusable: Unusable = .record, reportOnly: Bool = false) {
        (self.unusable, self.reportOnly) = (unusable, reportOnly)
    }
}

/// What Apple's risk metric of a key leads to: about how many keys were attested on its device for the app within 30 days.
///
/// Nothing is concluded from one value, nor from one that is absent or unreadable: neither is 0. New keys are never refused
/// for it.
package struct RiskPolicy: Hashable, Sendable {
    package enum Action: String, Hashable, Sendable, CaseIterable, Codable {
        /// The history is kept and shown.
        case observe = "OBSERVE"
        /// Assertions of keys at risk are refused.
        case refuseAssertions = "REFUSE_ASSERTIONS"
        /// Tokens for assertions of keys at risk are good for ``RiskPolicy/tokenTTL`` at most.
        case shortenTokens = "SHORTEN_TOKENS"
    }

    package var action: Action
    /// A metric above it is high: 1 to 1000000.
    package var threshold: Int64
    /// Seconds that the metric must have stayed high, from the first high value to the last, for a key to be at risk:
    /// 86400 (a day) to 5184000 (60 days).
    package var duration: Int64
    /// Seconds, 1800 to 604800: for ``Action/shortenTokens``.
    package var tokenTTL: Int64
    /// Whether the action is not taken and only told.
    package var reportOnly: Bool

    package static let defaultThreshold: Int64 = 10
    package static let thresholdRange: ClosedRange<Int64> = 1...1_000_000
    package static let defaultDuration: Int64 = 259_200
    package static let durationRange: ClosedRange<Int64> = 86_400...5_184_000
    package static let defaultTokenTTL: Int64 = 1800

    package init(
        action: Action = .observe, threshold: Int64 = defaultThreshold, duration: Int64 = defaultDuration,
        tokenTTL: Int64 = defaultTokenTTL, reportOnly: Bool = false
    ) {
        (self.action, self.threshold, self.duration) = (action, threshold, duration)
        (self.tokenTTL, self.reportOnly) = (tokenTTL, reportOnly)
    }
}
