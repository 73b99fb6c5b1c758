extension TransferTable {
    /// Every table that holds data, those first that others refer to. What is left out is the store's own business: the
    /// list of migrations, the room for write probes, and the state of imports.
    static let all: [TransferTable] = [
        TransferTable(
            "projects", key: [.text("number")],
            [.text("id"), .text("display_name"), .integer("created_at"), .integer("updated_at")]),
        TransferTable(
            "apps", key: [.text("project_number"), .text("app_id")],
            [
                .text("team_id"), .text("bundle_ids"), .text("environments"), .text("trust_anchors"),
                .integer("token_ttl"), .text("display_name"), .integer("debug_token_limit"), .integer("created_at"),
                .integer("updated_at"), .text("policies"),
            ]),
        TransferTable(
            "debug_tokens", key: [.text("project_number"), .text("app_id"), .text("id")],
            [
                .text("display_name"), .bytes("secret_hash"), .integer("expires_at"), .integer("created_at"),
                .integer("updated_at"),
            ]),
        TransferTable(
            "services", key: [.text("project_number"), .text("id")],
            [.text("enforcement"), .text("replay_protection"), .integer("created_at"), .integer("updated_at")]),
        TransferTable(
            "api_keys", key: [.text("project_number"), .text("id")],
            [
                .text("display_name"), .bytes("secret_hash"), .text("bundle_ids"), .integer("created_at"),
                .integer("updated_at"),
            ]),
        TransferTable(
            "custom_token_keys", key: [.text("project_number"), .text("id")],
            [.text("service_account"), .bytes("public_key"), .integer("created_at")]),
        TransferTable(
            "admin_tokens", key: [.text("id")],
            [
                .text("display_name"), .text("role"), .text("project_number"), .bytes("secret_hash"),
                .integer("expires_at"), .integer("created_at"),
            ]),
        TransferTable(
            "audit_entries", key: [.text("id")],
            [
                .integer("made_at"), .text("actor"), .text("action"), .text("resource"), .text("project_number"),
                .text("state_before"), .text("state_after"),
            ]),
        TransferTable(
            "attested_keys", key: [.bytes("key_id")],
            [
                .bytes("public_key"), .text("project_number"), .text("app_id"), .integer("counter"),
                .integer("last_used_at"), .text("attested_team_id"), .text("attested_bundle_id"),
                .text("environment"), .integer("attested_at"), .integer("validation_category"),
                .text("bundle_version"), .text("os_version"), .text("os_build"), .integer("revoked_at"),
                .bytes("attempt"),
            ]),
        TransferTable(
            "receipts", key: [.bytes("key_id")],
            [
                .text("team_id"), .text("fault"), .text("type"), .integer("created_at"),
                .integer("refresh_not_before"), .integer("expires_at"), .text("risk_metric"), .text("outcome"),
                .integer("outcome_at"), .integer("failures"), .integer("next_at"), .bytes("claim_id"),
                .integer("claim_ends_at"), .bytes("receipt"),
            ]),
        TransferTable("risk_metrics", key: [.bytes("key_id"), .integer("measured_at")], [.text("metric")]),
        TransferTable(
            "redemptions", key: [.integer("expires_at"), .bytes("challenge_id")],
            [.bytes("request_digest"), .bytes("attempt")]),
        TransferTable("consumed_tokens", key: [.bytes("id")], [.integer("expires_at")]),
        TransferTable(
            "exchange_counts",
            key: [
                .text("project_number"), .text("app_id"), .integer("day"), .text("ending"), .text("reason"),
            ], [.integer("count")]),
        // Challenges do not move: which of them are used after the export, the other store cannot know.
        TransferTable(
            "server_keys", key: [.text("kind"), .text("id")],
            [
                .text("state"), .integer("published_at"), .integer("activated_at"), .integer("retired_at"),
                .bytes("sealed"),
            ], only: "kind <> 'challenge'"),
    ]
}
