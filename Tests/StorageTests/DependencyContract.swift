import AppCheck
import Testing
import TestSupport

@Suite("Every store, when resources depend on each other") struct DependencyContract {
    @Test(
        "makes nothing under a project that is not there", arguments: Backend.all,
        [Kind.app, .service, .apiKey, .customTokenKey, .adminToken])
    func missingProject(_ backend: Backend, _ kind: Kind) async throws {
        try await backend.withStore { store async throws in
            let made = try kind.made()
            #expect(try await store.apply([.create(made)], recording: []) == .parentMissing(.project("1234567890")))
            #expect(try await store.resource(made.name) == nil)
        }
    }

    @Test("makes no app of a project that has another id", arguments: Backend.all)
    func otherProject(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            try await store.add(Project(number: "1234567890", id: "other"))
            let outcome = try await store.apply([.create(.app(shopApp()))], recording: [])
            #expect(outcome == .parentMissing(.project("1234567890")))
        }
    }

    @Test("makes no debug token of an app that is not there", arguments: Backend.all)
    func missingApp(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let name = ResourceName.app(project: "1234567890", "1:1234567890:ios:aa")
            let made = try Kind.debugToken.made()
            #expect(try await store.apply([.create(made)], recording: []) == .parentMissing(name))
            try await store.add(shop())
            try await store.add(shopApp("1:1234567890:ios:ab"))
            #expect(try await store.apply([.create(made)], recording: []) == .parentMissing(name))
        }
    }

    @Test("binds no admin token to a project that is not there", arguments: Backend.all)
    func missingBinding(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let (free, bound) = (try specimenAdminToken("a1"), try specimenAdminToken("a1", project: "1234567890"))
            try await store.add(.adminToken(free))
            let change = ResourceChange.replace(.adminToken(free), by: .adminToken(bound))
            #expect(try await store.apply([change], recording: []) == .parentMissing(.project("1234567890")))
            try await store.add(shop())
            #expect(try await store.apply([change], recording: []) == .applied)
        }
    }

    @Test(
        "removes no project that has something under it", arguments: Backend.all,
        [Kind.app, .service, .apiKey, .customTokenKey, .adminToken])
    func projectInUse(_ backend: Backend, _ kind: Kind) async throws {
        try await backend.withStore { store async throws in
            let (project, made) = (try Kind.project.made(), try kind.made())
            try await store.add([project, made])
            #expect(try await store.apply([.remove(project)], recording: []) == .inUse(project.name))
            #expect(try await store.resource(project.name) == project)
            #expect(try await store.resource(made.name) == made)
            #expect(try await store.apply([.remove(made), .remove(project)], recording: []) == .applied)
            #expect(try await store.resource(project.name) == nil)
        }
    }

    @Test("removes no app that has debug tokens", arguments: Backend.all)
    func appInUse(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let (app, token) = (try Kind.app.made(), try Kind.debugToken.made())
            try await store.add([Kind.project.made(), app, token])
            #expect(try await store.apply([.remove(app)], recording: []) == .inUse(app.name))
            #expect(try await store.apply([.remove(token), .remove(app)], recording: []) == .applied)
        }
    }

    @Test("takes neither attested keys nor used-up tokens nor the record for a use", arguments: Backend.all)
    func unrelated(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let (project, app) = (try Kind.project.made(), try Kind.app.made())
            try await store.add([project, app, .adminToken(specimenAdminToken("a1"))])
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            _ = try await store.consume(digest(1), expiresAt: 2000)
            let outcome = try await store.apply([.remove(app), .remove(project)], recording: [entry("1")])
            #expect(outcome == .applied)
            #expect(try await store.attestedKey(digest(1)) != nil)
            #expect(try await store.auditEntries(inProject: "1234567890", before: nil, limit: 9) == [entry("1")])
        }
    }

    @Test("makes no more than a collection may hold", arguments: Backend.all)
    func limit(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let twin = "1:1234567890:ios:ab"
            try await store.add([Kind.project.made(), .app(shopApp()), .app(shopApp(twin))])
            try await store.add((1...3).map { .debugToken(try specimenDebugToken("d\($0)", app: twin, secret: $0)) })
            let tokens = try (1...3).map { Resource.debugToken(try specimenDebugToken("d\($0)", secret: $0)) }
            let full = ChangeOutcome.limitReached(tokens[2].name)
            #expect(try await store.apply([.create(tokens[2], limit: 0)], recording: []) == full)
            for token in tokens.prefix(2) {
                #expect(try await store.apply([.create(token, limit: 2)], recording: []) == .applied)
            }
            #expect(try await store.apply([.create(tokens[2], limit: 2)], recording: []) == full)
            #expect(try await store.resource(tokens[2].name) == nil)
            // What goes first makes room.
            let swap = [ResourceChange.remove(tokens[0]), .create(tokens[2], limit: 2)]
            #expect(try await store.apply(swap, recording: []) == .applied)
            #expect(try await store.apply([.create(tokens[0])], recording: []) == .applied)
        }
    }

    @Test("counts all projects, and all admin tokens", arguments: Backend.all)
    func wholeCollections(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            try await store.add(Project(number: "1", id: "other"))
            let project = try Kind.project.made()
            #expect(
                try await store.apply([.create(project, limit: 1)], recording: []) == .limitReached(project.name))
            #expect(try await store.apply([.create(project, limit: 2)], recording: []) == .applied)
            try await store.add(.adminToken(specimenAdminToken("a0")))
            let token = try Kind.adminToken.made()
            #expect(try await store.apply([.create(token, limit: 1)], recording: []) == .limitReached(token.name))
            #expect(try await store.apply([.create(token, limit: 2)], recording: []) == .applied)
        }
    }
}
