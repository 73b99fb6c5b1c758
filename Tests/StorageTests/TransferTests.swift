import AppCheck
import Storage
import Testing
import TestSupport

@Suite("Rows on their way from one store to another") struct TransferTests {
    /// Every way there is on this machine.
    static let ways = Database.all.flatMap { source in Database.all.map { (source, $0) } }

    @Test("arrive as they were, and are good for use", arguments: ways)
    func arrive(_ source: Database, _ target: Database) async throws {
        try await source.withStore { source async throws in
            try await source.fill()
            let text = try await ExportedText(of: source)
            let counts = try await text.manifest().tables
            #expect(counts.allSatisfy { $0.rows > 0 })
            try await target.withStore { target async throws in
                #expect(try await text.importInto(target) == 0)
                #expect(try await ExportedText(of: target).manifest().tables == counts)

                #expect(try await target.attestedKey(digest(1))?.counter == 4_294_967_295)
                #expect(try await target.attestedKey(digest(2))?.key == specimenKey(2))
                #expect(
                    try await target.app("1:1234567890:ios:aa", in: shop())
                        == source.app("1:1234567890:ios:aa", in: shop()))
                #expect(try await !target.consume(digest(7), expiresAt: 2000))
                #expect(
                    try await target.advance(specimenKey(2), to: 1, redeeming: redemption(3), at: 1200)
                        == .challengeUsed)
                #expect(
                    try await target.advance(specimenKey(2), to: 1, redeeming: redemption(9), at: 1200) == .advanced)
                #expect(try await target.auditEntries(inProject: nil, before: nil, limit: 9).count == 5)
            }
        }
    }

    @Test("leave the key of challenges behind, of which nobody knows how many will be used meanwhile")
    func challenges() async throws {
        try await withSQLiteStore { source, _ async throws in
            try await source.fill()
            let text = try await ExportedText(of: source)
            #expect(try await text.manifest().serverKeys.map(\.kind) == [.artifactSealing, .tokenSigning])
            try await withSQLiteStore { target, _ async throws in
                _ = try await text.importInto(target)
                #expect(try await target.keys(.challenge) == [])
                #expect(try await target.keys(.tokenSigning) == [signingKey("k")])
            }
        }
    }

    @Test("are those of one moment, whatever is written meanwhile") func snapshot() async throws {
        try await withSQLiteStore { store, path async throws in
            try await store.fill()
            let before = try await ExportedText(of: store).manifest().tables
            let found = try await store.snapshot { session throws(StoreError) in
                // On another connection, and committed before the first page is read.
                do { try RawDatabase(path).run("DELETE FROM consumed_tokens; DELETE FROM exchange_counts") } catch {
                    throw StoreError.unavailable("\(error)")
                }
                return try session.query("SELECT count(*) FROM consumed_tokens", [])
            }
            #expect(found == [[.integer(1)]])
            let after = try await ExportedText(of: store).manifest().tables
            #expect(zip(before, after).filter { $0 != $1 }.map(\.0.table) == ["consumed_tokens", "exchange_counts"])
        }
    }

    @Test("do not leave a store in which one is damaged") func damagedSource() async throws {
        try await withSQLiteStore { store, path async throws in
            try await store.fill()
            try RawDatabase(path).run("UPDATE consumed_tokens SET expires_at = 'soon'")
            await #expect(
                throws: TransferFault.store(.unreadable("a row of consumed_tokens is damaged"))
            ) { try await ExportedText(of: store) }
        }
    }
}
