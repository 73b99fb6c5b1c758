import AppAttest
import AppAttestSimulator
import AppCheck
import AssayServer
import Cryptography
import Foundation
import Storage
import Synchronization
import Telemetry
import TestSupport

/// A place where servers run: their folder, clock, log and registrations, which outlive a restart.
///
/// Its clock stands still, at noon on 15 January 2026, until a test moves it.
final class Site: Sendable {
    static let project = "1234567890"
    static let appID = "1:1234567890:ios:aa"
    static let otherAppID = "1:1234567890:ios:bb"
    static let team = "ABCDE12345"
    static let bundle = "com.example.app"

    let clock = StandingClock(seconds: 1_768_478_400)
    let log = LogCapture()
    let authority: SimulatedAuthority
    let place: Place
    /// The store as another process sees it: the command line, for one.
    let store: any Store
    private let masterKey: SymmetricKey

    private init(_ place: Place) async throws {
        self.place = place
        masterKey = try SymmetricKey(SecureRandom.bytes(32))
        authority = try SimulatedAuthority(
            notBefore: clock.date - 86_400, notAfter: clock.date + 10 * 366 * 86_400)
        store = try await place.open()
    }

    /// Its tables without a store.
    var raw: any RawSession { get throws { try place.raw() } }
    /// The path of the store's file, for tests that SQLite alone is asked.
    var databasePath: String { place.filePath ?? "" }

    /// Takes the rows of all keys out of the store, as a restored backup may lack them.
    func loseKeys() throws {
        let raw = try raw
        // PostgreSQL lets nothing stay behind that leads nowhere.
        if TestStore.current == .postgres { try raw.run("DELETE FROM risk_metrics; DELETE FROM receipts") }
        try raw.run("DELETE FROM attested_keys")
    }

    /// A folder with a project and two apps in it, which trust the site's authority: the first takes keys from
    /// production and gives tokens for an hour, the second takes both environments and gives tokens for a week.
    static func with(_ body: (Site) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            try await TestStore.current.with(file: folder.file("assay.db")) { place in
                let site = try await Site(place)
                do {
                    try await site.store.add(Project(number: project, id: "shop"))
                    try await site.register(appID)
                    try await site.register(
                        otherAppID, bundle: "com.example.other", environments: [.production, .development],
                        tokenTTL: 604_800)
                    try await body(site)
                } catch {
                    await site.store.close()
                    throw error
                }
                await site.store.close()
            }
        }
    }

    func register(
        _ appID: String, bundle: String = bundle, environments: Set<AttestationEnvironment> = [.production],
        trustAnchors: [TrustAnchor]? = nil, tokenTTL: Int64 = 3_600
    ) async throws {
        let project = try Project(number: Self.project, id: "shop")
        _ = try await store.removeApp(appID, in: project)
        try await store.add(
            RegisteredApp(
                project: project, appID: appID, teamID: Self.team, bundleIDs: [bundle], environments: environments,
                trustAnchors: trustAnchors ?? [authority.trustAnchor], tokenTTL: tokenTTL))
    }

    /// Runs a server on a port of the system's choice.
    func serve(
        parts: AssayServer.Parts = .init(directoryLifetime: 0), flags: [Setting: String] = [:],
        _ body: (LiveServer) async throws -> Void
    ) async throws {
        let server = try await start(parts: parts, flags: flags)
        do { try await body(LiveServer(site: self, server: server)) } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    func start(
        parts: AssayServer.Parts = .init(directoryLifetime: 0), flags: [Setting: String] = [:]
    ) async throws -> AssayServer {
        let flags = flags.merging([.listen: "127.0.0.1:0", .maxConnections: "200"]) { given, _ in given }
        return try await AssayServer.start(
            ServerConfiguration(flags: flags), over: place.location(patience: parts.storePatience),
            masterKey: masterKey,
            surroundings: surroundings, log: newLog(), parts: parts)
    }

    func newLog() -> Log { Log(timestamp: { "2026-01-15T12:00:00Z" }, sink: log.append) }

    var surroundings: Surroundings {
        Surroundings(now: { [clock] in clock.date }) { count throws(CryptographyError) in
            try SecureRandom.bytes(count)
        }
    }

    /// A device with the first app on it.
    func device(
        team: String = team, bundle: String = bundle, environment: AttestationEnvironment = .production,
        generation: DeviceGeneration = .iOS26, authority: SimulatedAuthority? = nil
    ) throws -> SimulatedDevice {
        try (authority ?? self.authority).makeDevice(
            appID: AppID(teamID: team, bundleID: bundle), environment: environment, generation: generation)
    }
}

/// A clock that moves only when it is told to.
final class StandingClock: Sendable {
    private let moment: Mutex<Int64>

    init(seconds: Int64) { moment = Mutex(seconds) }

    var seconds: Int64 { moment.withLock { $0 } }
    var date: Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }

    func advance(by seconds: Int64) { moment.withLock { $0 += seconds } }
    func set(_ seconds: Int64) { moment.withLock { $0 = seconds } }
}

/// The lines that a server logged.
final class LogCapture: Sendable {
    private let captured = Mutex<[String]>([])

    var lines: [String] { captured.withLock { $0 } }

    func append(_ lines: String) {
        captured.withLock { $0 += lines.split(separator: "\n").map { "\($0)\n" } }
    }
}
