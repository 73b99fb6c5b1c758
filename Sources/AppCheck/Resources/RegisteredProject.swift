/// A project and what an administrator says about it.
package struct RegisteredProject: Hashable, Sendable {
    package let project: Project
    /// What people call it; may be empty.
    package let displayName: String
    /// Seconds since 1970.
    package let createdAt: Int64
    package let updatedAt: Int64

    /// - Throws: ``RegistrationFault`` for a display name that is none.
    package init(
        project: Project, displayName: String = "", createdAt: Int64 = 0, updatedAt: Int64 = 0
    ) throws(RegistrationFault) {
        try RegisteredText.requireDisplayName(displayName)
        (self.project, self.displayName) = (project, displayName)
        (self.createdAt, self.updatedAt) = (createdAt, updatedAt)
    }
}
