/// Which projects and apps are served: what exchanges need to know of ``ResourceStore``.
package protocol Registry: Sendable {
    /// - Parameter reference: a project's number or its id.
    func project(_ reference: String) async throws(StoreError) -> RegisteredProject?
    func app(_ appID: String, in project: Project) async throws(StoreError) -> RegisteredApp?
}
