import AppCheck
import MemoryStore
import Testing
import TestSupport

@Suite("The memory of access, while the store cannot be asked,") struct AccessOutageTests {
    private let store = MemoryStore()
    private let clock = StoppedClock(1_000_000)
    private let out = AccessError.unavailable("the store is unavailable: out")

    /// The keys of a project that has one, asked for a second ago.
    private func remembering() async throws -> (AccessControl, key: String) {
        try await store.add(Specimen.project())
        let surroundings = clock.surroundings(seed: "access")
        let administration = Administration(
            store: store, registry: store, keys: store, receipts: store, counts: store, surroundings: surroundings)
        let key = try await administration.createAPIKey(in: "shop", by: Actor("a test")).text
        let access = AccessControl(store: store, registry: store, surroundings: surroundings)
        try await access.admit(apiKey: key, bearer: nil, bundleID: nil, project: "shop")
        return (access, key)
    }

    @Test("serves what grants nothing, and nothing else") func grantsNothing() async throws {
        let (access, key) = try await remembering()
        store.edit { $0.readFailure = .unavailable("out") }
        clock.advance(by: 10)
        await #expect(throws: out) {
            try await access.admit(apiKey: key, bearer: nil, bundleID: nil, project: "shop")
        }
        try await access.admit(apiKey: key, bearer: nil, bundleID: nil, project: "shop", grantsNothing: true)
        await #expect(throws: AccessError.apiKeyMissing) {
            try await access.admit(apiKey: nil, bearer: nil, bundleID: nil, project: "shop", grantsNothing: true)
        }
        await #expect(throws: out) {
            try await access.admit(apiKey: nil, bearer: nil, bundleID: nil, project: "other", grantsNothing: true)
        }
    }

    @Test("is not asked for while the store answers, whatever it answers") func damage() async throws {
        let (access, key) = try await remembering()
        store.edit { $0.readFailure = .unreadable("damaged") }
        clock.advance(by: 10)
        await #expect(throws: AccessError.internalFailure("the store cannot be read: damaged")) {
            try await access.admit(apiKey: key, bearer: nil, bundleID: nil, project: "shop", grantsNothing: true)
        }
        store.edit { $0.readFailure = .unavailable("out") }
        await #expect(throws: out) {
            try await access.admit(apiKey: key, bearer: nil, bundleID: nil, project: "shop", grantsNothing: true)
        }
    }

    @Test("does not pass for fresh when the clock goes backwards after the outage") func clockBackwards() async throws {
        let (access, key) = try await remembering()
        store.edit { $0.readFailure = .unavailable("out") }
        clock.advance(by: 10)
        await #expect(throws: out) {
            try await access.admit(apiKey: key, bearer: nil, bundleID: nil, project: "shop")
        }
        clock.advance(by: -9)
        await #expect(throws: out) {
            try await access.admit(apiKey: key, bearer: nil, bundleID: nil, project: "shop")
        }
    }

    @Test("ends after an hour") func hour() async throws {
        let (access, key) = try await remembering()
        store.edit { $0.readFailure = .unavailable("out") }
        clock.advance(by: 3_599)
        try await access.admit(apiKey: key, bearer: nil, bundleID: nil, project: "shop", grantsNothing: true)
        clock.advance(by: 1)
        await #expect(throws: out) {
            try await access.admit(apiKey: key, bearer: nil, bundleID: nil, project: "shop", grantsNothing: true)
        }
    }
}
