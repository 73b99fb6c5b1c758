import AppAttest
import AppAttestSimulator
import AppCheck
import AppCheckTokens
import Foundation
import Testing

/// What the tests start from.
enum Specimen {
    /// 2026-06-15 12:00:00 UTC.
    static let moment: Int64 = 1_781_524_800
    /// The app of most tests, its twin with the same bundle ids, and one that has nothing in common with it.
    static let appID = "1:1234567890:ios:0a1b2c3d4e5f"
    static let twinAppID = "1:1234567890:ios:0a1b2c3d4e60"
    static let otherAppID = "1:1234567890:ios:ffffffffffff"
    static let teamID = "SIMTEAM123"
    static let bundleID = "com.example.app"

    /// Valid from 2025-01-01 to 2035-01-01.
    static let authority = Result {
        try SimulatedAuthority(
            notBefore: Date(timeIntervalSince1970: 1_735_689_600), notAfter: Date(timeIntervalSince1970: 2_051_222_400))
    }

    static func project() throws -> Project { try Project(number: "1234567890", id: "shop") }

    static func tokenProject() throws -> TokenProject { try TokenProject(number: "1234567890", id: "shop") }

    static func app(
        _ appID: String = appID, bundleIDs: [String] = [bundleID, "com.example.app.ext"],
        environments: Set<AttestationEnvironment> = [.production], trustAnchors: [TrustAnchor]? = nil,
        tokenTTL: Int64 = 3600, policies: AppPolicies = .standard
    ) throws -> RegisteredApp {
        try RegisteredApp(
            project: project(), appID: appID, teamID: teamID, bundleIDs: bundleIDs, environments: environments,
            trustAnchors: trustAnchors ?? [authority.get().trustAnchor], tokenTTL: tokenTTL, policies: policies)
    }

    /// A debug token's secret.
    static let secret = "5f1d7e80-2c43-4b6a-9a0e-0123456789ab"

    static func debugToken(
        _ secret: String = secret, id: String = "simulator", app: String = appID, expiresAt: Int64? = nil
    ) throws -> DebugToken {
        try DebugToken(
            projectNumber: "1234567890", appID: app, id: id, displayName: "Simulator",
            secretHash: #require(DebugToken.hash(ofSecret: secret)), expiresAt: expiresAt, createdAt: moment,
            updatedAt: moment)
    }
}
