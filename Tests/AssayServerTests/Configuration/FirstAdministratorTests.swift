import AppCheck
import AssayServer
import Cryptography
import Foundation
import Storage
import Testing
import TestSupport

@Suite("The first administrator's token", .onSQLite("is about files beside the store")) struct FirstAdministratorTests {
    private static let surroundings = Surroundings(now: { Date(timeIntervalSince1970: 1_768_478_400) }) {
        count throws(CryptographyError) in try SecureRandom.bytes(count)
    }

    /// An empty store, and as many data directories of servers over it.
    private func withServers(
        _ count: Int, _ body: (Administration, AccessControl, [Installation]) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            let store = try await SQLiteStore.open(path: folder.file("assay.db"))
            var installations: [Installation] = []
            for number in 0..<count {
                installations.append(
                    try Installation(
                        ServerConfiguration(flags: [.dataDir: folder.file("data\(number)")]), environment: [:],
                        surroundings: Self.surroundings))
            }
            try await body(
                Administration(store, Self.surroundings),
                AccessControl(store: store, registry: store, surroundings: Self.surroundings, lifetime: 0),
                installations)
            await store.close()
        }
    }

    /// The text in the file; nil if there is none. Nothing else of that name may be beside it.
    private func kept(by installation: Installation) throws -> String? {
        let names = try FileManager.default.contentsOfDirectory(atPath: installation.directory.path)
        #expect(names.filter { $0.hasPrefix("admin.token.") } == [])
        guard names.contains("admin.token") else { return nil }
        return try String(contentsOfFile: installation.directory.adminTokenPath, encoding: .utf8)
            .trimmingCharacters(in: .newlines)
    }

    private func write(_ credential: Credential, _ name: String, _ installation: Installation) throws {
        try Data("\(credential.text)\n".utf8).write(to: URL(filePath: "\(installation.directory.path)/\(name)"))
    }

    @Test("is made by one of several servers that start at once, on whichever machine") func race() async throws {
        for _ in 1...5 {
            try await withServers(5) { administration, access, installations async throws in
                let outcomes = try await atOnce(5) { number in
                    (number, try await installations[number].makeFirstAdminToken(administration))
                }
                #expect(outcomes.count { $0.1 } == 1)
                #expect(try await administration.adminTokens(size: 9).items.count == 1)
                for (number, isMade) in outcomes {
                    let text = try kept(by: installations[number])
                    #expect((text != nil) == isMade)
                    guard let text else { continue }
                    #expect(try await access.caller(bearing: text).token.role == .admin)
                }
            }
        }
    }

    @Test("is made once in one data directory, however many start") func sharedDirectory() async throws {
        for _ in 1...5 {
            try await withServers(1) { administration, access, installations async throws in
                let outcomes = try await atOnce(5) { _ in
                    try await installations[0].makeFirstAdminToken(administration)
                }
                #expect(outcomes.count { $0 } == 1)
                #expect(try await administration.adminTokens(size: 9).items.count == 1)
                let text = try #require(try kept(by: installations[0]))
                #expect(try await access.caller(bearing: text).token.role == .admin)
            }
        }
    }

    @Test("is made by the next start where one was killed before it, though the database is there") func killedBefore()
        async throws
    {
        try await withServers(1) { administration, access, installations async throws in
            // A draft is there, or not yet; the store knows nothing of it.
            let draft = try administration.newAdminCredential()
            try write(draft, "admin.token.\(draft.id)", installations[0])
            #expect(try await installations[0].makeFirstAdminToken(administration))
            let text = try #require(try kept(by: installations[0]))
            #expect(try await access.caller(bearing: text).token.role == .admin)
            #expect(try await !installations[0].makeFirstAdminToken(administration))
        }
    }

    @Test("comes to its file by the next start where one was killed between the store and the file")
    func killedBetween() async throws {
        try await withServers(1) { administration, access, installations async throws in
            let draft = try administration.newAdminCredential()
            try write(draft, "admin.token.\(draft.id)", installations[0])
            #expect(try await administration.createFirstAdminToken(draft, by: Actor("first start")))
            #expect(try await installations[0].makeFirstAdminToken(administration))
            #expect(try kept(by: installations[0]) == draft.text)
            #expect(try await !installations[0].makeFirstAdminToken(administration))
        }
    }

    @Test("is never one that an older database left behind") func stale() async throws {
        try await withServers(1) { administration, access, installations async throws in
            let old = try administration.newAdminCredential()
            try write(old, "admin.token", installations[0])
            #expect(try await installations[0].makeFirstAdminToken(administration))
            let text = try #require(try kept(by: installations[0]))
            #expect(text != old.text)
            await #expect(throws: AccessError.unauthenticated) { try await access.caller(bearing: old.text) }
        }
    }

    @Test("is not made again for somebody who has ended the last one") func ended() async throws {
        try await withServers(2) { administration, _, installations async throws in
            #expect(try await installations[0].makeFirstAdminToken(administration))
            let token = try #require(try await administration.adminTokens(size: 1).items.first)
            #expect(token.displayName == "first administrator")
            try await administration.revokeAdminToken(token.id, by: Actor("a test"))
            for installation in installations {
                #expect(try await !installation.makeFirstAdminToken(administration))
            }
            #expect(try await administration.adminTokens(size: 1).items.isEmpty)
        }
    }
}
