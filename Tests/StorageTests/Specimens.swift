import AppAttest
import AppCheck

/// 32 bytes that differ for each seed below 65536.
func digest(_ seed: Int) -> [UInt8] {
    [UInt8](repeating: 0x5A, count: 30) + [UInt8(seed >> 8 & 0xFF), UInt8(seed & 0xFF)]
}

/// The redemption of challenge `number` by request `request`; it ends at second 2000 unless said otherwise.
func redemption(_ number: Int, request: Int = 1, expiresAt: Int64 = 2000) -> ChallengeRedemption {
    ChallengeRedemption(challengeID: digest(number), expiresAt: expiresAt, requestDigest: digest(request))
}

/// A key with every field filled in.
func specimenKey(
    _ number: Int = 1, project: String = "1234567890", app: String = "1:1234567890:ios:aa",
    team: String = "ABCDE12345", publicKey: UInt8 = 7, environment: AttestationEnvironment = .production,
    attestedAt: Int64 = 1000
) -> AttestedKey {
    AttestedKey(
        keyID: digest(number), publicKey: [4] + [UInt8](repeating: publicKey, count: 64), projectNumber: project,
        appID: app, attestedAppID: AppID(teamID: team, bundleID: "com.example.app"), environment: environment,
        attestedAt: attestedAt, validationCategory: 4_294_967_295, bundleVersion: "1.2 (3)", osVersion: "26.3",
        osBuild: "23D127")
}

/// A receipt as devices send it, verified, with every field filled in that such a one has.
func specimenReceipt(dueAt moment: Int64? = 1000) -> ReceiptRecord {
    ReceiptRecord(
        receipt: [UInt8](repeating: 0x30, count: 5000),
        facts: ReceiptFacts(
            type: .attest, createdAt: 999, refreshNotBefore: nil, expiresAt: 7_776_999, riskMetric: nil),
        refresh: ReceiptRefreshState(nextAt: moment))
}

/// What Apple's receipts say, with every field filled in.
let refreshedFacts = ReceiptFacts(
    type: .receipt, createdAt: 1990, refreshNotBefore: 88_390, expiresAt: 7_777_990, riskMetric: "4")

/// The claim with the number, for 600 seconds.
func claim(_ number: Int, at moment: Int64 = 2000) -> ReceiptClaim {
    ReceiptClaim(
        id: Array(digest(number).suffix(16)), madeAt: moment, endsAt: moment > .max - 600 ? .max : moment + 600)
}

extension AttestedKeyStore {
    /// Registers a key with a receipt as devices send it.
    func register(
        _ key: AttestedKey, redeeming challenge: ChallengeRedemption
    ) async throws(StoreError) -> RegistrationOutcome {
        try await register(key, with: specimenReceipt(), redeeming: challenge)
    }
}

func signingKey(
    _ id: String, state: String = "active", kind: StoredKey.Kind = .tokenSigning, activatedAt: Int64? = 20
) -> StoredKey {
    StoredKey(
        kind: kind, id: id, state: state, publishedAt: 10, activatedAt: activatedAt, retiredAt: nil,
        sealed: [0, 1, 2, 255])
}

func shop() throws -> Project { try Project(number: "1234567890", id: "shop") }

func shopApp(_ appID: String = "1:1234567890:ios:aa", trustAnchors: [TrustAnchor] = []) throws -> RegisteredApp {
    try RegisteredApp(
        project: shop(), appID: appID, teamID: "ABCDE12345", bundleIDs: ["com.example.app", "com.example.app.Ext"],
        environments: [.development, .production], trustAnchors: trustAnchors, tokenTTL: 604_800)
}
