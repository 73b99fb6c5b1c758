import AppAttest
import AppCheck
import Testing

/// The kinds of resource, and a specimen of each with every field filled in.
enum Kind: CaseIterable, Sendable {
    case project, app, debugToken, service, apiKey, customTokenKey, adminToken

    /// What must be there before.
    func parents() throws -> [Resource] {
        switch self {
        case .project: []
        case .app, .service, .apiKey, .customTokenKey, .adminToken: [try Kind.project.made()]
        case .debugToken: [try Kind.project.made(), .app(try shopApp())]
        }
    }

    func made() throws -> Resource {
        switch self {
        case .project:
            .project(try RegisteredProject(project: shop(), displayName: "The shop", createdAt: 100, updatedAt: 200))
        case .app:
            .app(
                try RegisteredApp(
                    project: shop(), appID: "1:1234567890:ios:aa", displayName: "Shop for iOS", teamID: "ABCDE12345",
                    bundleIDs: ["com.example.b", "com.example.a"], environments: [.development], tokenTTL: 1800,
                    debugTokenLimit: 7, policies: specimenPolicies, createdAt: 100, updatedAt: 200))
        case .debugToken: .debugToken(try specimenDebugToken("d1", secret: 1))
        case .service:
            .service(
                try ProtectedService(
                    projectNumber: "1234567890", id: "orders.example.com", enforcement: .enforced,
                    replayProtection: .unenforced, createdAt: 100, updatedAt: 200))
        case .apiKey:
            .apiKey(
                try APIKey(
                    projectNumber: "1234567890", id: "k1", displayName: "Builds", secretHash: digest(1),
                    bundleIDs: ["com.example.b", "com.example.a"], createdAt: 100, updatedAt: 200))
        case .customTokenKey:
            .customTokenKey(
                try CustomTokenKey(
                    projectNumber: "1234567890", id: "0a1b2c", serviceAccount: "backend@shop.example.com",
                    publicKey: [0x30, 0, 0xFF], createdAt: 100))
        case .adminToken: .adminToken(try specimenAdminToken("a1", project: "1234567890"))
        }
    }

    /// The specimen with the same name and other values.
    func changed() throws -> Resource {
        switch self {
        case .project:
            .project(try RegisteredProject(project: shop(), displayName: "", createdAt: 100, updatedAt: 300))
        case .app:
            .app(
                try RegisteredApp(
                    project: shop(), appID: "1:1234567890:ios:aa", teamID: "VWXYZ12345", bundleIDs: ["com.example.a"],
                    environments: [.production, .development], tokenTTL: 604_800, debugTokenLimit: 0, createdAt: 100,
                    updatedAt: 300))
        case .debugToken: .debugToken(try specimenDebugToken("d1", "Another's phone", secret: 2, expiresAt: nil))
        case .service:
            .service(
                try ProtectedService(projectNumber: "1234567890", id: "orders.example.com", createdAt: 1, updatedAt: 2))
        case .apiKey:
            .apiKey(
                try APIKey(
                    projectNumber: "1234567890", id: "k1", secretHash: digest(2), createdAt: 100, updatedAt: 300))
        case .customTokenKey:
            .customTokenKey(
                try CustomTokenKey(
                    projectNumber: "1234567890", id: "0a1b2c", serviceAccount: "other@shop.example.com",
                    publicKey: [0x30], createdAt: 101))
        case .adminToken: .adminToken(try specimenAdminToken("a1", role: .viewer, project: nil, expiresAt: nil))
        }
    }
}

/// Policies of which nothing is as it is by itself.
let specimenPolicies = AppPolicies(
    receipt: ReceiptPolicy(unusable: .refuse, reportOnly: true),
    risk: RiskPolicy(
        action: .shortenTokens, threshold: 1_000_000, duration: 5_184_000, tokenTTL: 604_800, reportOnly: true),
    launch: LaunchPolicy(
        validationCategory: .init(
            .require, [.appStore, .testFlight, ValidationCategory(rawValue: .max)], missingOnOlderSystems: .allow),
        bundleVersion: DottedVersion("01.2.0").map {
            .init(.require, $0, missingOnOlderSystems: .refuse, reportOnly: true)
        },
        osVersion: DottedVersion("26.3").map { .init(.ifPresent, $0) },
        environment: .init(.require, [.production, .development]), keyAccess: .init(.ignore, .macOS)))

func specimenDebugToken(
    _ id: String, _ displayName: String = "Anna's phone", app appID: String = "1:1234567890:ios:aa", secret: Int,
    expiresAt: Int64? = 9000
) throws -> DebugToken {
    try DebugToken(
        projectNumber: "1234567890", appID: appID, id: id, displayName: displayName, secretHash: digest(secret),
        expiresAt: expiresAt, createdAt: 100, updatedAt: 200)
}

func specimenAdminToken(
    _ id: String, role: Role = .minter, project: String? = nil, expiresAt: Int64? = 9000
) throws -> AdminToken {
    try AdminToken(
        id: id, displayName: "Anna", role: role, projectNumber: project, secretHash: digest(1), expiresAt: expiresAt,
        createdAt: 100)
}

func specimenService(_ id: String, project: String = "1234567890") throws -> Resource {
    .service(try ProtectedService(projectNumber: project, id: id))
}

func entry(_ id: String, project: String? = "1234567890") -> AuditEntry {
    AuditEntry(
        id: id, at: 1000, actor: "token a1 (Anna)", action: "projects.update",
        resource: "projects/1234567890", projectNumber: project, before: ["displayName": "", "id": "shop"],
        after: ["id": "shop", "displayName": "\"Shop\" / Läden \\ 日本\u{0}"])
}

extension ResourceStore {
    func add(_ resources: [Resource]) async throws {
        #expect(try await apply(resources.map { .create($0) }, recording: []) == .applied)
    }
}
