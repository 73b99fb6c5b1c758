import AppAttest
import AppCheck
private import FoundationEssentials

/// An app's policies live in one TEXT column, as a JSON object with its names in order. What is standard is left out; what
/// is not known is never passed over, or a policy of a newer version would seem to demand less than it does.
enum PoliciesText {
    static func encode(_ policies: AppPolicies) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(Stored(policies)) else { return nil }
        return String(validating: data, as: UTF8.self)
    }

    /// - Returns: nothing for text that is no such object, or has a member or value that is not known.
    static func decode(_ text: String) -> AppPolicies? {
        try? JSONDecoder().decode(Stored.self, from: Data(text.utf8)).policies
    }
}

/// The policies with nil in the place of what is standard.
private struct Stored: Codable {
    enum CodingKeys: String, CodingKey { case receipt, risk, launch }

    let receipt: StoredReceiptPolicy?
    let risk: StoredRiskPolicy?
    let launch: LaunchPolicy?

    init(_ policies: AppPolicies) {
        receipt = policies.receipt == ReceiptPolicy() ? nil : StoredReceiptPolicy(policies.receipt)
        risk = policies.risk == RiskPolicy() ? nil : StoredRiskPolicy(policies.risk)
        launch = policies.launch.unless(.none)
    }

    init(from decoder: any Decoder) throws {
        let members = try KnownMembers<CodingKeys>(decoder)
        receipt = try members.value(.receipt)
        risk = try members.value(.risk)
        launch = try members.value(.launch)
    }

    var policies: AppPolicies {
        AppPolicies(
            receipt: receipt?.policy ?? ReceiptPolicy(), risk: risk?.policy ?? RiskPolicy(), launch: launch ?? .none)
    }
}

private struct StoredReceiptPolicy: Codable {
    enum CodingKeys: String, CodingKey { case unusable, reportOnly }

    let unusable: ReceiptPolicy.Unusable?
    let reportOnly: Bool?

    init(_ policy: ReceiptPolicy) {
        let standard = ReceiptPolicy()
        unusable = policy.unusable.unless(standard.unusable)
        reportOnly = policy.reportOnly.unless(standard.reportOnly)
    }

    init(from decoder: any Decoder) throws {
        let members = try KnownMembers<CodingKeys>(decoder)
        unusable = try members.value(.unusable)
        reportOnly = try members.value(.reportOnly)
    }

    var policy: ReceiptPolicy {
        let standard = ReceiptPolicy()
        return ReceiptPolicy(
            unusable: unusable ?? standard.unusable, reportOnly: reportOnly ?? standard.reportOnly)
    }
}

private struct StoredRiskPolicy: Codable {
    enum CodingKeys: String, CodingKey {
        case action, threshold, duration, reportOnly
        case tokenTTL = "tokenTtl"
    }

    let action: RiskPolicy.Action?
    let threshold: Int64?
    let duration: Int64?
    let tokenTTL: Int64?
    let reportOnly: Bool?

    init(_ policy: RiskPolicy) {
        let standard = RiskPolicy()
        action = policy.action.unless(standard.action)
        threshold = policy.threshold.unless(standard.threshold)
        duration = policy.duration.unless(standard.duration)
        tokenTTL = policy.tokenTTL.unless(standard.tokenTTL)
        reportOnly = policy.reportOnly.unless(standard.reportOnly)
    }

    init(from decoder: any Decoder) throws {
        let members = try KnownMembers<CodingKeys>(decoder)
        action = try members.value(.action)
        threshold = try members.value(.threshold)
        duration = try members.value(.duration)
        tokenTTL = try members.value(.tokenTTL)
        reportOnly = try members.value(.reportOnly)
    }

    var policy: RiskPolicy {
        let standard = RiskPolicy()
        return RiskPolicy(
            action: action ?? standard.action, threshold: threshold ?? standard.threshold,
            duration: duration ?? standard.duration, tokenTTL: tokenTTL ?? standard.tokenTTL,
            reportOnly: reportOnly ?? standard.reportOnly)
    }
}

/// The members of an object in which there is nothing that is not known.
private struct KnownMembers<Key: CodingKey> {
    private let container: KeyedDecodingContainer<Key>

    init(_ decoder: any Decoder) throws {
        for name in try decoder.container(keyedBy: AnyName.self).allKeys where Key(stringValue: name.stringValue) == nil
        {
            throw DecodingError.dataCorrupted(.init(codingPath: [name], debugDescription: "an unknown member"))
        }
        container = try decoder.container(keyedBy: Key.self)
    }

    /// Nil for a member that is not there; `null` is no value.
    func value<Value: Decodable>(_ key: Key) throws -> Value? {
        container.contains(key) ? try container.decode(Value.self, forKey: key) : nil
    }

    private struct AnyName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension Equatable {
    fileprivate func unless(_ standard: Self) -> Self? { self == standard ? nil : self }
}
