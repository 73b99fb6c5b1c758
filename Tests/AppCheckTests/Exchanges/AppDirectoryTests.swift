import AppCheck
import MemoryStore
import Synchronization
import Testing
import TestSupport

@Suite("The directory of apps") struct AppDirectoryTests {
    private let store: MemoryStore
    private let registry: CountedRegistry
    private let start: Int64 = 1000

    init() {
        store = MemoryStore()
        registry = CountedRegistry(store)
    }

    private func directory(lifetime: Int64 = 3) async throws -> AppDirectory {
        try await store.add(Specimen.project())
        try await store.add(Specimen.app())
        return AppDirectory(registry: registry, lifetime: lifetime)
    }

    private var reads: Int { registry.appReads.load(ordering: .relaxed) }

    @Test("asks the store once while what it remembers lasts") func lifetime() async throws {
        let directory = try await directory()
        for (moment, expected) in [(0, 1), (1, 1), (2, 1), (3, 2), (5, 2), (6, 3)] as [(Int64, Int)] {
            _ = try await directory.app(Specimen.appID, inProject: "shop", at: start + moment)
            #expect(reads == expected, "after \(moment) seconds")
        }
    }

    @Test("asks the store each time when told to remember nothing") func noLifetime() async throws {
        let directory = try await directory(lifetime: 0)
        for _ in 0..<3 { _ = try await directory.app(Specimen.appID, inProject: "shop", at: start) }
        #expect(reads == 3)
    }

    @Test("finds projects by number and by id, and names what it does not find as it was asked") func names()
        async throws
    {
        let directory = try await directory()
        for project in ["shop", "1234567890"] {
            #expect(try await directory.app(Specimen.appID, inProject: project, at: start) == Specimen.app())
        }
        for project in ["Shop", "01234567890", "", "shop/", "\u{0}", String(repeating: "9", count: 10_000)] {
            await #expect(throws: ExchangeError.projectNotFound(project)) {
                try await directory.app(Specimen.appID, inProject: project, at: start)
            }
        }
        for app in ["1:1234567890:ios:0A1B2C3D4E5F", "", "-", String(repeating: "a", count: 10_000)] {
            await #expect(throws: ExchangeError.appNotRegistered(app)) {
                try await directory.app(app, inProject: "shop", at: start)
            }
        }
    }

    @Test("takes no spelling that Unicode calls the same") func unicode() async throws {
        let directory = try await directory()
        let app = try Specimen.app("1:1:ios:K")
        try await store.add(app)
        #expect(try await directory.app("1:1:ios:K", inProject: "shop", at: start) == app)
        let kelvin = "1:1:ios:\u{212A}"
        #expect(kelvin == "1:1:ios:K")
        await #expect(throws: ExchangeError.appNotRegistered(kelvin)) {
            try await directory.app(kelvin, inProject: "shop", at: start)
        }
        // Nor does it displace the app that is remembered.
        let before = reads
        #expect(try await directory.app("1:1:ios:K", inProject: "shop", at: start) == app)
        #expect(reads == before)
    }

    @Test("serves a new app at once, and one that was removed for its lifetime at most") func changes() async throws {
        let directory = try await directory()
        await #expect(throws: ExchangeError.appNotRegistered(Specimen.twinAppID)) {
            try await directory.app(Specimen.twinAppID, inProject: "shop", at: start)
        }
        try await store.add(Specimen.app(Specimen.twinAppID))
        _ = try await directory.app(Specimen.twinAppID, inProject: "shop", at: start)
        #expect(try await store.removeApp(Specimen.twinAppID, in: Specimen.project()))
        _ = try await directory.app(Specimen.twinAppID, inProject: "shop", at: start + 2)
        for moment in [3, 4, 0] {
            // The last one: a clock that goes backwards does not bring it back.
            await #expect(throws: ExchangeError.appNotRegistered(Specimen.twinAppID)) {
                try await directory.app(Specimen.twinAppID, inProject: "shop", at: start + Int64(moment))
            }
        }
    }

    @Test("asks again when the clock went backwards") func clock() async throws {
        let directory = try await directory()
        _ = try await directory.app(Specimen.appID, inProject: "shop", at: start)
        _ = try await directory.app(Specimen.appID, inProject: "shop", at: start - 1)
        #expect(reads == 2)
        for moment: Int64 in [.min / 2, .max / 2] {
            _ = try await directory.app(Specimen.appID, inProject: "shop", at: moment)
        }
    }

    @Test("says that the store is unavailable, not that the app is unknown") func brokenStore() async throws {
        let directory = try await directory()
        store.edit { $0.readFailure = .unavailable("locked") }
        await #expect(throws: ExchangeError.unavailable("the store is unavailable: locked")) {
            try await directory.app(Specimen.appID, inProject: "shop", at: start)
        }
        store.edit { $0.readFailure = nil }
        _ = try await directory.app(Specimen.appID, inProject: "shop", at: start)
    }

    @Test("lets challenges be issued without waiting for an app that was just found, and for no other") func atOnce()
        async throws
    {
        let store = MemoryStore()
        let clock = StoppedClock(Specimen.moment)
        let stage = try await Stage(store: store, clock: clock)
        let known = { stage.exchanges.remembered(appID: Specimen.appID, inProject: "shop") }
        #expect(known() == nil)
        _ = try await stage.challenge()
        let app = try #require(known())
        let challenge = try #require(try stage.exchanges.issueChallenge(for: app))
        #expect(challenge.ttl == 300)
        let phone = try stage.phone()
        _ = try await stage.exchanges.exchange(phone.attestation(challenge.bytes))
        #expect(stage.exchanges.remembered(appID: Specimen.appID, inProject: "1234567890") == nil)
        // What was found before an outage has to be looked for again, though it is still remembered.
        store.edit { $0.readFailure = .unavailable("locked") }
        clock.advance(by: 3)
        #expect(known() == nil)
        _ = try? await stage.challenge()
        let outlived = try #require(known())
        let none = try stage.exchanges.issueChallenge(for: outlived)
        #expect(none == nil)
    }
}

/// Counts how often an app is looked up.
private final class CountedRegistry: Registry {
    let appReads = Atomic(0)
    private let store: MemoryStore

    init(_ store: MemoryStore) { self.store = store }

    func project(_ reference: String) async throws(StoreError) -> RegisteredProject? {
        try await store.project(reference)
    }

    func app(_ appID: String, in project: Project) async throws(StoreError) -> RegisteredApp? {
        appReads.add(1, ordering: .relaxed)
        return try await store.app(appID, in: project)
    }
}
