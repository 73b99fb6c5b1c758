import AppAttest
import AppCheck
import Testing
import TestSupport

@Suite("Every store, when a resource is not what it was thought to be") struct ChangeContract {
    @Test("refuses a name that is taken, and changes nothing", arguments: Backend.all, Kind.allCases)
    func taken(_ backend: Backend, _ kind: Kind) async throws {
        try await backend.withStore { store async throws in
            let (made, changed) = (try kind.made(), try kind.changed())
            try await store.add(kind.parents() + [made])
            for again in [made, changed] {
                #expect(try await store.apply([.create(again)], recording: []) == .taken(made.name))
                // The name is the reason, though the collection is full too.
                #expect(try await store.apply([.create(again, limit: 1)], recording: []) == .taken(made.name))
            }
            #expect(try await store.resource(made.name) == made)
        }
    }

    @Test("changes and removes only what it was told is there", arguments: Backend.all, Kind.allCases)
    func overtaken(_ backend: Backend, _ kind: Kind) async throws {
        try await backend.withStore { store async throws in
            let (made, changed) = (try kind.made(), try kind.changed())
            try await store.add(kind.parents())
            for absent in [ResourceChange.replace(made, by: changed), .remove(made)] {
                #expect(try await store.apply([absent], recording: []) == .overtaken(made.name))
            }
            try await store.add(made)
            for outdated in [ResourceChange.replace(changed, by: made), .remove(changed)] {
                #expect(try await store.apply([outdated], recording: []) == .overtaken(made.name))
            }
            #expect(try await store.resource(made.name) == made)
        }
    }

    @Test("compares every field", arguments: Backend.all)
    func everyField(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let stored = try RegisteredApp(project: shop(), appID: "app", teamID: "ABCDE12345", bundleIDs: ["a", "b"])
            let others = try [
                RegisteredApp(
                    project: shop(), appID: "app", displayName: "x", teamID: "ABCDE12345", bundleIDs: ["a", "b"]),
                RegisteredApp(project: shop(), appID: "app", teamID: "ABCDE12346", bundleIDs: ["a", "b"]),
                RegisteredApp(project: shop(), appID: "app", teamID: "ABCDE12345", bundleIDs: ["b", "a"]),
                RegisteredApp(
                    project: shop(), appID: "app", teamID: "ABCDE12345", bundleIDs: ["a", "b"],
                    environments: [.development]),
                RegisteredApp(
                    project: shop(), appID: "app", teamID: "ABCDE12345", bundleIDs: ["a", "b"],
                    trustAnchors: [.appleAppAttestationRootCA]),
                RegisteredApp(
                    project: shop(), appID: "app", teamID: "ABCDE12345", bundleIDs: ["a", "b"], tokenTTL: 3601),
                RegisteredApp(
                    project: shop(), appID: "app", teamID: "ABCDE12345", bundleIDs: ["a", "b"], debugTokenLimit: 21),
                RegisteredApp(
                    project: shop(), appID: "app", teamID: "ABCDE12345", bundleIDs: ["a", "b"],
                    policies: specimenPolicies),
                RegisteredApp(
                    project: shop(), appID: "app", teamID: "ABCDE12345", bundleIDs: ["a", "b"], createdAt: 1),
                RegisteredApp(
                    project: shop(), appID: "app", teamID: "ABCDE12345", bundleIDs: ["a", "b"], updatedAt: 1),
                RegisteredApp(
                    project: Project(number: "1234567890", id: "other"), appID: "app", teamID: "ABCDE12345",
                    bundleIDs: ["a", "b"]),
            ]
            try await store.add(shop())
            try await store.add(stored)
            let name = Resource.app(stored).name
            for (index, other) in others.enumerated() {
                let outcome = try await store.apply([.replace(.app(other), by: .app(stored))], recording: [])
                #expect(outcome == .overtaken(name), "app \(index)")
                #expect(
                    try await store.apply([.remove(.app(other))], recording: []) == .overtaken(name), "app \(index)")
            }
        }
    }

    @Test("gives nothing another name", arguments: Backend.all)
    func renaming(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            try await store.add(shop())
            try await store.add(specimenService("a"))
            let misuse = StoreError.unreadable(
                "projects/1234567890/services/a was to be replaced by projects/1234567890/services/b")
            await #expect(throws: misuse) {
                try await store.apply([.replace(specimenService("a"), by: specimenService("b"))], recording: [])
            }
            #expect(try await store.resource(specimenService("a").name) == specimenService("a"))
            #expect(try await store.resource(specimenService("b").name) == nil)
        }
    }

    @Test("refuses a project's id or number that is another's", arguments: Backend.all)
    func projectIDs(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            try await store.add(shop())
            let other = Resource.project(try RegisteredProject(project: Project(number: "99", id: "other")))
            let sameID = Resource.project(try RegisteredProject(project: Project(number: "99", id: "shop")))
            #expect(try await store.apply([.create(sameID)], recording: []) == .taken(.project("99")))
            try await store.add(other)
            #expect(try await store.apply([.replace(other, by: sameID)], recording: []) == .taken(.project("99")))
            let renamed = Resource.project(try RegisteredProject(project: Project(number: "99", id: "renamed")))
            #expect(try await store.apply([.replace(other, by: renamed)], recording: []) == .applied)
            #expect(try await store.project("renamed")?.project.number == "99")
            #expect(try await store.project("other") == nil)
        }
    }

    @Test("refuses a debug token whose secret another of the app has", arguments: Backend.all)
    func secrets(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            try await store.add(shop())
            try await store.add(shopApp())
            let (first, second) = (try specimenDebugToken("d1", secret: 1), try specimenDebugToken("d2", secret: 2))
            try await store.add([.debugToken(first), .debugToken(second)])
            let third = Resource.debugToken(try specimenDebugToken("d3", secret: 1))
            #expect(try await store.apply([.create(third)], recording: []) == .taken(third.name))
            let stolen = Resource.debugToken(try specimenDebugToken("d2", secret: 1))
            let outcome = try await store.apply([.replace(.debugToken(second), by: stolen)], recording: [])
            #expect(outcome == .taken(stolen.name))
            #expect(try await store.resource(stolen.name) == .debugToken(second))
        }
    }
}
