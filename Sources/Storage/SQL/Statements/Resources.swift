import AppCheck

/// What is read of the tables of resources.
enum Resources {
    static func find(_ name: ResourceName, on session: some SQLSession) throws(StoreError) -> Resource? {
        let table = name.collection.table
        guard name.key.allSatisfy(\.canBeStored), let values = try session.query(table.find, name.key).first else {
            return nil
        }
        return try table.resource(values)
    }

    static func list(
        _ collection: ResourceCollection, after id: String?, limit: Int, on session: some SQLSession
    ) throws(StoreError) -> [Resource] {
        let table = collection.table
        // A negative limit means none at all to one database and an error to the other.
        let bounds: [SQLValue] = [.text((id ?? "").cutToStorable), .integer(Int64(max(0, limit)))]
        var resources: [Resource] = []
        for values in try session.query(table.list, collection.parentKey + bounds) {
            resources.append(try table.resource(values))
        }
        return resources
    }

    /// - Parameter reference: a project's number or its id.
    static func project(
        _ reference: String, on session: some SQLSession
    ) throws(StoreError) -> RegisteredProject? {
        let parameter = SQLValue.text(reference)
        guard parameter.canBeStored else { return nil }
        let rows = try session.query(ResourceTable.projectByReference, [parameter])
        guard let values = rows.first, case .project(let project) = try ResourceTable.projects.resource(values)
        else { return nil }
        return project
    }

    static func app(
        _ appID: String, in project: Project, on session: some SQLSession
    ) throws(StoreError) -> RegisteredApp? {
        guard case .app(let app)? = try find(.app(project: project.number, appID), on: session),
            app.project == project
        else { return nil }
        return app
    }

    static func debugToken(
        secretHash: [UInt8], app appID: String, inProject number: String, on session: some SQLSession
    ) throws(StoreError) -> DebugToken? {
        let parameters: [SQLValue] = [.text(number), .text(appID), .bytes(secretHash)]
        guard parameters.allSatisfy(\.canBeStored) else { return nil }
        let rows = try session.query(ResourceTable.debugTokenBySecret, parameters)
        guard let values = rows.first,
            case .debugToken(let token) = try ResourceTable.debugTokens.resource(values)
        else { return nil }
        return token
    }
}
