import AppAttest
import AppCheck
import Encodings

/// An attested key in words. What devices signed may hold any characters.
struct KeyText {
    private let record: KeyRecord

    init(_ record: KeyRecord) { self.record = record }

    /// As iOS has it: base64url may begin with a dash, which commands take for an option.
    var id: String { Base64Text.encode(record.key.keyID) }

    /// Empty where there is none.
    var riskMetric: String { record.receipt?.facts?.riskMetric.map { printable($0) } ?? "" }

    /// The receipt in a word, for lists.
    var receiptWord: String {
        guard let receipt = record.receipt else { return "none" }
        guard receipt.facts != nil else { return receipt.fault?.rawValue ?? "unknown" }
        return receipt.refresh.outcome?.rawValue ?? "NEW"
    }

    func lines(_ history: [RiskMeasurement]) -> [(String, String)] {
        let key = record.key
        var lines = [
            ("key", id), ("app", key.attestedAppID.description), ("environment", key.environment.rawValue),
            ("attested", Listing.moment(key.attestedAt)), ("last use", Listing.moment(record.lastUsedAt)),
            ("revoked", Listing.moment(record.revokedAt)), ("counter", String(record.counter)),
            ("category", key.validationCategory.map { ValidationCategory(rawValue: $0).description } ?? ""),
            ("version", key.bundleVersion.map { printable($0) } ?? ""),
            (
                "system",
                [key.osVersion, key.osBuild].compactMap(\.self).map { printable($0) }.joined(separator: ", build ")
            ),
            ("receipt", receipt),
        ]
        if let refresh = record.receipt?.refresh { lines.append(("refresh", Self.text(refresh))) }
        let metrics = history.map { "\(printable($0.metric)) at \(Listing.moment($0.measuredAt))" }
        lines += (metrics.isEmpty ? ["not measured yet"] : metrics).enumerated().map { ($0 == 0 ? "risk" : "", $1) }
        return lines
    }

    private var receipt: String {
        guard let receipt = record.receipt else { return "none: the key came back by its artifact" }
        let fault = receipt.fault.map { "cannot be used: \($0.rawValue)" }
        // Receipts of an older store were never judged: nothing can be said against them.
        guard let facts = receipt.facts else {
            return fault ?? "kept unjudged by an older version, and never refreshed"
        }
        let origin =
            switch facts.type {
            case .attest: "from the device"
            case .receipt: "from Apple"
            }
        let end = receipt.fault.map { ", at its arrival \($0.rawValue)" } ?? ""
        return "\(origin), made \(Listing.moment(facts.createdAt)), good until \(Listing.moment(facts.expiresAt))\(end)"
    }

    private static func text(_ refresh: ReceiptRefreshState) -> String {
        var parts: [String] = []
        if let outcome = refresh.outcome {
            parts.append(refresh.outcomeAt.map { "\(words(outcome)) (\(Listing.moment($0)))" } ?? words(outcome))
        } else {
            parts.append("not tried yet")
        }
        if refresh.failures > 0 { parts.append("\(refresh.failures) in a row without a receipt") }
        parts.append(refresh.nextAt.map { "due \(Listing.moment($0))" } ?? "never due again")
        return parts.joined(separator: "; ")
    }

    private static func words(_ outcome: RefreshOutcome) -> String {
        switch outcome {
        case .refreshed: "brought a newer one"
        case .answerRejected: "brought what is no good receipt of this key"
        case .notModified: "brought nothing new"
        case .refusedByApple: "Apple does not take it in this environment"
        case .unauthorized: "the DeviceCheck key is not good"
        case .noData: "Apple had no data, which says nothing about the key"
        case .tooManyRequests: "too many requests"
        case .unavailable: "Apple was not available"
        case .inactive: "not asked, for the device was not active lately"
        case .expired: "not asked, for the receipt has ended"
        case .notEligible: "not asked, for the app is gone, the key revoked, or the device simulated"
        }
    }
}
