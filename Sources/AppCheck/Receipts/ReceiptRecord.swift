package import AppAttest

/// The receipt of a key as it is kept, and how far its refreshment has come. Times are seconds since 1970.
package struct ReceiptRecord: Hashable, Sendable {
    /// As it came: from the device at first, from Apple later. One that was verified is never replaced by one that was not.
    package var receipt: [UInt8]
    /// Why it cannot be used; nil for a receipt that was verified, and for one that was stored before receipts were judged.
    package var fault: RejectionReason?
    /// What it says; nil where it was not verified.
    package var facts: ReceiptFacts?
    package var refresh: ReceiptRefreshState

    package init(
        receipt: [UInt8], fault: RejectionReason? = nil, facts: ReceiptFacts?,
        refresh: ReceiptRefreshState = ReceiptRefreshState()
    ) {
        (self.receipt, self.fault, self.facts, self.refresh) = (receipt, fault, facts, refresh)
    }
}

/// What a verified receipt says. Times are seconds since 1970.
package struct ReceiptFacts: Hashable, Sendable {
    package var type: ReceiptType
    package var createdAt: Int64
    /// Not to be refreshed before; nil in receipts from devices, which may be refreshed at once.
    package var refreshNotBefore: Int64?
    package var expiresAt: Int64
    /// The risk metric in Apple's words; nil where there is none, which is not 0.
    package var riskMetric: String?

    package init(
        type: ReceiptType, createdAt: Int64, refreshNotBefore: Int64?, expiresAt: Int64, riskMetric: String?
    ) {
        (self.type, self.createdAt, self.refreshNotBefore) = (type, createdAt, refreshNotBefore)
        (self.expiresAt, self.riskMetric) = (expiresAt, riskMetric)
    }
}

/// How far the refreshment of a receipt has come. Times are seconds since 1970.
package struct ReceiptRefreshState: Hashable, Sendable {
    /// What came of the last attempt; nil before the first.
    package var outcome: RefreshOutcome?
    package var outcomeAt: Int64?
    /// How many attempts in a row brought no receipt and no word that there is nothing new.
    package var failures: Int64
    /// When it is due; nil for never.
    package var nextAt: Int64?

    package init(outcome: RefreshOutcome? = nil, outcomeAt: Int64? = nil, failures: Int64 = 0, nextAt: Int64? = nil) {
        (self.outcome, self.outcomeAt, self.failures, self.nextAt) = (outcome, outcomeAt, failures, nextAt)
    }
}

/// What came of an attempt to refresh a receipt, by Apple's status where there is one.
package enum RefreshOutcome: String, Hashable, Sendable, CaseIterable {
    /// 200 with a receipt that was verified and took the place of the old one.
    case refreshed = "REFRESHED"
    /// 200 with something that is no good receipt of this key: the old one is kept.
    case answerRejected = "ANSWER_REJECTED"
    /// 304: too early, or nothing new.
    case notModified = "NOT_MODIFIED"
    /// 400: Apple does not take this receipt in this environment. Not asked again.
    case refusedByApple = "REFUSED_BY_APPLE"
    /// 401, also with a new bearer token: the DeviceCheck key is not good.
    case unauthorized = "UNAUTHORIZED"
    /// 404: Apple has no data now. Says nothing about the key.
    case noData = "NO_DATA"
    /// 429.
    case tooManyRequests = "TOO_MANY_REQUESTS"
    /// 5xx, any other status, no connection, no answer in time, or an answer that is too long.
    case unavailable = "UNAVAILABLE"
    /// Not asked: the device was not active lately.
    case inactive = "INACTIVE"
    /// Not asked: the receipt's own end has come.
    case expired = "EXPIRED"
    /// Not asked: the app is not registered any more, the key was revoked, or its devices are simulated.
    case notEligible = "NOT_ELIGIBLE"
}

/// One value of the risk metric.
package struct RiskMeasurement: Hashable, Sendable {
    /// When Apple made the receipt that has it, in seconds since 1970.
    package let measuredAt: Int64
    /// In Apple's words.
    package let metric: String

    package init(measuredAt: Int64, metric: String) { (self.measuredAt, self.metric) = (measuredAt, metric) }

    /// The number; nil for words that are none.
    package var count: UInt32? { RiskMetric(metric).count }
}
