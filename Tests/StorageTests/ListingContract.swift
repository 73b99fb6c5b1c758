import AppCheck
import Testing
import TestSupport

@Suite("Every store, when it lists") struct ListingContract {
    @Test("puts ids in order byte by byte, and goes on behind any text", arguments: Backend.all)
    func order(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            try await store.add(shop())
            let ids = ["b", "B", "a-1", "a.1", "a1", "aa", "Z", "9"]
            for id in ids.shuffled() { try await store.add(specimenService(id)) }
            let services = ResourceCollection.services(project: "1234567890")
            let ordered = try ["9", "B", "Z", "a-1", "a.1", "a1", "aa", "b"].map { try specimenService($0) }
            #expect(try await store.resources(services, after: nil, limit: 100) == ordered)
            #expect(try await store.resources(services, after: "", limit: 100) == ordered)
            #expect(try await store.resources(services, after: "Z", limit: 2) == Array(ordered[3...4]))
            // Behind ids that are not, or no longer, there.
            #expect(try await store.resources(services, after: "a", limit: 1) == [ordered[3]])
            #expect(try await store.resources(services, after: "a-1\u{0}", limit: 1) == [ordered[4]])
            #expect(try await store.resources(services, after: "b", limit: 100) == [])
            #expect(try await store.resources(services, after: "é", limit: 100) == [])
            for limit in [0, -1, .min] { #expect(try await store.resources(services, after: nil, limit: limit) == []) }
            #expect(try await store.resources(services, after: nil, limit: .max) == ordered)
        }
    }

    @Test("gives pages that together are the whole, each kind", arguments: Backend.all, Kind.allCases)
    func pages(_ backend: Backend, _ kind: Kind) async throws {
        try await backend.withStore { store async throws in
            try await store.add(kind.parents())
            for number in (10...19).shuffled() { try await store.add(numbered(kind, number)) }
            var (found, last): ([Resource], String?) = ([], nil)
            for size in [3, 3, 3, 1, 0] {
                let page = try await store.resources(kind.made().name.collection, after: last, limit: 3)
                #expect(page.count == size)
                found += page
                last = page.last?.name.description.split(separator: "/").last.map(String.init) ?? last
            }
            #expect(try found == (10...19).map { try numbered(kind, $0) })
        }
    }

    @Test("keeps to the parent it is asked for", arguments: Backend.all)
    func parents(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let twin = "1:1234567890:ios:ab"
            let other = try Project(number: "123456789", id: "other")
            try await store.add(shop())
            try await store.add(other)
            try await store.add(specimenService("a"))
            try await store.add(specimenService("b", project: "123456789"))
            try await store.add([.app(shopApp()), .app(shopApp(twin))])
            try await store.add(.debugToken(specimenDebugToken("d1", secret: 1)))
            try await store.add(.debugToken(specimenDebugToken("d2", app: twin, secret: 1)))
            #expect(
                try await store.resources(.services(project: "1234567890"), after: nil, limit: 9) == [
                    specimenService("a")
                ])
            #expect(try await store.resources(.services(project: "shop"), after: nil, limit: 9) == [])
            #expect(try await store.projects() == [other, shop()])
            #expect(try await store.apps(in: other) == [])
            #expect(try await store.apps(in: shop()) == [shopApp(), shopApp(twin)])
            let tokens = try await store.resources(
                .debugTokens(project: "1234567890", app: twin), after: nil, limit: 9)
            #expect(try tokens == [.debugToken(specimenDebugToken("d2", app: twin, secret: 1))])
        }
    }

    /// One of many of a kind, with a number of two digits at the end of its id.
    private func numbered(_ kind: Kind, _ number: Int) throws -> Resource {
        switch kind {
        case .project:
            .project(
                try RegisteredProject(project: Project(number: "\(number)", id: "shop-\(number)"), createdAt: 100))
        case .app: .app(try shopApp("app-\(number)"))
        case .debugToken: .debugToken(try specimenDebugToken("d\(number)", secret: number))
        case .service: try specimenService("s\(number)")
        case .apiKey:
            .apiKey(
                try APIKey(
                    projectNumber: "1234567890", id: "k\(number)", secretHash: digest(1), createdAt: 1, updatedAt: 1))
        case .customTokenKey:
            .customTokenKey(
                try CustomTokenKey(
                    projectNumber: "1234567890", id: "k\(number)", serviceAccount: "a", publicKey: [], createdAt: 1))
        case .adminToken: .adminToken(try specimenAdminToken("a\(number)"))
        }
    }
}
