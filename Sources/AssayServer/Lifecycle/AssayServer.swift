package import AppCheck
private import AppCheckAPI
private import AppCheckTokens
private import AppleServices
package import Cryptography
private import HTTP
private import HTTPServer
private import Storage
private import Synchronization
package import Telemetry

/// A running server: store, keys, use cases, REST surface and listener, put together here and nowhere else.
package final class AssayServer: Sendable {
    /// The port it listens on, also where the system chose it.
    package let port: UInt16
    /// What it serves, and how that is changed.
    package let administration: Administration
    private let store: SQLiteStore
    private let listener: HTTPServer
    private let jobs: BackgroundJobs
    /// Nil where none are kept.
    private let rejectedCases: RejectedCases?
    private let isDraining: Flag
    private let drainDeadline: Duration
    private let log: Log

    /// What a test may put in the place of the real thing.
    package struct Parts: Sendable {
        /// Nil for the stateless challenges of the server's own key.
        package var challenges: (any ChallengeAuthority)?
        /// Seconds that a registered app is remembered for.
        package var directoryLifetime: Int64
        /// Milliseconds that a write waits for another process that holds the database.
        package var storePatience: Int32
        /// Nil for Apple's, if there is a DeviceCheck key.
        package var receiptService: (any ReceiptService)?
        /// For each request to Apple's service for receipts.
        package var receiptDeadline: Duration = AppleReceiptService.standardDeadline
        /// From one look for receipts that are due to the next.
        package var receiptPause: Duration = .seconds(30)

        package init(
            challenges: (any ChallengeAuthority)? = nil, directoryLifetime: Int64 = 3, storePatience: Int32 = 5_000
        ) {
            (self.challenges, self.directoryLifetime) = (challenges, directoryLifetime)
            self.storePatience = storePatience
        }
    }

    /// Starts a server; when it returns, it listens.
    /// - Throws: ``StartError`` in words for an operator. Nothing is left running then.
    package static func start(
        _ configuration: ServerConfiguration, databasePath: String, masterKey: SymmetricKey,
        surroundings: Surroundings, log: Log, parts: Parts = Parts()
    ) async throws(StartError) -> AssayServer {
        let store: SQLiteStore
        do {
            store = try await SQLiteStore.open(path: databasePath, waitingForLocks: parts.storePatience)
        } catch {
            throw StartError(error.description)
        }
        do throws(StartError) {
            return try await AssayServer(
                configuration, store: store, masterKey: masterKey, surroundings: surroundings, log: log, parts: parts)
        } catch {
            await store.close()
            throw error
        }
    }

    private init(
        _ configuration: ServerConfiguration, store: SQLiteStore, masterKey: SymmetricKey,
        surroundings: Surroundings, log: Log, parts: Parts
    ) async throws(StartError) {
        let signing: SigningKeys
        let exchanges: Exchanges
        let counter = ExchangeCounter()
        let rejectedCases = Self.rejectedCases(configuration, surroundings, log)
        do throws(ServerKeysError) {
            let keys = try ServerKeys(store: store, masterKey: masterKey, surroundings: surroundings)
            signing = try await SigningKeys.load(
                keys, schedule: try Self.schedule(configuration), at: surroundings.seconds)
            let challengeKey = try await keys.challengeKey()
            let challenges =
                parts.challenges
                ?? StatelessChallenges(
                    key: challengeKey, ttl: configuration.challengeTTL, surroundings: surroundings)
            exchanges = Exchanges(
                apps: AppDirectory(registry: store, lifetime: parts.directoryLifetime), challenges: challenges,
                keys: store, receipts: store, resources: store, consumedTokens: store,
                sealer: try await keys.artifactSealer(), signing: signing, surroundings: surroundings,
                settings: Exchanges.Settings(
                    issuerBase: configuration.issuerBase, clockLeeway: Int(configuration.clockLeeway)),
                observer: ExchangeObservers([counter] + [rejectedCases].compactMap(\.self)))
        } catch {
            throw StartError(error.description)
        }
        let refresh = try configuration.receiptRefresh(
            store: store, surroundings: surroundings, log: log, parts: parts)
        let isDraining = Flag()
        administration = Administration(
            store: store, registry: store, keys: store, receipts: store, counts: store, surroundings: surroundings)
        let services = APIServices(
            exchanges: exchanges, administration: administration,
            access: AccessControl(
                store: store, registry: store, surroundings: surroundings, lifetime: parts.directoryLifetime),
            publicURL: configuration.publicURL?.text, version: AssayVersion.current,
            isReady: {
                guard !isDraining.isSet else { return false }
                return (try? await store.checkWritable()) != nil
            })
        let service: AppCheckService
        do {
            service = try AppCheckService(
                services, requests: configuration.requestGuard(surroundings), crossOrigin: configuration.crossOrigin)
        } catch {
            throw StartError("the table of routes contradicts itself: \(error)")
        }
        let listener: HTTPServer
        do {
            listener = try HTTPServer(
                configuration: Self.listenerConfiguration(configuration),
                environment: HTTPServerEnvironment(
                    requestID: { RequestID.make(surroundings) }, refusal: AppCheckService.response(to:),
                    observer: RequestLog(log: log).record, handler: service.answer))
        } catch {
            throw StartError(error.description)
        }
        port = listener.port
        jobs = BackgroundJobs(
            store: store, signing: signing, counter: counter, refresh: refresh, refreshPause: parts.receiptPause,
            surroundings: surroundings, log: log)
        (self.store, self.listener, self.isDraining, self.log) = (store, listener, isDraining, log)
        self.rejectedCases = rejectedCases
        drainDeadline = .seconds(configuration.drainDeadline)
    }

    /// Stops gracefully: answers what is under way, refuses the rest, writes what is queued. May be called again.
    package func stop() async {
        isDraining.set()
        await listener.drain(deadline: drainDeadline)
        await jobs.stop()
        rejectedCases?.stop()
        await store.close()
        log.write(.info, "stopped")
        log.flush()
    }

    private static func rejectedCases(
        _ configuration: ServerConfiguration, _ surroundings: Surroundings, _ log: Log
    ) -> RejectedCases? {
        guard configuration.rejectedCases > 0 else { return nil }
        return RejectedCases(
            folder: DataDirectory.rejectedCasesPath(in: configuration.dataDirectory),
            limit: Int(configuration.rejectedCases), surroundings: surroundings, log: log)
    }

    private static func schedule(_ configuration: ServerConfiguration) throws(ServerKeysError) -> RotationSchedule {
        let standard = RotationSchedule()
        do {
            return try RotationSchedule(
                lifetime: configuration.signingKeyLifetime, lead: standard.lead, retention: standard.retention)
        } catch {
            throw .unusable("the rotation schedule: \(error.code)")
        }
    }

    private static func listenerConfiguration(_ configuration: ServerConfiguration) -> HTTPServerConfiguration {
        var listener = HTTPServerConfiguration()
        (listener.host, listener.port) = (configuration.host, configuration.port)
        listener.threads = Int(configuration.threads)
        listener.maximumBodyBytes = RequestBody.maximumByteCount
        listener.connectionLimit = Int(configuration.maxConnections)
        listener.connectionLimitPerAddress = Int(configuration.maxConnectionsPerAddress)
        listener.headDeadline = .seconds(configuration.headDeadline)
        listener.idleTimeout = .seconds(configuration.headDeadline)
        listener.bodyDeadline = .seconds(configuration.bodyDeadline)
        return listener
    }
}

/// Why a server did not start, in words for its operator.
package struct StartError: Error, Sendable, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

/// Set once, read by many.
final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() { value.store(true, ordering: .releasing) }
}
