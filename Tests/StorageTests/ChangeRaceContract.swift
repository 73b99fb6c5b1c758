import AppCheck
import Testing
import TestSupport

@Suite("Every store, when many change resources at once") struct ChangeRaceContract {
    @Test("lets one of many equal makers win", arguments: Backend.all, Kind.allCases)
    func creates(_ backend: Backend, _ kind: Kind) async throws {
        try await backend.withStore { store async throws in
            let made = try kind.made()
            try await store.add(kind.parents())
            let outcomes = try await atOnce(50) { number in
                try await store.apply([.create(made)], recording: [entry("\(number)")])
            }
            #expect(outcomes.count { $0 == .applied } == 1)
            #expect(outcomes.count { $0 == .taken(made.name) } == 49)
            #expect(try await store.auditEntries(inProject: nil, before: nil, limit: 100).count == 1)
        }
    }

    @Test("lets one of many who read the same replace or remove it", arguments: Backend.all)
    func replaces(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let before = Resource.project(try RegisteredProject(project: shop()))
            let after = try (0..<50).map {
                Resource.project(try RegisteredProject(project: shop(), displayName: "\($0)"))
            }
            try await store.add(before)
            let outcomes = try await atOnce(50) { number in
                let change: ResourceChange =
                    number.isMultiple(of: 2) ? .replace(before, by: after[number]) : .remove(before)
                return (number, try await store.apply([change], recording: [entry("\(number)")]))
            }
            let winners = outcomes.filter { $0.1 == .applied }.map(\.0)
            #expect(winners.count == 1)
            #expect(outcomes.count { $0.1 == .overtaken(before.name) } == 49)
            let winner = try #require(winners.first)
            #expect(try await store.resource(before.name) == (winner.isMultiple(of: 2) ? after[winner] : nil))
            #expect(try await store.auditEntries(inProject: nil, before: nil, limit: 9).map(\.id).contains("\(winner)"))
        }
    }

    @Test("lets one win where several servers share a store", arguments: Backend.all)
    func servers(_ backend: Backend) async throws {
        try await backend.with { open in
            let servers = [try await open(), try await open()]
            let made = try Kind.project.made()
            let outcomes = try await atOnce(50) { number in
                let store = servers[number % 2].store
                return try await store.apply([.create(made)], recording: [entry("\(number)")])
            }
            #expect(outcomes.count { $0 == .applied } == 1)
            #expect(outcomes.count { $0 == .taken(made.name) } == 49)
            let changed = try Kind.project.changed()
            let replaced = try await atOnce(50) { number in
                try await servers[number % 2].store.apply([.replace(made, by: changed)], recording: [])
            }
            #expect(replaced.count { $0 == .applied } == 1)
            #expect(replaced.count { $0 == .overtaken(made.name) } == 49)
            let used = try await atOnce(50) { number in
                try await servers[number % 2].store.consume(digest(1), expiresAt: 2000)
            }
            #expect(used.count { $0 } == 1)
            for server in servers { await server.close() }
        }
    }

    @Test("fills a collection to its limit and no further", arguments: Backend.all)
    func limits(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            try await store.add(shop())
            try await store.add(shopApp())
            let outcomes = try await atOnce(50) { number in
                let token = Resource.debugToken(try specimenDebugToken("d\(number)", secret: number))
                return try await store.apply([.create(token, limit: 20)], recording: [])
            }
            #expect(outcomes.count { $0 == .applied } == 20)
            let tokens = ResourceCollection.debugTokens(project: "1234567890", app: "1:1234567890:ios:aa")
            #expect(try await store.resources(tokens, after: nil, limit: 100).count == 20)
        }
    }

    @Test("gives a secret or a project's id to one of many", arguments: Backend.all)
    func uniqueness(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            try await store.add(shop())
            try await store.add(shopApp())
            let tokens = try await atOnce(50) { number in
                try await store.apply(
                    [.create(.debugToken(specimenDebugToken("d\(number)", secret: 1)))], recording: [])
            }
            #expect(tokens.count { $0 == .applied } == 1)
            let projects = try await atOnce(50) { number in
                let project = try RegisteredProject(project: Project(number: "\(number + 1)", id: "other"))
                return try await store.apply([.create(.project(project))], recording: [])
            }
            #expect(projects.count { $0 == .applied } == 1)
        }
    }

    @Test("never leaves a child without its parent", arguments: Backend.all)
    func orphans(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let project = try Kind.project.made()
            try await store.add(project)
            let outcomes = try await atOnce(50) { number in
                if number == 25 { return try await store.apply([.remove(project)], recording: []) }
                return try await store.apply([.create(specimenService("s\(number)"))], recording: [])
            }
            let made = outcomes.count { $0 == .applied }
            let children = try await store.resources(.services(project: "1234567890"), after: nil, limit: 100)
            if try await store.resource(project.name) == nil {
                #expect(children == [])
                #expect(made == 1)
            } else {
                #expect(children.count == 49)
                #expect(outcomes.contains(.inUse(project.name)))
            }
        }
    }
}
