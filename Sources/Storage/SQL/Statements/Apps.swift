import AppAttest
import AppCheck
private import FoundationEssentials

/// The table `apps`.
enum Apps {
    static func find(
        _ appID: String, in project: Project, on session: some SQLSession
    ) throws(StoreError) -> RegisteredApp? {
        let rows = try session.query(
            select + " WHERE project_number = $1 AND app_id = $2", [.text(project.number), .text(appID)])
        guard let row = rows.first else { return nil }
        return try app(row, in: project)
    }

    static func all(in project: Project, on session: some SQLSession) throws(StoreError) -> [RegisteredApp] {
        var apps: [RegisteredApp] = []
        for row in try session.query(select + " WHERE project_number = $1", [.text(project.number)]) {
            apps.append(try app(row, in: project))
        }
        // Sorted here, since what a database takes for the order of texts depends on its locale.
        return apps.sorted { $0.appID < $1.appID }
    }

    static func add(_ app: RegisteredApp, on session: some SQLSession) throws(StoreError) -> Decision<Void> {
        guard try Projects.find(app.project.number, on: session) == app.project else {
            throw .unreadable("there is no project \(app.project.id) with number \(app.project.number)")
        }
        let environments = AttestationEnvironment.allCases.filter(app.environments.contains).map(\.rawValue)
        let anchors = app.trustAnchors.map { Data($0.der).base64EncodedString() }
        let inserted = try session.execute(
            insert,
            [
                .text(app.project.number), .text(app.appID), .text(app.teamID),
                .text(TextList.encode(app.bundleIDs)), .text(TextList.encode(environments)),
                .text(TextList.encode(anchors)), .integer(app.tokenTTL),
            ])
        guard inserted == 1 else { throw .alreadyExists("app \(app.appID) of project \(app.project.id)") }
        return .keep(())
    }

    static func remove(
        _ appID: String, in project: Project, on session: some SQLSession
    ) throws(StoreError) -> Decision<Bool> {
        let removed = try session.execute(
            "DELETE FROM apps WHERE project_number = $1 AND app_id = $2", [.text(project.number), .text(appID)])
        return .keep(removed == 1)
    }

    private static let select = """
        SELECT app_id, team_id, bundle_ids, environments, trust_anchors, token_ttl FROM apps
        """
    private static let insert = """
        INSERT INTO apps (project_number, app_id, team_id, bundle_ids, environments, trust_anchors, token_ttl)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
        """

    private static func app(_ values: [SQLValue], in project: Project) throws(StoreError) -> RegisteredApp {
        var row = SQLRow(values, of: "an app of project \(project.id)")
        let (appID, teamID, bundleIDs) = (try row.text(), try row.text(), try row.list())
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
        let tokenTTL = try row.integer(Int64.self)
        do {
            return try RegisteredApp(
                project: project, appID: appID, teamID: teamID, bundleIDs: bundleIDs, environments: environments,
                trustAnchors: anchors, tokenTTL: tokenTTL)
        } catch { throw row.damaged }
    }
}
