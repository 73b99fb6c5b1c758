private import Cryptography

/// What a debug token's owner may change: each field that is set.
package struct DebugTokenChange: Sendable {
    package var displayName: String?
    /// Seconds since 1970; the inner nil for never.
    package var expiresAt: Int64??

    package init() {}
}

extension Administration {
    package func debugToken(
        _ id: String, of appID: String, in reference: String
    ) async throws(AdministrationError) -> DebugToken {
        let app = try await app(appID, in: reference)
        let name = ResourceName.debugToken(project: app.project.number, app: appID, id)
        guard let token = try await find(name).debugToken else { throw .notFound(name) }
        return token
    }

    /// Debug tokens of an app, oldest first.
    package func debugTokens(
        of appID: String, in reference: String, after: String? = nil, size: Int
    ) async throws(AdministrationError) -> Page<DebugToken> {
        let app = try await app(appID, in: reference)
        return try await page(.debugTokens(project: app.project.number, app: appID), after: after, size: size)
            .map(\.debugToken)
    }

    /// - Parameters:
    ///   - secret: a UUID of version 4 in either case. Only its hash is kept.
    ///   - expiresAt: seconds since 1970, later than now; nil for never.
    package func createDebugToken(
        displayName: String, secret: String, expiresAt: Int64? = nil, of appID: String, in reference: String,
        by actor: Actor
    ) async throws(AdministrationError) -> DebugToken {
        let app = try await app(appID, in: reference)
        let now = surroundings.seconds
        guard let hash = DebugToken.hash(ofSecret: secret) else {
            throw .invalid(RegistrationFault(.debugTokenSecret, ofSecret: "a UUID of version 4"))
        }
        let made: DebugToken
        do {
            let id = try ResourceID.make(surroundings)
            made = try DebugToken(
                projectNumber: app.project.number, appID: appID, id: id, displayName: displayName, secretHash: hash,
                expiresAt: Self.future(expiresAt, now), createdAt: now, updatedAt: now)
        } catch let error as RegistrationFault {
            throw .invalid(error)
        } catch {
            throw .internalFailure("no name can be made up")
        }
        try await create(
            .debugToken(made), limit: app.debugTokenLimit,
            Deed(action: "projects.apps.debugTokens.create", actor: actor))
        return made
    }

    package func updateDebugToken(
        _ id: String, of appID: String, in reference: String, _ change: DebugTokenChange, etag: String? = nil,
        by actor: Actor
    ) async throws(AdministrationError) -> DebugToken {
        let app = try await app(appID, in: reference)
        let name = ResourceName.debugToken(project: app.project.number, app: appID, id)
        let deed = Deed(action: "projects.apps.debugTokens.patch", actor: actor)
        let updated = try await update(name, etag: etag, deed) { resource, now throws(RegistrationFault) in
            guard case .debugToken(let old) = resource else { return resource }
            // An end that is given back as it was may have passed.
            let expiry = change.expiresAt ?? old.expiresAt
            return .debugToken(
                try DebugToken(
                    projectNumber: old.projectNumber, appID: old.appID, id: old.id,
                    displayName: change.displayName ?? old.displayName, secretHash: old.secretHash,
                    expiresAt: expiry == old.expiresAt ? expiry : try Self.future(expiry, now),
                    createdAt: old.createdAt, updatedAt: now))
        }
        guard let token = updated.debugToken else { throw .notFound(name) }
        return token
    }

    /// Exchanges of the token are refused from here on.
    package func deleteDebugToken(
        _ id: String, of appID: String, in reference: String, etag: String? = nil, by actor: Actor
    ) async throws(AdministrationError) {
        let app = try await app(appID, in: reference)
        try await remove(
            .debugToken(project: app.project.number, app: appID, id), etag: etag,
            Deed(action: "projects.apps.debugTokens.delete", actor: actor))
    }

    static func future(_ moment: Int64?, _ now: Int64) throws(RegistrationFault) -> Int64? {
        guard moment.map({ $0 > now }) ?? true else {
            throw RegistrationFault(.expiry, "a moment in the future", "one that has passed")
        }
        return moment
    }
}
