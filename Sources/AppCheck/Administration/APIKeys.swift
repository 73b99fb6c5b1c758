extension Administration {
    /// How many API keys a project may have.
    package static let apiKeyLimit: Int64 = 100

    package func apiKey(_ id: String, in reference: String) async throws(AdministrationError) -> APIKey {
        let name = ResourceName.apiKey(project: try await project(reference).project.number, id)
        guard let key = try await find(name).apiKey else { throw .notFound(name) }
        return key
    }

    /// API keys of a project, oldest first.
    package func apiKeys(
        in reference: String, after: String? = nil, size: Int
    ) async throws(AdministrationError) -> Page<APIKey> {
        let number = try await project(reference).project.number
        return try await page(.apiKeys(project: number), after: after, size: size).map(\.apiKey)
    }

    /// Makes a key. From the first one on, exchanges of the project's apps need one.
    /// - Returns: the key, and its text, which cannot be read again.
    package func createAPIKey(
        displayName: String = "", bundleIDs: [String] = [], in reference: String, by actor: Actor
    ) async throws(AdministrationError) -> (key: APIKey, text: String) {
        let number = try await project(reference).project.number
        let now = surroundings.seconds
        let credential = try newCredential(.apiKey)
        let made: APIKey
        do {
            made = try APIKey(
                projectNumber: number, id: credential.id, displayName: displayName, secretHash: credential.hash,
                bundleIDs: bundleIDs, createdAt: now, updatedAt: now)
        } catch { throw .invalid(error) }
        try await create(
            .apiKey(made), limit: Self.apiKeyLimit, Deed(action: "projects.apiKeys.create", actor: actor))
        return (made, credential.text)
    }

    package func updateAPIKey(
        _ id: String, in reference: String, displayName: String?, bundleIDs: [String]?, etag: String? = nil,
        by actor: Actor
    ) async throws(AdministrationError) -> APIKey {
        let name = ResourceName.apiKey(project: try await project(reference).project.number, id)
        let deed = Deed(action: "projects.apiKeys.patch", actor: actor)
        let updated = try await update(name, etag: etag, deed) { resource, now throws(RegistrationFault) in
            guard case .apiKey(let old) = resource else { return resource }
            return .apiKey(
                try APIKey(
                    projectNumber: old.projectNumber, id: old.id, displayName: displayName ?? old.displayName,
                    secretHash: old.secretHash, bundleIDs: bundleIDs ?? old.bundleIDs, createdAt: old.createdAt,
                    updatedAt: now))
        }
        guard let key = updated.apiKey else { throw .notFound(name) }
        return key
    }

    /// Ends a key. With the last one gone, exchanges need none again.
    package func deleteAPIKey(
        _ id: String, in reference: String, etag: String? = nil, by actor: Actor
    ) async throws(AdministrationError) {
        let number = try await project(reference).project.number
        try await remove(
            .apiKey(project: number, id), etag: etag, Deed(action: "projects.apiKeys.delete", actor: actor))
    }

    func newCredential(_ kind: Credential.Kind) throws(AdministrationError) -> Credential {
        do { return try Credential.make(kind, surroundings) } catch { throw AdministrationError(error) }
    }
}
