import AppCheck
import MemoryStore
import Storage
import Testing

/// A kind of store that must keep the promises of the ports. The contracts ask it by the ports alone, so that they say the
/// same of every one; whatever looks into tables by SQL, moves rows or damages files is about a ``Database``.
struct Backend: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Gives `body` an empty place and a way to open a store on it, which may be used more than once, and clears up.
    let with: @Sendable (_ body: (_ open: () async throws -> OpenStore) async throws -> Void) async throws -> Void

    /// Those that there are on this machine.
    static let all = [memory] + Database.all.map(Backend.init)

    /// All that is opened on it is the same store, as long as the place is there.
    static let memory = Backend(testDescription: "memory") { body in
        let store = MemoryStore()
        try await body { OpenStore(store: store) {} }
    }

    private init(
        testDescription: String,
        with: @escaping @Sendable (_ body: (() async throws -> OpenStore) async throws -> Void) async throws -> Void
    ) {
        (self.testDescription, self.with) = (testDescription, with)
    }

    private init(_ database: Database) {
        self.init(testDescription: database.testDescription) { body in
            try await database.with { open in
                try await body {
                    let store = try await open()
                    return OpenStore(store: store) { await store.close() }
                }
            }
        }
    }

    /// Gives `body` an empty store.
    func withStore(_ body: (any StorePorts) async throws -> Void) async throws {
        try await with { open in
            let opened = try await open()
            do { try await body(opened.store) } catch {
                await opened.close()
                throw error
            }
            await opened.close()
        }
    }
}

struct OpenStore: Sendable {
    let store: any StorePorts
    let close: @Sendable () async -> Void
}
