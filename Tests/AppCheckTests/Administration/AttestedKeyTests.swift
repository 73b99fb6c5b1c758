import AppAttest
import AppCheck
import MemoryStore
import Testing
import TestSupport

@Suite("Attested keys, to administrators") struct AttestedKeyTests {
    private let clock = StoppedClock(Specimen.moment)
    private let store = MemoryStore()
    private let actor = Actor("a test")
    private let administration: Administration

    init() {
        administration = Administration(
            store: store, registry: store, keys: store, receipts: store, counts: store,
            surroundings: clock.surroundings(seed: "attested keys"))
    }

    /// Two projects with two apps in the first, and keys of the first app with ids of 32 times that byte.
    private func prepare(_ bytes: UInt8...) async throws {
        try await store.add(Specimen.project())
        try await store.add(Project(number: "99", id: "foreign"))
        try await store.add(Specimen.app())
        try await store.add(Specimen.app(Specimen.twinAppID))
        for byte in bytes { keep(try key(byte)) }
    }

    private func key(
        _ byte: UInt8, app: String = Specimen.appID, project: String = "1234567890", secondsAgo: Int64 = 100
    ) throws -> KeyRecord {
        KeyRecord(
            key: AttestedKey(
                keyID: id(byte), publicKey: [UInt8](repeating: byte, count: 65), projectNumber: project, appID: app,
                attestedAppID: AppID(teamID: Specimen.teamID, bundleID: Specimen.bundleID), environment: .production,
                attestedAt: Specimen.moment - secondsAgo), counter: 7, lastUsedAt: Specimen.moment - 50, revokedAt: nil,
            receipt: ReceiptRecord(receipt: [1, 2], facts: nil, refresh: ReceiptRefreshState(nextAt: 5)))
    }

    private func keep(_ record: KeyRecord) { store.edit { $0.attested[record.key.keyID] = record } }

    private func id(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 32) }

    private func name(_ byte: UInt8) -> String { AttestedKeyName.id(of: id(byte)) }

    @Test("are listed as they were attested, page by page, those of the app alone") func pages() async throws {
        try await prepare(0x80, 0x02)
        keep(try key(0x01, secondsAgo: 99))
        keep(try key(0x03, app: Specimen.twinAppID))
        keep(try key(0x04, project: "99"))
        let first = try await administration.attestedKeys(of: Specimen.appID, in: "shop", size: 2)
        #expect(first.items.map(\.key.keyID) == [id(0x02), id(0x80)])
        #expect(first.next == String(repeating: "80", count: 32))
        let second = try await administration.attestedKeys(
            of: Specimen.appID, in: "1234567890", after: first.next, size: 2)
        #expect(second.items.map(\.key.keyID) == [id(0x01)])
        #expect(second.next == nil)
        let exact = try await administration.attestedKeys(of: Specimen.appID, in: "shop", size: 3)
        #expect(exact.items.count == 3)
        #expect(exact.next == nil)
        // None behind the last is no error; behind what is none of the app's keys the end would be a wrong answer.
        let end = try await administration.attestedKeys(of: Specimen.appID, in: "shop", after: name(0x01), size: 2)
        #expect(end.items.isEmpty)
        for byte in [0x03, 0x04, 0x05] as [UInt8] {
            await #expect(
                throws: AdministrationError.keyNotFound(
                    AttestedKeyName(projectNumber: "1234567890", appID: Specimen.appID, id: name(byte)))
            ) {
                try await administration.attestedKeys(of: Specimen.appID, in: "shop", after: name(byte), size: 2)
            }
        }
    }

    @Test("are found by any form of their id, and with the history of their metric") func get() async throws {
        try await prepare(0xFB)
        for text in [name(0xFB), String(repeating: "fb", count: 32), "+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/s="] {
            #expect(try await administration.attestedKey(text, of: Specimen.appID, in: "shop") == key(0xFB), "\(text)")
        }
        #expect(try await administration.riskMeasurements(of: key(0xFB).key) == [])
        let measurements = [RiskMeasurement(measuredAt: 1, metric: "2"), RiskMeasurement(measuredAt: 3, metric: "x")]
        store.edit { [id = id(0xFB)] in $0.measurements[id] = measurements }
        #expect(try await administration.riskMeasurements(of: key(0xFB).key) == measurements)
    }

    @Test("of another app or project are not there, nor is a name that is none")
    func foreign() async throws {
        try await prepare(0x01)
        keep(try key(0x03, app: Specimen.twinAppID))
        // An app of the same name in another project.
        keep(try key(0x04, project: "99"))
        for id in [name(0x03), name(0x04), name(0x05), "none", ""] {
            let error = AdministrationError.keyNotFound(
                AttestedKeyName(projectNumber: "1234567890", appID: Specimen.appID, id: id))
            #expect(error.reason == "NOT_FOUND")
            await #expect(throws: error) {
                try await administration.attestedKey(id, of: Specimen.appID, in: "shop")
            }
            await #expect(throws: error) {
                try await administration.revokeAttestedKey(id, of: Specimen.appID, in: "shop", by: actor)
            }
        }
        await #expect(throws: AdministrationError.projectNotFound("none")) {
            try await administration.attestedKeys(of: Specimen.appID, in: "none", size: 1)
        }
        await #expect(throws: AdministrationError.notFound(.app(project: "99", Specimen.appID))) {
            try await administration.attestedKey(name(0x04), of: Specimen.appID, in: "foreign")
        }
        #expect(store.edit { contents in contents.attested.values.allSatisfy { $0.revokedAt == nil } })
        #expect(store.edit { $0.record.allSatisfy { $0.action == "create" } })
    }

    @Test("are revoked once, by whoever did it first, and recorded with their name") func revoke() async throws {
        try await prepare(0xFB)
        clock.advance(by: 10)
        let revoked = try await administration.revokeAttestedKey(
            String(repeating: "fb", count: 32), of: Specimen.appID, in: "shop", by: actor)
        #expect(revoked.revokedAt == Specimen.moment + 10)
        #expect(revoked.counter == 7)
        #expect(revoked.receipt?.refresh.nextAt == nil)
        clock.advance(by: 10)
        let again = try await administration.revokeAttestedKey(
            name(0xFB), of: Specimen.appID, in: "shop", by: Actor("another"))
        #expect(again == revoked)
        let entries = store.edit { $0.record.filter { $0.action != "create" } }
        #expect(entries.count == 1)
        let entry = try #require(entries.first)
        #expect(entry.action == "projects.apps.attestedKeys.revoke")
        #expect(entry.actor == "a test")
        #expect(entry.at == Specimen.moment + 10)
        // 32 times 0xFB in base64url.
        #expect(
            entry.resource == "projects/1234567890/apps/\(Specimen.appID)/attestedKeys/"
                + "-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_s")
        #expect(entry.projectNumber == "1234567890")
        #expect(entry.before?["revokeTime"] == nil)
        #expect(entry.after?["revokeTime"] == "\(Specimen.moment + 10)")
    }

    @Test("stay as they are where the store fails, and it is said that a retry may help") func failure() async throws {
        try await prepare(0x01)
        store.edit { $0.writeFailure = .unavailable("disk full") }
        await #expect(throws: AdministrationError.unavailable("the store is unavailable: disk full")) {
            try await administration.revokeAttestedKey(name(0x01), of: Specimen.appID, in: "shop", by: actor)
        }
        #expect(try await administration.attestedKey(name(0x01), of: Specimen.appID, in: "shop").revokedAt == nil)
    }
}
