import AppAttest
import AppAttestSimulator
import AppCheck
import MemoryStore
import Testing

/// What leads to one refusal.
struct Scene: Sendable, CustomTestStringConvertible {
    let name: String
    /// Reason and step of the refusal; nil where another test has them.
    let refusal: (reason: String, step: String)?
    private let app: @Sendable () throws -> RegisteredApp
    private let challengeTTL: Int64
    private let play: @Sendable (Stage<MemoryStore>) async throws -> Void

    var testDescription: String { name }

    init(
        _ name: String, _ reason: String, at step: String, challengeTTL: Int64 = 300,
        app: @escaping @Sendable () throws -> RegisteredApp = { try Specimen.app() },
        play: @escaping @Sendable (Stage<MemoryStore>) async throws -> Void
    ) {
        (self.name, refusal) = (name, (reason, step))
        (self.app, self.challengeTTL, self.play) = (app, challengeTTL, play)
    }

    init(
        _ name: String, app: @escaping @Sendable () throws -> RegisteredApp = { try Specimen.app() },
        play: @escaping @Sendable (Stage<MemoryStore>) async throws -> Void
    ) {
        (self.name, refusal, challengeTTL) = (name, nil, 300)
        (self.app, self.play) = (app, play)
    }

    /// The one refusal that the observer was told of.
    func ending() async throws -> ExchangeEnding {
        let witness = Witness()
        let stage = try await Stage(store: MemoryStore(), app: app(), challengeTTL: challengeTTL, observer: witness)
        try await play(stage)
        let refused = witness.endings.filter { $0.refusal != nil }
        #expect(refused.count == 1, "\(name)")
        return try #require(refused.last, "\(name)")
    }

    static let all = exchange + damages + launches
}

extension Stage<MemoryStore> {
    /// Sends an attestation, whatever comes of it.
    func send(_ submission: AttestationSubmission) async { _ = try? await exchanges.exchange(submission) }

    /// Sends an assertion, whatever comes of it.
    func send(_ submission: AssertionSubmission) async { _ = try? await exchanges.exchange(submission) }

    /// Registers the app otherwise from now on.
    func register(_ app: RegisteredApp) {
        store.edit { $0.resources[Resource.app(app).name] = .app(app) }
        // What the directory remembers ends after three seconds.
        clock.advance(by: 3)
    }
}

/// A file judged again, by verifiers that remember nothing.
func replay(_ file: [UInt8]) throws -> ExchangeVerdict {
    let exchange = try #require(try ExchangeCase(json: file))
    return exchange.judge(with: AttestationVerifier(), AssertionVerifier())
}

func file(of ending: ExchangeEnding) throws -> [UInt8] { try #require(ending.caseFile) }
