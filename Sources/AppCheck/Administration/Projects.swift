extension Administration {
    /// - Parameter reference: a project's number or its id.
    package func project(_ reference: String) async throws(AdministrationError) -> RegisteredProject {
        let found: RegisteredProject?
        do { found = try await registry.project(reference) } catch { throw AdministrationError(error) }
        guard let found else { throw .projectNotFound(reference) }
        return found
    }

    /// Projects in the order of their numbers.
    package func projects(after: String? = nil, size: Int) async throws(AdministrationError) -> Page<RegisteredProject>
    {
        try await page(.projects, after: after, size: size).map(\.project)
    }

    /// - Parameter number: made up unless given.
    package func createProject(
        id: String, number: String? = nil, displayName: String = "", by actor: Actor
    ) async throws(AdministrationError) -> RegisteredProject {
        let made: RegisteredProject
        do throws(RegistrationFault) {
            let now = surroundings.seconds
            let number = if let number { number } else { try randomProjectNumber() }
            made = try RegisteredProject(
                project: Project(number: number, id: id), displayName: displayName, createdAt: now, updatedAt: now)
        } catch { throw .invalid(error) }
        try await create(.project(made), Deed(action: "projects.create", actor: actor))
        return made
    }

    package func updateProject(
        _ reference: String, displayName: String?, etag: String? = nil, by actor: Actor
    ) async throws(AdministrationError) -> RegisteredProject {
        let name = ResourceName.project(try await project(reference).project.number)
        let deed = Deed(action: "projects.patch", actor: actor)
        let updated = try await update(name, etag: etag, deed) { resource, now throws(RegistrationFault) in
            guard case .project(let old) = resource else { return resource }
            return .project(
                try RegisteredProject(
                    project: old.project, displayName: displayName ?? old.displayName, createdAt: old.createdAt,
                    updatedAt: now))
        }
        guard let project = updated.project else { throw .notFound(name) }
        return project
    }

    /// Removes a project. Keys that were attested for its apps stay stored.
    /// - Parameter cascade: whether its apps, services, keys and bearer tokens go with it; if not, it must have none.
    package func deleteProject(
        _ reference: String, cascade: Bool = false, etag: String? = nil, by actor: Actor
    ) async throws(AdministrationError) {
        let number = try await project(reference).project.number
        let deed = Deed(action: "projects.delete", actor: actor)
        guard cascade else { return try await remove(.project(number), etag: etag, deed) }
        try await remove(.project(number), etag: etag, deed) { () async throws(AdministrationError) in
            try await everything(under: number)
        }
    }

    /// Children before their parents.
    private func everything(under number: String) async throws(AdministrationError) -> [Resource] {
        var found: [Resource] = []
        for app in try await all(.apps(project: number)) {
            found += try await all(.debugTokens(project: number, app: app.name.id)) + [app]
        }
        for collection in [
            ResourceCollection.services(project: number), .apiKeys(project: number), .customTokenKeys(project: number),
        ] { found += try await all(collection) }
        return try await found + all(.adminTokens).filter { $0.adminToken?.projectNumber == number }
    }

    /// Twelve digits, the first not zero.
    private func randomProjectNumber() throws(RegistrationFault) -> String {
        guard let bytes = try? surroundings.randomBytes(8) else {
            throw RegistrationFault(.projectNumber, "one that is given, since none can be made up", "none")
        }
        let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return String(100_000_000_000 + number % 900_000_000_000)
    }
}

extension Page {
    /// A page of what `transform` finds something for.
    func map<Other>(_ transform: (Item) -> Other?) -> Page<Other> {
        Page<Other>(items: items.compactMap(transform), next: next)
    }
}
