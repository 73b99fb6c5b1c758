import AppCheck
import Testing
import TestSupport

@Suite("Every store, for the server's own keys") struct ServerKeyContract {
    @Test("begins with none and keeps what replaced them, ordered by id", arguments: Backend.all)
    func replaces(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            #expect(try await store.keys(.tokenSigning).isEmpty)
            let first = [signingKey("b"), signingKey("a", state: "published", activatedAt: nil)]
            #expect(try await store.replaceKeys(.tokenSigning, from: [], to: first))
            #expect(try await store.keys(.tokenSigning) == [first[1], first[0]])
            let second = [signingKey("b", state: "retiring"), signingKey("c")]
            #expect(try await store.replaceKeys(.tokenSigning, from: first, to: second))
            #expect(try await store.keys(.tokenSigning) == second)
            #expect(try await store.replaceKeys(.tokenSigning, from: second, to: []))
            #expect(try await store.keys(.tokenSigning).isEmpty)
        }
    }

    @Test("replaces nothing when something else is stored than was thought", arguments: Backend.all)
    func outdated(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let stored = [signingKey("a")]
            _ = try await store.replaceKeys(.tokenSigning, from: [], to: stored)
            let next = [signingKey("b")]
            #expect(try await !store.replaceKeys(.tokenSigning, from: [], to: next))
            #expect(try await !store.replaceKeys(.tokenSigning, from: stored + next, to: next))
            #expect(
                try await !store.replaceKeys(.tokenSigning, from: [signingKey("a", state: "retiring")], to: next))
            #expect(try await store.keys(.tokenSigning) == stored)
        }
    }

    @Test("keeps kinds apart", arguments: Backend.all) func kinds(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            for kind in StoredKey.Kind.allCases {
                #expect(try await store.replaceKeys(kind, from: [], to: [signingKey("a", kind: kind)]))
            }
            _ = try await store.replaceKeys(.challenge, from: [signingKey("a", kind: .challenge)], to: [])
            #expect(try await store.keys(.challenge).isEmpty)
            #expect(try await store.keys(.artifactSealing) == [signingKey("a", kind: .artifactSealing)])
        }
    }

    @Test("replaces nothing when the new keys are not distinct or of another kind", arguments: Backend.all)
    func misuse(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let stored = [signingKey("a")]
            _ = try await store.replaceKeys(.tokenSigning, from: [], to: stored)
            await #expect(throws: StoreError.alreadyExists("token-signing key b")) {
                try await store.replaceKeys(.tokenSigning, from: stored, to: [signingKey("b"), signingKey("b")])
            }
            await #expect(
                throws: StoreError.unreadable("a key for challenge was to be stored among those for token-signing")
            ) {
                try await store.replaceKeys(.tokenSigning, from: stored, to: [signingKey("c", kind: .challenge)])
            }
            #expect(try await store.keys(.tokenSigning) == stored)
        }
    }

    @Test("lets one of many servers rotate", arguments: Backend.all)
    func racingRotation(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let won = try await atOnce(16) { number in
                try await store.replaceKeys(.tokenSigning, from: [], to: [signingKey("key-\(number)")])
            }
            #expect(won.count { $0 } == 1)
            #expect(try await store.keys(.tokenSigning).count == 1)
        }
    }
}
