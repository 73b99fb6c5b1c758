extension Administration {
    /// How many custom token keys a project may have.
    package static let customTokenKeyLimit: Int64 = 20

    package func customTokenKey(
        _ id: String, in reference: String
    ) async throws(AdministrationError) -> CustomTokenKey {
        let name = ResourceName.customTokenKey(project: try await project(reference).project.number, id)
        guard let key = try await find(name).customTokenKey else { throw .notFound(name) }
        return key
    }

    /// Custom token keys of a project in the order of their ids.
    package func customTokenKeys(
        in reference: String, after: String? = nil, size: Int
    ) async throws(AdministrationError) -> Page<CustomTokenKey> {
        let number = try await project(reference).project.number
        return try await page(.customTokenKeys(project: number), after: after, size: size).map(\.customTokenKey)
    }

    /// - Parameter publicKey: an RSA key as SubjectPublicKeyInfo in DER, which the caller has checked.
    package func createCustomTokenKey(
        _ id: String, serviceAccount: String, publicKey: [UInt8], in reference: String, by actor: Actor
    ) async throws(AdministrationError) -> CustomTokenKey {
        let number = try await project(reference).project.number
        let made: CustomTokenKey
        do {
            made = try CustomTokenKey(
                projectNumber: number, id: id, serviceAccount: serviceAccount, publicKey: publicKey,
                createdAt: surroundings.seconds)
        } catch { throw .invalid(error) }
        try await create(
            .customTokenKey(made), limit: Self.customTokenKeyLimit,
            Deed(action: "projects.customTokenKeys.create", actor: actor))
        return made
    }

    /// Custom tokens signed with the key are refused from here on.
    package func deleteCustomTokenKey(
        _ id: String, in reference: String, etag: String? = nil, by actor: Actor
    ) async throws(AdministrationError) {
        let number = try await project(reference).project.number
        try await remove(
            .customTokenKey(project: number, id), etag: etag,
            Deed(action: "projects.customTokenKeys.delete", actor: actor))
    }
}
