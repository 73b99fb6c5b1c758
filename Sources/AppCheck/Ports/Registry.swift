/// Which projects and apps are served.
package protocol Registry: Sendable {
    /// - Parameter reference: a project's number or its id.
    func project(_ reference: String) async throws(StoreError) -> Project?
    /// All projects, ordered by id.
    func projects() async throws(StoreError) -> [Project]
    func app(_ appID: String, in project: Project) async throws(StoreError) -> RegisteredApp?
    /// The project's apps, ordered by app id.
    func apps(in project: Project) async throws(StoreError) -> [RegisteredApp]

    /// Fails with `alreadyExists` when the number or the id is taken, also when one project's id is meant to be
    /// another's number.
    func add(_ project: Project) async throws(StoreError)
    /// Fails with `alreadyExists` when the project has an app of that id.
    func add(_ app: RegisteredApp) async throws(StoreError)
    /// Whether there was such an app. Keys attested for it stay stored, so that adding it again serves them.
    func removeApp(_ appID: String, in project: Project) async throws(StoreError) -> Bool
}
