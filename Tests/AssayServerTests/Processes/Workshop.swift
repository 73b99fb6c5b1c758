import AppAttest
import AppAttestSimulator
import AppCheck
import Foundation
import Storage
import TestSupport

/// What processes are tested with: a data directory, an authority, and a registered app. Processes have the system's
/// clock, so this is the one place where tests look at it.
struct Workshop: Sendable {
    let dataDirectory: String
    let authority: SimulatedAuthority

    static func with(_ body: (Workshop) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let authority = try SimulatedAuthority(notBefore: Date() - 86_400, notAfter: Date() + 86_400)
            try await body(Workshop(dataDirectory: folder.file("data"), authority: authority))
        }
    }

    /// Registers the app beside a running server, as the command line does.
    func register() async throws {
        try await withStore { store in
            let project = try Project(number: Site.project, id: "shop")
            try await store.add(project)
            try await store.add(
                RegisteredApp(
                    project: project, appID: Site.appID, teamID: Site.team, bundleIDs: [Site.bundle],
                    trustAnchors: [authority.trustAnchor]))
        }
    }

    func withStore<Result>(_ body: (SQLiteStore) async throws -> Result) async throws -> Result {
        let store = try await SQLiteStore.open(path: "\(dataDirectory)/assay.db")
        do {
            let result = try await body(store)
            await store.close()
            return result
        } catch {
            await store.close()
            throw error
        }
    }

    func phone(_ server: ServeProcess) -> Phone {
        Phone(http: server.http, clock: StandingClock(seconds: Int64(Date().timeIntervalSince1970)))
    }

    func device() throws -> SimulatedDevice {
        try authority.makeDevice(
            appID: AppID(teamID: Site.team, bundleID: Site.bundle), environment: .production, generation: .iOS26)
    }
}

/// A device as far as the server acknowledged what it did.
struct AcknowledgedDevice: Sendable {
    let device: SimulatedDevice
    let artifact: [UInt8]
    /// 0 when no assertion was acknowledged.
    var counter: UInt32 = 0
}
