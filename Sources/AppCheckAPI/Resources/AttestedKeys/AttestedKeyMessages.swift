internal import AppAttest
internal import AppCheck
internal import Encodings
internal import StrictJSON

/// An attested key as answers show it. The receipt's bytes and the public key stay inside.
enum AttestedKeyMessages {
    static let key = MessageSchema(
        "AttestedKey",
        [
            field("name", .string(.any), "`projects/{project}/apps/{app}/attestedKeys/{attestedKey}`."),
            field("key_id", .bytes, "SHA-256 of the public key, as iOS gives it: the name has it in base64url."),
            field(
                "environment", .enumeration(AttestationEnvironment.allCases.map(\.wireName)),
                "The App Attest environment that it was made in."),
            field("attest_time", .timestamp, "When its attestation was accepted."),
            field("last_use_time", .timestamp, "When an assertion of it was last accepted, or its attestation."),
            field("revoke_time", .timestamp, "When it was revoked; absent while its assertions are taken."),
            field("counter", .integer(0...Int64(UInt32.max)), "Of the last assertion that was accepted; 0 before it."),
            field("attested_app_id", .string(.any), "The App ID that the attestation vouched for."),
            field(
                "validation_category", .string(.any),
                "Where the running code came from, by name or number; absent where the system sent none."),
            field("bundle_version", .string(.any), "`CFBundleVersion`; absent where the system sent none."),
            field("os_version", .string(.any), "Version of the operating system at the attestation."),
            field("os_build", .string(.any), "Its build."),
            field(
                "receipt", .message(receipt),
                "What is known of its receipt; absent for a key that came back by its artifact."),
            field(
                "risk_history", .list(.message(measurement), most: RiskHistory.capacity),
                "What Apple's risk metric was, oldest first. In the answer to `get` only."),
        ])

    private static let receipt = MessageSchema(
        "AttestedKeyReceipt",
        [
            field("fault", .string(.any), "The reason why the receipt that came with the key cannot be used."),
            field(
                "type", .enumeration(ReceiptType.allCases.map(\.rawValue)), "Who made it: the device, or Apple later."),
            field("create_time", .timestamp, "When it was made."),
            field("not_before_time", .timestamp, "Not to be refreshed before."),
            field("expire_time", .timestamp, "When it can no longer be refreshed."),
            field("risk_metric", .string(.any), "In Apple's words; absent where there is none, which is not 0."),
            field("refresh", .message(refresh), "How far its refreshment has come."),
        ])

    private static let refresh = MessageSchema(
        "ReceiptRefresh",
        [
            field(
                "outcome", .enumeration(RefreshOutcome.allCases.map(\.rawValue)),
                "What came of the last attempt; absent before the first."),
            field("outcome_time", .timestamp, "When."),
            field("failures", .integer(0...Int64(UInt32.max)), "How many attempts in a row failed."),
            field("next_time", .timestamp, "When it is due; absent for never."),
        ])

    private static let measurement = MessageSchema(
        "RiskMeasurement",
        [
            field("measure_time", .timestamp, "When Apple made the receipt that has it."),
            field("metric", .string(.any), "In Apple's words."),
        ])

    private static func field(_ name: String, _ type: FieldType, _ meaning: String) -> FieldSchema {
        FieldSchema(name, type, .outputOnly, meaning)
    }

    // MARK: Writing

    /// - Parameters:
    ///   - history: nil to leave it out.
    ///   - parent: the app's name.
    static func json(_ record: KeyRecord, _ history: [RiskMeasurement]? = nil, in parent: String) -> JSONText {
        let key = record.key
        var members = Members(name: "\(parent)/attestedKeys/\(AttestedKeyName.id(of: key.keyID))")
        members.add("keyId", Base64Text.encode(key.keyID))
        members.add("environment", key.environment.wireName)
        members.add("attestTime", at: key.attestedAt)
        members.add("lastUseTime", at: record.lastUsedAt)
        members.add("revokeTime", at: record.revokedAt)
        members.add("counter", number: Int64(record.counter))
        members.add("attestedAppId", key.attestedAppID.description)
        members.add("validationCategory", key.validationCategory.map { ValidationCategory(rawValue: $0).name } ?? "")
        members.add("bundleVersion", key.bundleVersion ?? "")
        members.add("osVersion", key.osVersion ?? "")
        members.add("osBuild", key.osBuild ?? "")
        if let receipt = record.receipt { members.add([("receipt", json(receipt))]) }
        if let history, !history.isEmpty { members.add([("riskHistory", .array(history.map(json)))]) }
        return members.json
    }

    private static func json(_ record: ReceiptRecord) -> JSONText {
        var members = Members()
        members.add("fault", record.fault?.rawValue ?? "")
        members.add("type", record.facts?.type.rawValue ?? "")
        members.add("createTime", at: record.facts?.createdAt)
        members.add("notBeforeTime", at: record.facts?.refreshNotBefore)
        members.add("expireTime", at: record.facts?.expiresAt)
        members.add("riskMetric", record.facts?.riskMetric ?? "")
        members.add([("refresh", json(record.refresh))])
        return members.json
    }

    private static func json(_ state: ReceiptRefreshState) -> JSONText {
        var members = Members()
        members.add("outcome", state.outcome?.rawValue ?? "")
        members.add("outcomeTime", at: state.outcomeAt)
        members.add("failures", number: Int64(UInt32(clamping: state.failures)))
        members.add("nextTime", at: state.nextAt)
        return members.json
    }

    private static func json(_ measurement: RiskMeasurement) -> JSONText {
        var members = Members()
        members.add("measureTime", at: measurement.measuredAt)
        members.add("metric", measurement.metric)
        return members.json
    }
}
