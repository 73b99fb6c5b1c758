private import Cryptography

/// Somebody with a good bearer token.
package struct Caller: Sendable, Hashable {
    package let token: AdminToken

    /// For the record of changes.
    package var actor: Actor { Actor("admin token \(token.id) (\(token.displayName))") }
}

/// Decides who is let in: by bearer tokens to what is administered, by API keys to exchanges. A class, because each request
/// takes it in hand several times.
package final class AccessControl: Sendable {
    private let store: any ResourceStore
    private let registry: any Registry
    private let surroundings: Surroundings
    private let tokens: Remembered<AdminToken?>
    private let keys: Remembered<[APIKey]>

    /// - Parameter lifetime: seconds that tokens and keys are remembered for; what is revoked ends within that time.
    package init(
        store: any ResourceStore, registry: any Registry, surroundings: Surroundings, lifetime: Int64 = 3
    ) {
        (self.store, self.registry, self.surroundings) = (store, registry, surroundings)
        // A token's id has 32 bytes, a project's id 63 at most.
        tokens = Remembered(lifetime: lifetime, longestName: 32)
        keys = Remembered(lifetime: lifetime, longestName: 63)
    }

    /// - Parameter text: of the bearer token; nil if none was sent.
    package func caller(bearing text: String?) async throws(AccessError) -> Caller {
        guard let text, let shown = Credential(.adminToken, parsing: text) else { throw .unauthenticated }
        let now = surroundings.seconds
        let known = try await tokens.value(for: ExactName(shown.id), at: now, isOutage: { _ in false }) {
            () async throws(AccessError) in
            do throws(StoreError) { return try await store.resource(.adminToken(shown.id))?.adminToken } catch {
                throw AccessError(error)
            }
        }
        guard let token = known, ConstantTime.equal(token.secretHash, shown.hash),
            token.expiresAt.map({ now < $0 }) ?? true
        else { throw .unauthenticated }
        return Caller(token: token)
    }

    /// - Parameters:
    ///   - reference: the number or id of the project that it is about; nil for what is about all of them.
    ///   - resource: what the refusal names.
    package func authorize(
        _ caller: Caller, for permission: Permission, project reference: String?, resource: String
    ) async throws(AccessError) {
        guard caller.token.role.allows(permission) else {
            throw .permissionDenied(permission, resource: resource)
        }
        guard let own = caller.token.projectNumber else { return }
        guard let reference else {
            // The listing of projects shows whoever is bound to one that one.
            guard permission == .readProjects else { throw .permissionDenied(permission, resource: resource) }
            return
        }
        if reference.utf8.elementsEqual(own.utf8) { return }
        let named: RegisteredProject?
        do { named = try await registry.project(reference) } catch { throw AccessError(error) }
        // Whether there is another project of that name is none of this caller's business.
        guard named?.project.number == own else { throw .permissionDenied(permission, resource: resource) }
    }

    /// Lets an app to the exchanges of a project: always while the project has no API key, then with one of them, or with
    /// a bearer token that is good for the project.
    /// - Parameters:
    ///   - text: of the API key; nil if none was sent.
    ///   - bearer: text of the bearer token; nil if none was sent.
    ///   - bundleID: what the app says it is.
    ///   - grantsNothing: whether what it asks for is worth nothing without a later exchange: then, while the store cannot
    ///     be asked, the keys count that the project had within the last hour.
    package func admit(
        apiKey text: String?, bearer: String?, bundleID: String?, project reference: String,
        grantsNothing: Bool = false
    ) async throws(AccessError) {
        let keys: [APIKey]
        // To ask first saves the calls that could wait.
        if let known = self.keys.known(ExactName(reference), at: surroundings.seconds) {
            keys = known
        } else {
            keys = try await remembered(keysOf: reference, inOutages: grantsNothing)
        }
        guard let number = keys.first?.projectNumber else { return }
        if let bearer, try await isGood(bearer, inProject: number) { return }
        guard let text else { throw .apiKeyMissing }
        guard let shown = Credential(.apiKey, parsing: text) else { throw .apiKeyInvalid }
        var known = keys.first { $0.id == shown.id }
        // One that was just made is not among those remembered, and whoever is told that it is none may not ask again for
        // a day.
        if known == nil {
            do throws(StoreError) { known = try await store.resource(.apiKey(project: number, shown.id))?.apiKey } catch
            {
                throw AccessError(error)
            }
        }
        guard let key = known, ConstantTime.equal(key.secretHash, shown.hash) else { throw .apiKeyInvalid }
        guard key.bundleIDs.isEmpty || key.bundleIDs.contains(where: { $0.utf8.elementsEqual((bundleID ?? "").utf8) })
        else { throw .apiKeyBlocked(bundleID: bundleID ?? "") }
    }

    /// Whether the project had no API key a moment ago, so that any app is let in; without looking.
    package func admitsAnyone(toProject reference: String, at now: Int64) -> Bool {
        keys.found(ExactName(reference), at: now).map { !$0.isOutlived && $0.value.isEmpty } ?? false
    }

    private func remembered(
        keysOf reference: String, inOutages isGood: Bool
    ) async throws(AccessError) -> [APIKey] {
        let (name, now) = (ExactName(reference), surroundings.seconds)
        do throws(AccessError) {
            return try await keys.value(for: name, at: now, isOutage: \.isOutage) { () async throws(AccessError) in
                do throws(StoreError) { return try await apiKeys(ofProject: reference) } catch {
                    throw AccessError(error)
                }
            }
        } catch {
            guard isGood, error.isOutage, let known = keys.lastKnown(name, at: now) else { throw error }
            return known
        }
    }

    private func apiKeys(ofProject reference: String) async throws(StoreError) -> [APIKey] {
        guard let project = try await registry.project(reference) else { return [] }
        return try await store.resources(
            .apiKeys(project: project.project.number), after: nil, limit: Int(Administration.apiKeyLimit)
        ).compactMap(\.apiKey)
    }

    /// Whether a bearer token lets in to a project's exchanges.
    /// - Throws: that the store cannot say, which is no refusal.
    private func isGood(_ bearer: String, inProject number: String) async throws(AccessError) -> Bool {
        let caller: Caller
        do { caller = try await self.caller(bearing: bearer) } catch {
            guard error == .unauthenticated else { throw error }
            return false
        }
        return caller.token.projectNumber.map { $0 == number } ?? true
    }
}

extension AccessError {
    /// Whether it says nothing about what was asked for, because the store could not be asked.
    fileprivate var isOutage: Bool {
        if case .unavailable = self { true } else { false }
    }
}
