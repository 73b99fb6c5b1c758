import AppAttest
import AppAttestSimulator
import AppCheck
import Cryptography
import Foundation
import Storage
import TestSupport

/// What processes are tested with: a folder, a database, an authority, and a registered app. Processes have the system's
/// clock, so this is the one place where tests look at it.
struct Workshop: Sendable {
    let place: Place
    let authority: SimulatedAuthority
    private let folder: TemporaryFolder
    /// Of all servers over a database that is not in their data directory.
    private let masterKey: String

    /// - Parameter kind: of the database, which is empty.
    static func with(on kind: TestStore = .sqlite, _ body: (Workshop) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            try await kind.with(file: folder.file("data/assay.db")) { try await body(Workshop($0, folder)) }
        }
    }

    static func with(over place: Place, _ body: (Workshop) async throws -> Void) async throws {
        try await TemporaryFolder.with { try await body(Workshop(place, $0)) }
    }

    private init(_ place: Place, _ folder: TemporaryFolder) throws {
        (self.place, self.folder) = (place, folder)
        authority = try SimulatedAuthority(notBefore: Date() - 86_400, notAfter: Date() + 86_400)
        masterKey = Data(try SecureRandom.bytes(32)).base64EncodedString()
    }

    var dataDirectory: String { folder.file("data") }

    /// One of several servers over the database: over SQLite they share the data directory, over PostgreSQL each has its
    /// own and they have the master key in common.
    func start(_ number: Int) async throws -> ServeProcess {
        switch place {
        case .file: try await ServeProcess.start(dataDirectory: dataDirectory)
        case .postgres(let connectionString):
            try await ServeProcess.start(
                dataDirectory: folder.file("data\(number)"),
                environment: ["ASSAY_DATABASE": connectionString, "ASSAY_MASTER_KEY": masterKey])
        }
    }

    /// Registers the app beside running servers, as the command line does.
    func register() async throws {
        try await place.withStore { store in
            let project = try Project(number: Site.project, id: "shop")
            try await store.add(project)
            try await store.add(
                RegisteredApp(
                    project: project, appID: Site.appID, teamID: Site.team, bundleIDs: [Site.bundle],
                    trustAnchors: [authority.trustAnchor]))
        }
    }

    /// A bearer token with which a backend has tokens used up.
    func backendToken() async throws -> String {
        try await place.withStore { store in
            let administration = Administration(
                store: store, registry: store, keys: store, receipts: store, counts: store,
                surroundings: Surroundings(now: { Date() }) { count throws(CryptographyError) in
                    try SecureRandom.bytes(count)
                })
            return try await administration.createAdminToken(
                displayName: "a backend", role: .verifier, by: Actor("a test")
            ).text
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
