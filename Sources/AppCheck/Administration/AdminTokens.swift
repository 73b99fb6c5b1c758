extension Administration {
    /// Bearer tokens, oldest first.
    package func adminTokens(
        after: String? = nil, size: Int
    ) async throws(AdministrationError) -> Page<AdminToken> {
        try await page(.adminTokens, after: after, size: size).map(\.adminToken)
    }

    /// - Parameters:
    ///   - reference: the one project it is for; nil for all.
    ///   - lifetime: seconds until it ends; nil for never.
    /// - Returns: the token, and its text, which cannot be read again.
    package func createAdminToken(
        displayName: String, role: Role, project reference: String? = nil, lifetime: Int64? = nil, by actor: Actor
    ) async throws(AdministrationError) -> (token: AdminToken, text: String) {
        var number: String?
        if let reference { number = try await project(reference).project.number }
        let now = surroundings.seconds
        let (end, overflow) = now.addingReportingOverflow(lifetime ?? 0)
        let credential = try newCredential(.adminToken)
        let made: AdminToken
        do throws(RegistrationFault) {
            guard !overflow else { throw RegistrationFault(.expiry, "a moment that a clock can show", "a later one") }
            made = try AdminToken(
                id: credential.id, displayName: displayName, role: role, projectNumber: number,
                secretHash: credential.hash, expiresAt: lifetime == nil ? nil : try Self.future(end, now),
                createdAt: now)
        } catch { throw .invalid(error) }
        try await create(.adminToken(made), Deed(action: "adminTokens.create", actor: actor))
        return (made, credential.text)
    }

    /// The token is good for nothing within a few seconds, on all servers.
    package func revokeAdminToken(_ id: String, by actor: Actor) async throws(AdministrationError) {
        try await remove(.adminToken(id), etag: nil, Deed(action: "adminTokens.delete", actor: actor))
    }
}
