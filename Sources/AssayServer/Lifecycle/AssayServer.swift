package import AppCheck
private import AppCheckAPI
private import AppleServices
package import Cryptography
private import FoundationEssentials
private import HTTP
private import HTTPServer
package import Storage
private import Synchronization
package import Telemetry

/// A running server: it listens first, and serves as soon as it has its store.
package final class AssayServer: Sendable {
    /// The port it listens on, also where the system chose it.
    package let port: UInt16
    private let listener: HTTPServer
    private let opening: StoreOpening
    private let readiness: Readiness
    private let refusal: Promise<StartError>
    /// Nil where none are kept.
    private let rejectedCases: RejectedCases?
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
        /// Nil for the configured one. Otherwise it is waited for as one on another machine.
        package var openStore: (@Sendable () async throws(StoreError) -> any Store)?
        /// Nil for Apple's, if there is a DeviceCheck key.
        package var receiptService: (any ReceiptService)?
        /// For each request to Apple's service for receipts.
        package var receiptDeadline: Duration = AppleReceiptService.standardDeadline
        package var pauses = Pauses()

        package init(
            challenges: (any ChallengeAuthority)? = nil, directoryLifetime: Int64 = 3, storePatience: Int32 = 5_000
        ) {
            (self.challenges, self.directoryLifetime) = (challenges, directoryLifetime)
            self.storePatience = storePatience
        }
    }

    /// Starts a server and waits until it serves, or until it is known to wait for a store on another machine.
    /// - Throws: ``StartError`` in words for an operator. Nothing is left running then.
    package static func start(
        _ configuration: ServerConfiguration, over location: StoreLocation, masterKey: SymmetricKey,
        surroundings: Surroundings, log: Log, parts: Parts = Parts()
    ) async throws(StartError) -> AssayServer {
        let server = try launch(
            configuration, over: location, masterKey: masterKey, surroundings: surroundings, log: log, parts: parts)
        do throws(StartError) {
            _ = try await server.firstAttempt()
            return server
        } catch {
            await server.end()
            throw error
        }
    }

    /// Starts a server; when it returns, it listens, and opens its store.
    /// - Parameter whenOpened: called as soon as the store is open, before anything is served from it. What it throws is
    ///   treated as a failure to open the store.
    /// - Throws: ``StartError`` in words for an operator. Nothing is left running then.
    package static func launch(
        _ configuration: ServerConfiguration, over location: StoreLocation, masterKey: SymmetricKey,
        surroundings: Surroundings, log: Log, parts: Parts = Parts(),
        whenOpened: @escaping @Sendable (Administration) async throws -> Void = { _ in }
    ) throws(StartError) -> AssayServer {
        let ground = Groundwork(
            configuration: configuration, masterKey: masterKey, surroundings: surroundings, log: log, parts: parts,
            receiptService: try configuration.receiptService(surroundings, log, parts),
            rejectedCases: rejectedCases(configuration, surroundings, log), readiness: Readiness(),
            processors: max(ProcessInfo.processInfo.activeProcessorCount, 1), queued: QueuedRequests(),
            refusal: Promise(),
            whenOpened: whenOpened)
        let server = try AssayServer(ground)
        server.opening.begin(location, ground)
        return server
    }

    private init(_ ground: Groundwork) throws(StartError) {
        let (configuration, surroundings) = (ground.configuration, ground.surroundings)
        let opening = StoreOpening()
        let service: AppCheckService
        do {
            service = try AppCheckService(
                { opening.serving?.services }, requests: configuration.requestGuard(surroundings),
                crossOrigin: configuration.crossOrigin)
        } catch {
            throw StartError("the table of routes contradicts itself: \(error)")
        }
        do {
            var environment = HTTPServerEnvironment(
                requestID: { RequestID.make(surroundings) }, refusal: AppCheckService.response(to:),
                observer: RequestLog(log: ground.log).record, begin: service.begin)
            environment.queued = ground.queued
            listener = try HTTPServer(
                configuration: Self.listenerConfiguration(configuration, ground.processors), environment: environment)
        } catch {
            throw StartError(error.description)
        }
        port = listener.port
        (self.opening, readiness, refusal, log) = (opening, ground.readiness, ground.refusal, ground.log)
        rejectedCases = ground.rejectedCases
        drainDeadline = .seconds(configuration.drainDeadline)
    }

    /// Waits for the first attempt to open the store.
    /// - Returns: why the store is waited for; nil if it is in use.
    /// - Throws: that the server will never serve. It is still to be stopped.
    package func firstAttempt() async throws(StartError) -> String? {
        switch await opening.firstAttempt {
        case .opened: return nil
        case .waits(let reason): return reason
        case .refused(let error): throw error
        }
    }

    /// Waits until the server serves.
    /// - Returns: what it serves, and how that is changed.
    /// - Throws: that it never will. It is still to be stopped.
    package func administration() async throws(StartError) -> Administration {
        try await opening.wait().services.administration
    }

    /// Returns when the server must not go on although it served: a newer version has migrated the store, and its schema
    /// lets no server of this one stay. It is not ready any more then, and is to be stopped.
    package var laterRefusal: StartError { get async { await refusal.value } }

    /// Stops gracefully: answers what is under way, refuses the rest, writes what is queued. May be called again.
    package func stop() async {
        await end()
        log.write(.info, "stopped")
        log.flush()
    }

    private func end() async {
        readiness.drain()
        await listener.drain(deadline: drainDeadline)
        await opening.end()
        rejectedCases?.stop()
    }

    private static func rejectedCases(
        _ configuration: ServerConfiguration, _ surroundings: Surroundings, _ log: Log
    ) -> RejectedCases? {
        guard configuration.rejectedCases > 0 else { return nil }
        return RejectedCases(
            folder: DataDirectory.rejectedCasesPath(in: configuration.dataDirectory),
            limit: Int(configuration.rejectedCases), surroundings: surroundings, log: log)
    }

    private static func listenerConfiguration(
        _ configuration: ServerConfiguration, _ processors: Int
    ) -> HTTPServerConfiguration {
        var listener = HTTPServerConfiguration()
        (listener.host, listener.port) = (configuration.host, configuration.port)
        listener.threads = configuration.threads > 0 ? Int(configuration.threads) : min(processors, 64)
        // Some tens of milliseconds of work.
        listener.queueLimit = 16 * processors
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
