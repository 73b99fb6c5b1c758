/// What is to become of a service: each field that is set.
package struct ServiceChange: Sendable {
    package let serviceID: String
    package let enforcement: EnforcementMode?
    package let replayProtection: EnforcementMode?
    package let etag: String?

    package init(
        serviceID: String, enforcement: EnforcementMode? = nil, replayProtection: EnforcementMode? = nil,
        etag: String? = nil
    ) {
        (self.serviceID, self.enforcement) = (serviceID, enforcement)
        (self.replayProtection, self.etag) = (replayProtection, etag)
    }

    func applied(to service: ProtectedService, at now: Int64) throws(RegistrationFault) -> ProtectedService {
        try ProtectedService(
            projectNumber: service.projectNumber, id: service.id, enforcement: enforcement ?? service.enforcement,
            replayProtection: replayProtection ?? service.replayProtection, createdAt: service.createdAt,
            updatedAt: now)
    }
}

extension Administration {
    /// A service as it is configured; one that nobody configured is off.
    package func service(_ id: String, in reference: String) async throws(AdministrationError) -> ProtectedService {
        let number = try await project(reference).project.number
        if let stored = try await stored(id, in: number) { return stored }
        do { return try unconfigured(id, in: number) } catch { throw .invalid(error) }
    }

    /// The services that were configured, in the order of their ids.
    package func services(
        in reference: String, after: String? = nil, size: Int
    ) async throws(AdministrationError) -> Page<ProtectedService> {
        let number = try await project(reference).project.number
        return try await page(.services(project: number), after: after, size: size).map(\.service)
    }

    /// Configures services, all or none of them.
    /// - Returns: the services in the order of the changes.
    package func updateServices(
        in reference: String, _ changes: [ServiceChange], action: String, by actor: Actor
    ) async throws(AdministrationError) -> [ProtectedService] {
        let number = try await project(reference).project.number
        let deed = Deed(action: action, actor: actor)
        for _ in 0..<Self.serviceAttempts {
            var (steps, updated): ([ResourceChange], [ProtectedService]) = ([], [])
            for (place, change) in changes.enumerated() {
                let before = try await stored(change.serviceID, in: number)
                let (start, after): (ProtectedService, ProtectedService)
                do throws(RegistrationFault) {
                    start = if let before { before } else { try unconfigured(change.serviceID, in: number) }
                    after = try change.applied(to: start, at: surroundings.seconds)
                } catch { throw .invalid(error, place: place) }
                guard change.etag.map({ Self.isSame($0, Resource.service(start).etag) }) ?? true else {
                    throw .etagMismatch(.service(project: number, change.serviceID))
                }
                if let before {
                    let isChanged = Resource.service(before).fields != Resource.service(after).fields
                    updated.append(isChanged ? after : before)
                    if isChanged { steps.append(.replace(.service(before), by: .service(after))) }
                } else {
                    updated.append(after)
                    steps.append(.create(.service(after)))
                }
            }
            guard !steps.isEmpty else { return updated }
            switch try await apply(steps, deed) {
            case .applied: return updated
            // Another server configured one of them for the first time, or again.
            case .taken, .overtaken: continue
            case .limitReached(let name), .inUse(let name), .parentMissing(let name): throw .notFound(name)
            }
        }
        throw .overtaken(.project(number))
    }

    private static let serviceAttempts = 5

    private func stored(_ id: String, in number: String) async throws(AdministrationError) -> ProtectedService? {
        do { return try await store.resource(.service(project: number, id))?.service } catch {
            throw AdministrationError(error)
        }
    }

    private func unconfigured(_ id: String, in number: String) throws(RegistrationFault) -> ProtectedService {
        try ProtectedService(projectNumber: number, id: id, createdAt: surroundings.seconds)
    }
}
