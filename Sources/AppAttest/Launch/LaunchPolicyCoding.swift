/// One object with a member for each rule that there is:
///
///     {"validationCategory": {"demand": "REQUIRE", "allowed": ["APP_STORE"], "missingOnOlderSystems": "ALLOW"},
///      "bundleVersion": {"demand": "IF_PRESENT", "minimum": "1.4", "reportOnly": true},
///      "osVersion": {"demand": "REQUIRE", "minimum": "17.0"},
///      "environment": {"demand": "REQUIRE", "allowed": ["production"]},
///      "keyAccess": {"demand": "REQUIRE", "value": "MAC_OS"}}
///
/// `missingOnOlderSystems` belongs to the first two rules alone, and is left out where nothing was decided; `reportOnly` is
/// left out where it is false. Reading is strict, for a rule that is passed over demands nothing: an unknown member or
/// name, a null and a malformed version are errors. Of two members of one name, which readers of JSON may let through, one
/// is seen: whoever reads what strangers wrote must refuse those before.
extension LaunchPolicy: Codable {
    /// - Throws: `DecodingError` with the path of the first member that is unknown, missing or malformed. What is read may
    ///   still contradict itself: see ``fault``.
    public init(from decoder: any Decoder) throws {
        let rules = try decoder.container(keyedBy: Member.self)
        try rules.refuseOthers(than: [.validationCategory, .bundleVersion, .osVersion, .environment, .keyAccess])
        self.init(
            validationCategory: try rules.rule(.validationCategory, .allowed, olderSystemsSendNone: true) {
                (names: [String]) in try Self.all(names, ValidationCategory.init(name:))
            },
            bundleVersion: try rules.rule(.bundleVersion, .minimum, olderSystemsSendNone: true) {
                (text: String) in DottedVersion(text)
            },
            osVersion: try rules.rule(.osVersion, .minimum) { (text: String) in DottedVersion(text) },
            environment: try rules.rule(.environment, .allowed) {
                (names: [String]) in try Self.all(names, AttestationEnvironment.init(rawValue:))
            },
            keyAccess: try rules.rule(.keyAccess, .value) { (access: KeyAccess) in access })
    }

    /// Sets are written in the order of their values, so that a policy has one form.
    public func encode(to encoder: any Encoder) throws {
        var rules = encoder.container(keyedBy: Member.self)
        try rules.write(validationCategory, .validationCategory, .allowed, olderSystemsSendNone: true) {
            $0.sorted { $0.rawValue < $1.rawValue }.map(\.name)
        }
        try rules.write(bundleVersion, .bundleVersion, .minimum, olderSystemsSendNone: true) { $0.description }
        try rules.write(osVersion, .osVersion, .minimum) { $0.description }
        try rules.write(environment, .environment, .allowed) { allowed in
            AttestationEnvironment.allCases.filter { allowed.contains($0) }.map(\.rawValue)
        }
        try rules.write(keyAccess, .keyAccess, .value) { $0 }
    }

    /// - Returns: nil where one of the names is none.
    private static func all<Value: Hashable>(_ names: [String], _ value: (String) -> Value?) throws -> Set<Value>? {
        let values = names.compactMap(value)
        return values.count == names.count ? Set(values) : nil
    }
}

extension ValidationCategory {
    private static let names: [(ValidationCategory, String)] = [
        (.invalid, "INVALID"), (.operatingSystem, "OPERATING_SYSTEM"), (.testFlight, "TEST_FLIGHT"),
        (.development, "DEVELOPMENT"), (.appStore, "APP_STORE"), (.enterprise, "ENTERPRISE"),
        (.developerID, "DEVELOPER_ID"), (.other, "OTHER"),
    ]

    /// As policies write it: `APP_STORE`; the decimal number, such as `7`, of a category without a name.
    public var name: String { Self.names.first { $0.0 == self }?.1 ?? String(rawValue) }

    /// - Returns: nil for anything that ``name`` never is: other words, `4` (which has a name), `07`.
    public init?(name: String) {
        if let (category, _) = Self.names.first(where: { $0.1 == name }) {
            self = category
        } else {
            guard let number = UInt32(name), Self(rawValue: number).name == name else { return nil }
            self.init(rawValue: number)
        }
    }
}

/// The name of a member, known or not.
private struct Member: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }

    static let validationCategory = Member(stringValue: "validationCategory")
    static let bundleVersion = Member(stringValue: "bundleVersion")
    static let osVersion = Member(stringValue: "osVersion")
    static let environment = Member(stringValue: "environment")
    static let keyAccess = Member(stringValue: "keyAccess")

    static let demand = Member(stringValue: "demand")
    static let allowed = Member(stringValue: "allowed")
    static let minimum = Member(stringValue: "minimum")
    static let value = Member(stringValue: "value")
    static let missingOnOlderSystems = Member(stringValue: "missingOnOlderSystems")
    static let reportOnly = Member(stringValue: "reportOnly")
}

extension KeyedDecodingContainer<Member> {
    fileprivate func refuseOthers(than known: [Member]) throws {
        guard let other = allKeys.first(where: { key in !known.contains { $0.stringValue == key.stringValue } }) else {
            return
        }
        throw DecodingError.dataCorruptedError(forKey: other, in: self, debugDescription: "no such member")
    }

    /// Nil only where there is no such member; a null is refused.
    private func ifThere<Value: Decodable>(_ type: Value.Type, _ member: Member) throws -> Value? {
        contains(member) ? try decode(type, forKey: member) : nil
    }

    fileprivate func rule<Written: Decodable, Limit>(
        _ name: Member, _ limit: Member, olderSystemsSendNone: Bool = false, _ read: (Written) throws -> Limit?
    ) throws -> LaunchPolicy.Rule<Limit>? {
        guard contains(name) else { return nil }
        let rule = try nestedContainer(keyedBy: Member.self, forKey: name)
        let ofSome: [Member] = olderSystemsSendNone ? [.missingOnOlderSystems] : []
        try rule.refuseOthers(than: [.demand, limit, .reportOnly] + ofSome)
        guard let value = try read(try rule.decode(Written.self, forKey: limit)) else {
            throw DecodingError.dataCorruptedError(forKey: limit, in: rule, debugDescription: "no such value")
        }
        return LaunchPolicy.Rule(
            try rule.decode(LaunchPolicy.Demand.self, forKey: .demand), value,
            missingOnOlderSystems: try rule.ifThere(LaunchPolicy.MissingValue.self, .missingOnOlderSystems),
            reportOnly: try rule.ifThere(Bool.self, .reportOnly) ?? false)
    }
}

extension KeyedEncodingContainer<Member> {
    fileprivate mutating func write<Limit, Written: Encodable>(
        _ rule: LaunchPolicy.Rule<Limit>?, _ name: Member, _ limit: Member, olderSystemsSendNone: Bool = false,
        _ written: (Limit) -> Written
    ) throws {
        guard let rule else { return }
        var members = nestedContainer(keyedBy: Member.self, forKey: name)
        try members.encode(rule.demand, forKey: .demand)
        try members.encode(written(rule.limit), forKey: limit)
        if olderSystemsSendNone {
            try members.encodeIfPresent(rule.missingOnOlderSystems, forKey: .missingOnOlderSystems)
        }
        if rule.reportOnly { try members.encode(true, forKey: .reportOnly) }
    }
}
