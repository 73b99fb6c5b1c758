internal import AppAttest
internal import AppCheck
private import Encodings
internal import StrictJSON

/// The policies of an app: what is demanded beyond Apple's steps.
enum Policies {
    /// Fields of an app's registration. Each is replaced as a whole.
    static let fields = [
        FieldSchema(
            "receipt_policy", .message(ReceiptPolicies.schema),
            "What becomes of attestations whose receipt cannot be used. Absent for the standard: the verdict is kept with the key."
        ),
        FieldSchema(
            "risk_policy", .message(RiskPolicies.schema),
            "What Apple's risk metric leads to. Absent for the standard: its history is kept and shown."),
        FieldSchema(
            "launch_policy", .message(LaunchPolicySchema.policy),
            "What is demanded of the signed facts about an app's launch. Absent for the standard: nothing."),
    ]

    /// What a body says about the policies that `includes` names. One that is named and unset is the standard.
    static func read(
        _ body: Message, into settings: inout AppSettings, _ includes: (String) -> Bool
    ) throws(APIError) {
        if includes("receipt_policy") { settings.receiptPolicy = ReceiptPolicies.read(body.message("receipt_policy")) }
        if includes("risk_policy") { settings.riskPolicy = RiskPolicies.read(body.message("risk_policy")) }
        if includes("launch_policy") {
            settings.launchPolicy = try LaunchPolicies.read(body.message("launch_policy"))
        }
    }

    /// Of an app's registration; what is the standard is left out, as other values that nobody set.
    static func members(_ policies: AppPolicies) -> [(String, JSONText)] {
        let standard = AppPolicies.standard
        var members: [(String, JSONText)] = []
        if policies.receipt != standard.receipt {
            members.append(("receiptPolicy", ReceiptPolicies.json(policies.receipt)))
        }
        if policies.risk != standard.risk { members.append(("riskPolicy", RiskPolicies.json(policies.risk))) }
        if policies.launch != standard.launch {
            members.append(("launchPolicy", LaunchPolicies.json(policies.launch)))
        }
        return members
    }

    static func reportOnly(_ meaning: String) -> FieldSchema { FieldSchema("report_only", .bool, meaning) }

    static func members(reportOnly: Bool) -> [(String, JSONText)] { reportOnly ? [("reportOnly", .bool(true))] : [] }
}

extension AttestationEnvironment {
    /// The name that the API has for it.
    var wireName: String {
        switch self {
        case .production: "PRODUCTION"
        case .development: "DEVELOPMENT"
        }
    }

    init?(wireName: String) {
        guard let named = Self.allCases.first(where: { wireName.isExactly($0.wireName) }) else { return nil }
        self = named
    }
}
