import AppCheck
import Testing
import TestSupport

@Suite("Every store, when a change has many steps") struct AtomicityContract {
    @Test("carries them out in their order, each upon the last", arguments: Backend.all)
    func order(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            var steps: [ResourceChange] = []
            for kind in Kind.allCases {
                steps += [.create(try kind.made()), .replace(try kind.made(), by: try kind.changed())]
            }
            for kind in Kind.allCases.reversed() { steps.append(.remove(try kind.changed())) }
            #expect(try await store.apply(steps, recording: [entry("1"), entry("2")]) == .applied)
            for kind in Kind.allCases { #expect(try await store.resource(kind.made().name) == nil) }
            let entries = try await store.auditEntries(inProject: nil, before: nil, limit: 9)
            #expect(entries == [entry("2"), entry("1")])
            // The same with the parents removed first.
            steps = try steps.dropLast(7) + Kind.allCases.map { .remove(try $0.changed()) }
            #expect(try await store.apply(steps, recording: []) == .inUse(.project("1234567890")))
        }
    }

    @Test("does nothing at all when one is refused, whichever", arguments: Backend.all)
    func refusals(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let (project, app) = (try Kind.project.made(), try Kind.app.made())
            let (token, service) = (try Kind.debugToken.made(), try Kind.service.made())
            try await store.add([project, app, token, service])
            let orphan = try specimenService("a", project: "1")
            let refused: [(ResourceChange, ChangeOutcome)] = [
                (.create(service), .taken(service.name)),
                (.remove(try Kind.apiKey.made()), .overtaken(try Kind.apiKey.made().name)),
                (.replace(try Kind.app.changed(), by: app), .overtaken(app.name)),
                (.create(try specimenService("z"), limit: 1), .limitReached(try specimenService("z").name)),
                (.remove(app), .inUse(app.name)),
                (.create(orphan), .parentMissing(.project("1"))),
            ]
            for (step, outcome) in refused {
                let before: [ResourceChange] = [
                    .replace(project, by: try Kind.project.changed()), .create(try Kind.customTokenKey.made()),
                    .remove(service), .create(service),
                ]
                let after = [ResourceChange.create(try Kind.adminToken.made())]
                #expect(try await store.apply(before + [step] + after, recording: [entry("1")]) == outcome)
                #expect(try await store.resource(project.name) == project)
                #expect(try await store.resource(service.name) == service)
                #expect(try await store.resource(Kind.customTokenKey.made().name) == nil)
                #expect(try await store.resource(Kind.adminToken.made().name) == nil)
                #expect(try await store.auditEntries(inProject: nil, before: nil, limit: 9) == [])
            }
        }
    }

    @Test("makes no change that it cannot record", arguments: Backend.all)
    func unrecorded(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            #expect(try await store.apply([], recording: [entry("1")]) == .applied)
            let project = try Kind.project.made()
            await #expect(throws: StoreError.alreadyExists("audit entry 1")) {
                try await store.apply([.create(project)], recording: [entry("0"), entry("1")])
            }
            #expect(try await store.resource(project.name) == nil)
            #expect(try await store.auditEntries(inProject: nil, before: nil, limit: 9) == [entry("1")])
        }
    }

    @Test("lists the record newest first, of one project or of all", arguments: Backend.all)
    func record(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let bare = AuditEntry(
                id: "4", at: 0, actor: "", action: "", resource: "", projectNumber: nil, before: nil, after: [:])
            let entries = [entry("2"), entry("10", project: "1"), bare, entry("3"), entry("A"), entry("a")]
            _ = try await store.apply([], recording: entries)
            func ids(_ project: String?, before: String? = nil, limit: Int = 100) async throws -> [String] {
                try await store.auditEntries(inProject: project, before: before, limit: limit).map(\.id)
            }
            #expect(try await ids(nil) == ["a", "A", "4", "3", "2", "10"])
            #expect(try await ids(nil, limit: 2) == ["a", "A"])
            #expect(try await ids(nil, before: "A", limit: 2) == ["4", "3"])
            #expect(try await ids(nil, before: "10") == [])
            #expect(try await ids("1234567890") == ["a", "A", "3", "2"])
            #expect(try await ids("1234567890", before: "A", limit: 1) == ["3"])
            #expect(try await ids("1234567890", before: "4") == ["3", "2"])
            #expect(try await ids("1") == ["10"])
            #expect(try await ids("2") == [])
            #expect(try await ids(nil, limit: -1) == [])
            #expect(try await store.auditEntries(inProject: nil, before: "A", limit: 1) == [bare])
        }
    }
}
