import AppAttest
import AppCheck
private import FoundationEssentials

extension ResourceTable {
    static let apps = ResourceTable(
        "apps", of: "an app", key: ["project_number", "app_id"],
        columns: [
            "display_name", "team_id", "bundle_ids", "environments", "trust_anchors", "token_ttl", "debug_token_limit",
            "policies", "created_at", "updated_at",
        ],
        lookedUp: ["(SELECT projects.id FROM projects WHERE projects.number = apps.project_number)"],
        dependents: [("debug_tokens", ["project_number", "app_id"])]
    ) { row throws(StoreError) in .app(try RegisteredApp.read(&row)) }
}

extension RegisteredApp: StoredResource {
    var values: [SQLValue] {
        let environments = AttestationEnvironment.allCases.filter(environments.contains).map(\.rawValue)
        let anchors = trustAnchors.map { Data($0.der).base64EncodedString() }
        return [
            .text(project.number), .text(appID), .text(displayName), .text(teamID),
            .text(TextList.encode(bundleIDs)), .text(TextList.encode(environments)), .text(TextList.encode(anchors)),
            .integer(tokenTTL), .integer(debugTokenLimit), .text(PoliciesText.encode(policies)), .integer(createdAt),
            .integer(updatedAt),
        ]
    }

    var parent: ParentRow? { .project(project) }

    static func read(_ row: inout SQLRow) throws(StoreError) -> RegisteredApp {
        let (number, appID, displayName) = (try row.text(), try row.text(), try row.text())
        let (teamID, bundleIDs) = (try row.text(), try row.list())
        var environments: Set<AttestationEnvironment> = []
        for name in try row.list() {
            guard let environment = AttestationEnvironment(rawValue: name) else { throw row.damaged }
            environments.insert(environment)
        }
        var anchors: [TrustAnchor] = []
        for encoded in try row.list() {
            guard let der = Data(base64Encoded: encoded) else { throw row.damaged }
            do { anchors.append(try TrustAnchor(der: Array(der))) } catch { throw row.damaged }
        }
        let (tokenTTL, debugTokenLimit) = (try row.integer(Int64.self), try row.integer(Int64.self))
        let policies = try row.policies()
        let (createdAt, updatedAt) = (try row.integer(Int64.self), try row.integer(Int64.self))
        do {
            return try RegisteredApp(
                project: Project(number: number, id: row.text()), appID: appID, displayName: displayName,
                teamID: teamID, bundleIDs: bundleIDs, environments: environments, trustAnchors: anchors,
                tokenTTL: tokenTTL, debugTokenLimit: debugTokenLimit, policies: policies, createdAt: createdAt,
                updatedAt: updatedAt)
        } catch { throw row.damaged }
    }
}
