internal import AppCheck
internal import StrictJSON

/// What becomes of attestations whose receipt cannot be used, as a part of an app's registration.
enum ReceiptPolicies {
    static let schema = MessageSchema(
        "ReceiptPolicy",
        [
            FieldSchema(
                "unusable", .enumeration(ReceiptPolicy.Unusable.allCases.map(\.rawValue)),
                "What becomes of an attestation whose receipt is malformed, not Apple's, or another key's: `RECORD` keeps the verdict with the key, `REFUSE` refuses the attestation. `RECORD` if unset."
            ),
            Policies.reportOnly("Whether `REFUSE` refuses nothing, and only counts what it would refuse."),
        ])

    /// - Parameter message: nil for the standard.
    static func read(_ message: Message?) -> ReceiptPolicy {
        let unusable = message?.text("unusable").flatMap(ReceiptPolicy.Unusable.init(rawValue:))
        return ReceiptPolicy(unusable: unusable ?? .record, reportOnly: message?.bool("report_only") ?? false)
    }

    static func json(_ policy: ReceiptPolicy) -> JSONText {
        .object([("unusable", .string(policy.unusable.rawValue))] + Policies.members(reportOnly: policy.reportOnly))
    }
}
