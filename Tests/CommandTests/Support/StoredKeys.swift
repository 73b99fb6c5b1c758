import AppAttest
import AppCheck
import Storage
import TestSupport

/// What servers write about devices into the database that commands read.
struct StoredKeys {
    /// 32 bytes whose base64 begins with a dash in the alphabet of URLs.
    static let keyID = [0xF8] + [UInt8](repeating: 1, count: 31)
    /// 2026-09-21T14:13:20Z.
    static let moment: Int64 = 1_790_000_000

    let bench: Bench

    private func withStore<Value: Sendable>(_ body: (SQLiteStore) async throws -> Value) async throws -> Value {
        let store = try await SQLiteStore.open(path: bench.folder.file("assay-data/assay.db"))
        let value = try await body(store)
        await store.close()
        return value
    }

    /// Registers a key of the bench's app with a receipt, and gives it a counter.
    func add(_ keyID: [UInt8] = keyID, receipt: ReceiptRecord = receipt, bundleVersion: String? = "1.4") async throws {
        let key = AttestedKey(
            keyID: keyID, publicKey: [4] + [UInt8](repeating: 7, count: 64), projectNumber: "123456789012",
            appID: Bench.app, attestedAppID: AppID(teamID: "ABCDE12345", bundleID: "com.example.app"),
            environment: .production, attestedAt: Self.moment, validationCategory: 4, bundleVersion: bundleVersion,
            osVersion: "27.0.1", osBuild: "24A446")
        func redemption(_ digest: UInt8) -> ChallengeRedemption {
            ChallengeRedemption(
                challengeID: Array(keyID.dropLast()) + [digest], expiresAt: Self.moment + 300,
                requestDigest: [UInt8](repeating: digest, count: 32))
        }
        try await withStore { store in
            _ = try await store.register(key, with: receipt, redeeming: redemption(1))
            _ = try await store.advance(key, to: 3, redeeming: redemption(2), at: Self.moment + 60)
        }
    }

    /// As a device sends it, due at once.
    static let receipt = ReceiptRecord(
        receipt: [0x30, 0x80],
        facts: ReceiptFacts(
            type: .attest, createdAt: moment, refreshNotBefore: nil, expiresAt: moment + 7_776_000, riskMetric: nil),
        refresh: ReceiptRefreshState(nextAt: moment))

    /// Settles the receipts that are due, with a measurement.
    func refresh(as record: ReceiptRecord, adding measurement: RiskMeasurement?, at moment: Int64) async throws {
        let claim = ReceiptClaim(
            id: [UInt8](repeating: 9, count: 16), madeAt: moment, endsAt: moment + 60)
        try await withStore { store in
            for claimed in try await store.claimDueReceipts(claim, ofTeam: "ABCDE12345", limit: 10) {
                _ = try await store.settleReceipt(
                    of: claimed.key.keyID, under: claim, as: record, adding: measurement)
            }
        }
    }

    func add(_ counts: [ExchangeTally: Int64]) async throws {
        try await withStore { store in try await store.add(counts) }
    }
}
