internal import AppCheck
internal import AppCheckAPI
private import AppCheckTokens
internal import Cryptography
private import HTTP
internal import HTTPServer
internal import Storage
internal import Telemetry

/// What a server is put together from before there is a store.
struct Groundwork: Sendable {
    let configuration: ServerConfiguration
    let masterKey: SymmetricKey
    let surroundings: Surroundings
    let log: Log
    let parts: AssayServer.Parts
    let receiptService: (any ReceiptService)?
    let rejectedCases: RejectedCases?
    let readiness: Readiness
    let processors: Int
    let queued: QueuedRequests
    /// Kept when the server must not go on.
    let refusal: Promise<StartError>
    let whenOpened: @Sendable (Administration) async throws -> Void

    /// Whether more requests wait for a processor than there are processors.
    var isBusy: @Sendable () -> Bool { { [queued, processors] in queued.count > processors } }
}

/// All that works over an open store: keys, use cases and background jobs.
struct Serving: Sendable {
    let store: any Store
    let services: APIServices
    private let jobs: BackgroundJobs

    /// - Throws: ``OpeningFailure``. Nothing is running then; the store is the caller's to close.
    init(over store: any Store, _ ground: Groundwork) async throws(OpeningFailure) {
        let (configuration, surroundings) = (ground.configuration, ground.surroundings)
        let counter = ExchangeCounter()
        let signing: SigningKeys
        let exchanges: Exchanges
        do throws(ServerKeysError) {
            let keys = try ServerKeys(store: store, masterKey: ground.masterKey, surroundings: surroundings)
            // First of all keys: of several servers with different master keys that begin on an empty store, one alone
            // makes the first signing key, and the others end here before they have made any key.
            signing = try await SigningKeys.load(
                keys, schedule: try Self.schedule(configuration), at: surroundings.seconds)
            let challengeKey = try await keys.challengeKey()
            let challenges =
                ground.parts.challenges
                ?? StatelessChallenges(
                    key: challengeKey, ttl: configuration.challengeTTL, surroundings: surroundings)
            exchanges = Exchanges(
                apps: AppDirectory(registry: store, lifetime: ground.parts.directoryLifetime),
                challenges: challenges, keys: store, receipts: store, resources: store, consumedTokens: store,
                sealer: try await keys.artifactSealer(), signing: signing, surroundings: surroundings,
                settings: Exchanges.Settings(
                    issuerBase: configuration.issuerBase, clockLeeway: Int(configuration.clockLeeway)),
                observer: ExchangeObservers([counter] + [ground.rejectedCases].compactMap(\.self)))
        } catch {
            throw OpeningFailure(error)
        }
        let administration = Administration(store, surroundings)
        services = APIServices(
            exchanges: exchanges, administration: administration,
            access: AccessControl(
                store: store, registry: store, surroundings: surroundings, lifetime: ground.parts.directoryLifetime),
            publicURL: configuration.publicURL?.text, version: AssayVersion.current,
            isReady: { [readiness = ground.readiness] in await readiness.isReady(store) })
        do { try await ground.whenOpened(administration) } catch { throw OpeningFailure(any: error) }
        self.store = store
        jobs = BackgroundJobs(
            store: store, signing: signing, counter: counter,
            refresh: configuration.receiptRefresh(
                store: store, service: ground.receiptService, surroundings: surroundings),
            pauses: ground.parts.pauses, surroundings: surroundings, log: ground.log,
            refuse: { [ground] error in
                ground.readiness.drain()
                ground.refusal.keep(error)
            })
    }

    func end() async {
        await jobs.stop()
        await store.close()
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
}

/// Why a store could not be taken into use.
struct OpeningFailure: Error {
    let reason: String
    /// Whether it may pass by itself, where the store is on another machine.
    let mayPass: Bool

    private init(_ reason: String, mayPass: Bool) { (self.reason, self.mayPass) = (reason, mayPass) }

    init(_ error: StoreError) {
        reason = error.description
        switch error {
        case .unavailable: mayPass = true
        case .alreadyExists, .unreadable: mayPass = false
        }
    }

    init(_ error: ServerKeysError) {
        switch error {
        case .store(let error): self.init(error)
        case .wrongMasterKey, .cryptography, .unusable: self.init(error.description, mayPass: false)
        }
    }

    init(any error: any Error) {
        guard let known = error as? AdministrationError else {
            (reason, mayPass) = ("\(error)", false)
            return
        }
        switch known {
        case .unavailable(let detail): (reason, mayPass) = (detail, true)
        case .overtaken: (reason, mayPass) = (known.reason, true)
        case .internalFailure(let detail): (reason, mayPass) = (detail, false)
        case .projectNotFound, .notFound, .keyNotFound, .alreadyExists, .invalid, .etagMismatch, .limitReached, .inUse:
            (reason, mayPass) = (known.reason, false)
        }
    }
}
