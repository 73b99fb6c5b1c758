private import Cryptography
private import Encodings
package import AppAttest

/// What an administrator says about an app: at its creation all that is needed, at an update what is to change.
package struct AppSettings: Sendable {
    package var displayName: String?
    package var teamID: String?
    package var bundleIDs: [String]?
    package var environments: Set<AttestationEnvironment>?
    package var trustAnchors: [TrustAnchor]?
    /// Seconds.
    package var tokenTTL: Int64?
    package var debugTokenLimit: Int64?
    package var receiptPolicy: ReceiptPolicy?
    package var riskPolicy: RiskPolicy?
    package var launchPolicy: LaunchPolicy?

    package init() {}

    /// The policies with what is set here in the place of what they have.
    func applied(to policies: AppPolicies) -> AppPolicies {
        AppPolicies(
            receipt: receiptPolicy ?? policies.receipt, risk: riskPolicy ?? policies.risk,
            launch: launchPolicy ?? policies.launch)
    }

    /// The app with what is set here in the place of what it has.
    func applied(to app: RegisteredApp, at now: Int64) throws(RegistrationFault) -> RegisteredApp {
        try RegisteredApp(
            project: app.project, appID: app.appID, displayName: displayName ?? app.displayName,
            teamID: teamID ?? app.teamID, bundleIDs: bundleIDs ?? app.bundleIDs,
            environments: environments ?? app.environments, trustAnchors: trustAnchors ?? app.trustAnchors,
            tokenTTL: tokenTTL ?? app.tokenTTL, debugTokenLimit: debugTokenLimit ?? app.debugTokenLimit,
            policies: applied(to: app.policies), createdAt: app.createdAt, updatedAt: now)
    }
}

extension Administration {
    package func app(_ appID: String, in reference: String) async throws(AdministrationError) -> RegisteredApp {
        let name = ResourceName.app(project: try await project(reference).project.number, appID)
        guard let app = try await find(name).app else { throw .notFound(name) }
        return app
    }

    /// Apps in the order of their ids.
    package func apps(
        in reference: String, after: String? = nil, size: Int
    ) async throws(AdministrationError) -> Page<RegisteredApp> {
        let number = try await project(reference).project.number
        return try await page(.apps(project: number), after: after, size: size).map(\.app)
    }

    /// - Parameter appID: made up unless given.
    package func createApp(
        _ appID: String? = nil, in reference: String, _ settings: AppSettings, by actor: Actor
    ) async throws(AdministrationError) -> RegisteredApp {
        let project = try await project(reference).project
        let now = surroundings.seconds
        let made: RegisteredApp
        do throws(RegistrationFault) {
            let name = if let appID { appID } else { try randomAppID(project) }
            made = try RegisteredApp(
                project: project, appID: name, displayName: settings.displayName ?? "",
                teamID: settings.teamID ?? "", bundleIDs: settings.bundleIDs ?? [],
                environments: settings.environments ?? [.production], trustAnchors: settings.trustAnchors ?? [],
                tokenTTL: settings.tokenTTL ?? RegisteredApp.defaultTokenTTL,
                debugTokenLimit: settings.debugTokenLimit ?? RegisteredApp.defaultDebugTokenLimit,
                policies: settings.applied(to: .standard), createdAt: now, updatedAt: now)
        } catch { throw .invalid(error) }
        try await create(.app(made), Deed(action: "projects.apps.create", actor: actor))
        return made
    }

    /// - Parameter action: what the record calls it.
    package func updateApp(
        _ appID: String, in reference: String, _ settings: AppSettings, etag: String? = nil,
        action: String = "projects.apps.patch", by actor: Actor
    ) async throws(AdministrationError) -> RegisteredApp {
        let name = ResourceName.app(project: try await project(reference).project.number, appID)
        let deed = Deed(action: action, actor: actor)
        let updated = try await update(name, etag: etag, deed) { resource, now throws(RegistrationFault) in
            guard case .app(let app) = resource else { return resource }
            return .app(try settings.applied(to: app, at: now))
        }
        guard let app = updated.app else { throw .notFound(name) }
        return app
    }

    /// Removes an app and its debug tokens. Keys that were attested for it stay stored: adding it again serves its
    /// installations as before.
    package func deleteApp(
        _ appID: String, in reference: String, etag: String? = nil, by actor: Actor
    ) async throws(AdministrationError) {
        let number = try await project(reference).project.number
        let deed = Deed(action: "projects.apps.delete", actor: actor)
        try await remove(.app(project: number, appID), etag: etag, deed) { () async throws(AdministrationError) in
            try await all(.debugTokens(project: number, app: appID))
        }
    }

    private func randomAppID(_ project: Project) throws(RegistrationFault) -> String {
        guard let digits = try? surroundings.randomBytes(8) else {
            throw RegistrationFault(.appID, "one that is given, since none can be made up", "none")
        }
        return "1:\(project.number):ios:\(Hexadecimal.encode(digits))"
    }
}
