import AppCheck
import MemoryStore
import Testing
import TestSupport

@Suite("Administration") struct AdministrationTests {
    private let clock = StoppedClock(Specimen.moment)
    private let store = MemoryStore()
    private let actor = Actor("a test")

    private let administration: Administration

    init() {
        administration = Administration(
            store: store, registry: store, keys: store, receipts: store, counts: store,
            surroundings: clock.surroundings(seed: "administration"))
    }

    private func administration(over store: some ResourceStore & Registry) -> Administration {
        Administration(
            store: store, registry: store, keys: self.store, receipts: self.store, counts: self.store,
            surroundings: clock.surroundings(seed: "others"))
    }

    private func prepare() async throws {
        try await store.add(Specimen.project())
        try await store.add(Specimen.app())
    }

    @Test("changes what it read, and tries again when somebody else was faster") func retry() async throws {
        try await prepare()
        let rivals = OvertakenStore(store, times: 3)
        var settings = AppSettings()
        settings.displayName = "ours"
        let changed = try await administration(over: rivals).updateApp(
            Specimen.appID, in: "shop", settings, by: actor)
        #expect(changed.displayName == "ours")
        // What the others changed meanwhile is kept.
        #expect(changed.tokenTTL == 1_803)
    }

    @Test("gives up where others never rest, and says which resource") func overtaken() async throws {
        try await prepare()
        var settings = AppSettings()
        settings.displayName = "ours"
        await #expect(throws: AdministrationError.overtaken(.app(project: "1234567890", Specimen.appID))) {
            try await administration(over: OvertakenStore(store, times: .max)).updateApp(
                Specimen.appID, in: "shop", settings, by: actor)
        }
    }

    @Test("holds on to an etag: what was changed since is not changed again") func etag() async throws {
        try await prepare()
        let name = ResourceName.app(project: "1234567890", Specimen.appID)
        let etag = try #require(try await store.resource(name)).etag
        var settings = AppSettings()
        settings.tokenTTL = 7_200
        await #expect(throws: AdministrationError.etagMismatch(name)) {
            try await administration(over: OvertakenStore(store, times: 1)).updateApp(
                Specimen.appID, in: "shop", settings, etag: etag, by: actor)
        }
        #expect(try await store.resource(name)?.app?.tokenTTL == 1_801)
    }

    @Test("writes and records nothing where nothing changes") func unchanged() async throws {
        try await prepare()
        let before = store.edit { $0.record.count }
        var settings = AppSettings()
        settings.displayName = ""
        clock.advance(by: 60)
        let same = try await administration.updateApp(Specimen.appID, in: "shop", settings, by: actor)
        #expect(same.updatedAt == 0)
        #expect(store.edit { $0.record.count } == before)
    }

    @Test("says that the store is away, and does not take that for an absence") func unavailable() async throws {
        try await prepare()
        store.edit { $0.readFailure = .unavailable("out") }
        await #expect(throws: AdministrationError.unavailable("the store is unavailable: out")) {
            try await administration.project("shop")
        }
        store.edit { ($0.readFailure, $0.writeFailure) = (nil, .unavailable("full")) }
        await #expect(throws: AdministrationError.unavailable("the store is unavailable: full")) {
            try await administration.createProject(id: "another", by: actor)
        }
    }

    @Test("gives equal resources equal etags, and others others") func etags() throws {
        let project = try RegisteredProject(project: Specimen.project(), displayName: "a", updatedAt: 5)
        let same = Resource.project(project)
        #expect(same.etag == Resource.project(project).etag)
        #expect(same.etag.utf8.count == 16)
        for (name, moment) in [("b", Int64(5)), ("a", 6), ("", 5)] {
            let other = try RegisteredProject(project: Specimen.project(), displayName: name, updatedAt: moment)
            #expect(Resource.project(other).etag != same.etag)
        }
    }

    @Test("makes names that grow with time") func ids() async throws {
        try await prepare()
        var ids: [String] = []
        for _ in 0..<5 {
            clock.advance(by: 1)
            ids.append(try await administration.createAPIKey(in: "shop", by: actor).key.id)
        }
        #expect(ids == ids.sorted())
        #expect(Set(ids).count == 5)
        #expect(ids.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
    }

    @Test("records the parts of one change in their order") func recordOrder() async throws {
        try await prepare()
        for service in ["c.example", "a.example", "b.example"] {
            _ = try await administration.updateServices(
                in: "shop", [ServiceChange(serviceID: service, enforcement: .enforced)], action: "patch", by: actor)
        }
        clock.advance(by: 1)
        try await administration.deleteProject("shop", cascade: true, by: actor)
        let page = try await administration.auditEntries(size: 5)
        #expect(
            page.items.map(\.resource) == [
                "projects/1234567890", "projects/1234567890/services/c.example",
                "projects/1234567890/services/b.example", "projects/1234567890/services/a.example",
                "projects/1234567890/apps/\(Specimen.appID)",
            ])
    }

    @Test("keeps no secret of what it makes") func secrets() async throws {
        try await prepare()
        let key = try await administration.createAPIKey(in: "shop", by: actor)
        let token = try await administration.createAdminToken(displayName: "ci", role: .viewer, by: actor)
        let kept = store.edit { "\($0.resources)\($0.record)" }
        for text in [key.text, token.text] {
            let secret = try #require(text.split(separator: "_").last)
            #expect(!kept.contains(secret))
        }
    }
}
