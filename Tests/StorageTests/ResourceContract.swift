import AppCheck
import Testing
import TestSupport

@Suite("Every store of resources") struct ResourceContract {
    @Test("keeps each kind whole, from making to removal", arguments: Backend.all, Kind.allCases)
    func life(_ backend: Backend, _ kind: Kind) async throws {
        try await backend.withStore { store async throws in
            let (made, changed) = (try kind.made(), try kind.changed())
            let (name, collection) = (made.name, made.name.collection)
            try await store.add(kind.parents())
            for _ in 0..<2 {
                #expect(try await store.resource(name) == nil)
                #expect(try await store.apply([.create(made)], recording: []) == .applied)
                #expect(try await store.resource(name) == made)
                #expect(try await store.apply([.replace(made, by: changed)], recording: []) == .applied)
                #expect(try await store.resource(name) == changed)
                #expect(try await store.resources(collection, after: nil, limit: 10) == [changed])
                #expect(try await store.apply([.replace(changed, by: changed)], recording: []) == .applied)
                #expect(try await store.apply([.remove(changed)], recording: []) == .applied)
                #expect(try await store.resources(collection, after: nil, limit: 10) == [])
            }
        }
    }

    @Test("keeps each kind from one opening to the next", arguments: Backend.all, Kind.allCases)
    func reopening(_ backend: Backend, _ kind: Kind) async throws {
        try await backend.with { open in
            let made = try kind.made()
            let first = try await open()
            try await first.store.add(kind.parents() + [made])
            #expect(try await first.store.consume(digest(1), expiresAt: 2000))
            #expect(try await first.store.apply([], recording: [entry("1")]) == .applied)
            await first.close()

            let second = try await open()
            #expect(try await second.store.resource(made.name) == made)
            #expect(try await !second.store.consume(digest(1), expiresAt: 2000))
            #expect(try await second.store.auditEntries(inProject: nil, before: nil, limit: 10) == [entry("1")])
            await second.close()
        }
    }

    @Test("keeps a name's every byte", arguments: Backend.all)
    func texts(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let name = "\"Läden\" \\ / ' ; -- 日本 e\u{301} \u{1F469}\u{200D}\u{1F680}"
            let project = try RegisteredProject(project: shop(), displayName: name)
            try await store.add(.project(project))
            let stored = try #require(await store.project("shop"))
            #expect(Array(stored.displayName.utf8) == Array(name.utf8))
        }
    }

    @Test("knows a name only in its own place", arguments: Backend.all)
    func places(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            for kind in Kind.allCases { #expect(try await store.resource(kind.made().name) == nil) }
            try await store.add([Kind.project.made(), Kind.app.made(), Kind.debugToken.made(), Kind.service.made()])
            let elsewhere: [ResourceName] = [
                .project("shop"), .project(""), .app(project: "1", "1:1234567890:ios:aa"),
                .app(project: "1234567890", "1:1234567890:ios:AA"),
                .debugToken(project: "1234567890", app: "1:1234567890:ios:ab", "d1"),
                .debugToken(project: "1234567890", app: "1:1234567890:ios:aa", "D1"),
                .service(project: "123456789", "orders.example.com"),
                .apiKey(project: "1234567890", "orders.example.com"), .adminToken("orders.example.com"),
            ]
            for name in elsewhere { #expect(try await store.resource(name) == nil, "\(name)") }
        }
    }

    @Test("finds a debug token by its secret, in its own app alone", arguments: Backend.all)
    func debugTokens(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let twin = "1:1234567890:ios:ab"
            try await store.add([Kind.project.made(), .app(shopApp()), .app(shopApp(twin))])
            let (mine, theirs) = (
                try specimenDebugToken("d1", secret: 1), try specimenDebugToken("d1", app: twin, secret: 1)
            )
            try await store.add([.debugToken(mine), .debugToken(theirs)])
            let number = "1234567890"
            #expect(try await store.debugToken(secretHash: digest(1), app: mine.appID, inProject: number) == mine)
            #expect(try await store.debugToken(secretHash: digest(1), app: twin, inProject: number) == theirs)
            #expect(try await store.debugToken(secretHash: digest(2), app: twin, inProject: number) == nil)
            #expect(try await store.debugToken(secretHash: [], app: twin, inProject: number) == nil)
            #expect(try await store.debugToken(secretHash: digest(1), app: twin, inProject: "1") == nil)
            #expect(try await store.debugToken(secretHash: digest(1), app: "x", inProject: number) == nil)
        }
    }
}
