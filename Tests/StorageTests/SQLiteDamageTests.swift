import AppCheck
import Storage
import Testing
import TestSupport

@Suite("The SQLite store, when a row is damaged") struct SQLiteDamageTests {
    @Test(
        "calls a damaged row unreadable",
        arguments: [
            "counter = 4294967296", "counter = -1", "counter = 'many'", "public_key = x'04'", "environment = 'staging'",
            "validation_category = -1", "validation_category = x'00'", "app_id = x'00'", "os_build = x'07'",
            "attested_team_id = CAST(x'FF' AS TEXT)", "attested_at = 1.5", "last_used_at = 'now'",
            "revoked_at = 'never'", "revoked_at = x'00'",
        ])
    func damagedKey(_ damage: String) async throws {
        try await withSQLiteStore { store, path in
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            let other = try RawDatabase(path)
            try other.run("PRAGMA ignore_check_constraints = ON")
            try other.run("UPDATE attested_keys SET \(damage)")
            do {
                _ = try await store.attestedKey(digest(1))
                Issue.record("it was read")
            } catch StoreError.unreadable {}
        }
    }

    @Test(
        "calls a damaged registration unreadable",
        arguments: [
            "team_id = 'short'", "bundle_ids = '[]'", "bundle_ids = 'com.example'", "bundle_ids = '[1]'",
            "environments = '[\"staging\"]'", "trust_anchors = '[\"?\"]'", "trust_anchors = '[\"MAA=\"]'",
            "token_ttl = 1",
            "token_ttl = 9223372036854775807", "policies = ''", "policies = x'7B7D'",
        ])
    func damagedApp(_ damage: String) async throws {
        try await withSQLiteStore { store, path in
            try await store.add(shop())
            try await store.add(shopApp("app"))
            try RawDatabase(path).run("UPDATE apps SET \(damage)")
            await #expect(
                throws: StoreError.unreadable("an app is damaged, or was written by a newer version")
            ) { try await store.app("app", in: shop()) }
        }
    }

    @Test("refuses to advance a counter that is damaged") func damagedCounter() async throws {
        try await withSQLiteStore { store, path in
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            let other = try RawDatabase(path)
            try other.run("PRAGMA ignore_check_constraints = ON")
            try other.run("UPDATE attested_keys SET counter = 4294967296")
            await #expect(
                throws: StoreError.unreadable("an attested key is damaged, or was written by a newer version")
            ) { try await store.advance(specimenKey(), to: 5, redeeming: redemption(2), at: 1100) }
        }
    }

    @Test(
        "calls a damaged resource unreadable, and changes nothing of it",
        arguments: [
            (Kind.project, "projects", ["id = '-'", "display_name = char(7)", "created_at = 'now'"]),
            (.app, "apps", ["display_name = x'00'", "debug_token_limit = 1001", "debug_token_limit = -1"]),
            (.debugToken, "debug_tokens", ["display_name = ''", "secret_hash = x'00'", "expires_at = 'never'"]),
            (.service, "services", ["enforcement = 'STRICT'", "enforcement = 'OFF'", "id = '..'"]),
            (.apiKey, "api_keys", ["secret_hash = x''", "bundle_ids = '{}'", "bundle_ids = '[\"a\",\"a\"]'"]),
            (.customTokenKey, "custom_token_keys", ["service_account = ''", "public_key = 'key'"]),
            (.adminToken, "admin_tokens", ["role = 'owner'", "role = ''", "secret_hash = 'x'", "expires_at = 1.5"]),
        ])
    func damagedResource(_ kind: Kind, _ table: String, _ damages: [String]) async throws {
        for damage in damages {
            try await withSQLiteStore { store, path in
                let made = try kind.made()
                try await store.add(kind.parents() + [made])
                try RawDatabase(path).run("UPDATE \(table) SET \(damage)")
                await #expect(throws: StoreError.self, "\(damage)") {
                    try await store.resources(made.name.collection, after: nil, limit: 10)
                }
                guard !damage.hasPrefix("id = ") || kind == .project else { return }
                for change in [ResourceChange.replace(made, by: made), .remove(made)] {
                    do {
                        _ = try await store.apply([change], recording: [entry("1")])
                        Issue.record("\(damage) was not noticed")
                    } catch StoreError.unreadable {}
                }
                #expect(try RawDatabase(path).number("SELECT COUNT(*) FROM \(table)") == 1)
                #expect(try await store.auditEntries(inProject: nil, before: nil, limit: 9) == [])
            }
        }
    }

    @Test(
        "calls a damaged entry of the record unreadable",
        arguments: ["state_before = '[]'", "state_after = '{'", "state_after = '{\"a\":1}'", "made_at = 'now'"])
    func damagedEntry(_ damage: String) async throws {
        try await withSQLiteStore { store, path in
            _ = try await store.apply([], recording: [entry("1")])
            try RawDatabase(path).run("UPDATE audit_entries SET \(damage)")
            await #expect(
                throws: StoreError.unreadable("an audit entry is damaged, or was written by a newer version")
            ) { try await store.auditEntries(inProject: nil, before: nil, limit: 9) }
        }
    }
}
