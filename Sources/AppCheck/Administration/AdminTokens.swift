private import Cryptography

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

    /// Whether nobody has administered yet: there is no bearer token, and the record is empty.
    package func isUntouched() async throws(AdministrationError) -> Bool {
        guard try await adminTokens(size: 1).items.isEmpty else { return false }
        return try await auditEntries(size: 1).items.isEmpty
    }

    package func newAdminCredential() throws(AdministrationError) -> Credential { try newCredential(.adminToken) }

    /// Makes the bearer token of the first administrator, provided that there is no other: of several that try at once,
    /// over one store, one alone succeeds.
    /// - Returns: whether it was made.
    package func createFirstAdminToken(
        _ credential: Credential, by actor: Actor
    ) async throws(AdministrationError) -> Bool {
        let made: AdminToken
        do throws(RegistrationFault) {
            made = try AdminToken(
                id: credential.id, displayName: "first administrator", role: .admin, projectNumber: nil,
                secretHash: credential.hash, expiresAt: nil, createdAt: surroundings.seconds)
        } catch { throw .invalid(error) }
        do throws(AdministrationError) {
            try await create(.adminToken(made), limit: 1, Deed(action: "adminTokens.create", actor: actor))
            return true
        } catch {
            if case .alreadyExists = error { return false }
            if case .limitReached = error { return false }
            throw error
        }
    }

    /// Whether the store has this very token.
    package func hasAdminToken(_ credential: Credential) async throws(AdministrationError) -> Bool {
        let found: Resource?
        do { found = try await store.resource(.adminToken(credential.id)) } catch { throw AdministrationError(error) }
        return found?.adminToken.map { ConstantTime.equal($0.secretHash, credential.hash) } ?? false
    }

    /// The token is good for nothing within a few seconds, on all servers.
    package func revokeAdminToken(_ id: String, by actor: Actor) async throws(AdministrationError) {
        try await remove(.adminToken(id), etag: nil, Deed(action: "adminTokens.delete", actor: actor))
    }
}
