/// One administrative change: who made it, when, and what it changed.
package struct AuditEntry: Hashable, Sendable {
    /// Grows with time: entries ordered by id are ordered by moment.
    package let id: String
    /// Seconds since 1970.
    package let at: Int64
    /// Who: a bearer token by its id and name, or the command line.
    package let actor: String
    /// What was asked for, such as `projects.apps.debugTokens.create`.
    package let action: String
    /// The resource, as a path with the project's number.
    package let resource: String
    /// Nil for a change outside of projects.
    package let projectNumber: String?
    /// The resource before and after, by the names of its fields and without secrets; nil where there was or is none.
    package let before: [String: String]?
    package let after: [String: String]?

    package init(
        id: String, at: Int64, actor: String, action: String, resource: String, projectNumber: String?,
        before: [String: String]?, after: [String: String]?
    ) {
        (self.id, self.at, self.actor, self.action) = (id, at, actor, action)
        (self.resource, self.projectNumber) = (resource, projectNumber)
        (self.before, self.after) = (before, after)
    }
}
