import AppCheck
import Foundation
import Storage
import Testing
import TestSupport

@Suite("The SQLite store, with many at work") struct SQLiteConcurrencyTests {
    @Test("shares commits among those who write at the same time") func groupCommit() async throws {
        try await TemporaryFolder.with { folder in
            let store = try await SQLiteStore.open(path: folder.file("assay.db"))
            #expect(store.writeStatistics.commits == 0)
            let outcomes = try await atOnce(500) { number in
                try await store.register(specimenKey(number), redeeming: redemption(number))
            }
            #expect(outcomes.allSatisfy { $0 == .registered })
            #expect(store.writeStatistics.writes == 500)
            #expect(store.writeStatistics.commits < 250)
            await store.close()
        }
    }

    @Test("writes all the same where it is always worth waiting for more", .timeLimit(.minutes(1))) func busy()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let store = try await SQLiteStore.open(path: folder.file("assay.db"), isBusy: { true })
            for number in 0..<20 {
                #expect(
                    try await store.register(specimenKey(number), redeeming: redemption(number)) == .registered)
            }
            #expect(store.writeStatistics == WriteStatistics(commits: 20, writes: 20))
            await store.close()
        }
    }

    @Test("keeps a write whose neighbours in the transaction fail") func independence() async throws {
        try await TemporaryFolder.with { folder in
            let store = try await SQLiteStore.open(path: folder.file("assay.db"))
            try await store.add(shop())
            let outcomes = try await atOnce(300) { number in
                if number.isMultiple(of: 3) {
                    await #expect(throws: RefusedChange(outcome: .taken(.project("1234567890")))) {
                        try await store.add(shop())
                    }
                    return RegistrationOutcome.registered
                }
                return try await store.register(specimenKey(number / 3), redeeming: redemption(number / 3))
            }
            #expect(outcomes.count { $0 == .registered } == 200)
            #expect(outcomes.count { $0 == .repeated } == 100)
            await store.close()
        }
    }

    @Test("keeps its promises when two stores use one file") func twoStores() async throws {
        try await TemporaryFolder.with { folder in
            let first = try await SQLiteStore.open(path: folder.file("assay.db"))
            let second = try await SQLiteStore.open(path: folder.file("assay.db"))
            let registered = try await atOnce(64) { number in
                let store = number.isMultiple(of: 2) ? first : second
                return try await store.register(specimenKey(), redeeming: redemption(1))
            }
            #expect(registered.count { $0 == .registered } == 1)
            #expect(registered.count { $0 == .repeated } == 63)
            let advanced = try await atOnce(64) { number in
                let store = number.isMultiple(of: 2) ? first : second
                return try await store.advance(specimenKey(), to: 1, redeeming: redemption(100 + number), at: 1100)
            }
            #expect(advanced.count { $0 == .advanced } == 1)
            // What one was told, the other knows.
            try await first.add(shop())
            #expect(try await second.project("shop")?.project == shop())
            await first.close()
            #expect(try await second.attestedKey(digest(1))?.counter == 1)
            await second.close()
        }
    }

    @Test("answers everyone when it is closed, and holds to what it answered", .timeLimit(.minutes(1)))
    func closing() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.file("assay.db")
            // Patience for the slowest machine: what is tested is the end, not the waiting.
            let store = try await SQLiteStore.open(path: path, waitingForLocks: 50_000)
            // Keeps the writer busy with its first transaction while others queue and the store is closed.
            let other = try RawDatabase(path)
            try other.run("BEGIN IMMEDIATE")
            let (calls, call) = AsyncStream.makeStream(of: Void.self)
            async let answers = atOnce(100) { number -> (Int, RegistrationOutcome?) in
                call.yield()
                do throws(StoreError) {
                    return (number, try await store.register(specimenKey(number), redeeming: redemption(number)))
                } catch {
                    #expect(error == StoreError.unavailable("it is closed"))
                    return (number, nil)
                }
            }
            var waiting = calls.makeAsyncIterator()
            for _ in 0..<100 { await waiting.next() }
            async let closed: Void = store.close()
            while (try? await store.projects()) != nil { await Task.yield() }
            try other.run("COMMIT")
            await closed
            let reopened = try await SQLiteStore.open(path: path)
            for (number, outcome) in try await answers {
                #expect(try await (reopened.attestedKey(digest(number)) != nil) == (outcome == .registered))
            }
            await reopened.close()
        }
    }

    @Test("is unavailable once it is closed") func closed() async throws {
        try await TemporaryFolder.with { folder in
            let store = try await SQLiteStore.open(path: folder.file("assay.db"))
            await store.close()
            await store.close()
            let closed = StoreError.unavailable("it is closed")
            await #expect(throws: closed) { try await store.projects() }
            await #expect(throws: closed) { try await store.add(shop()) }
            await #expect(throws: closed) { try await store.checkWritable() }
        }
    }

    @Test("keeps the write-ahead log bounded while writes go on") func boundedLog() async throws {
        try await TemporaryFolder.with { folder in
            let store = try await SQLiteStore.open(path: folder.file("assay.db"))
            let sealed = [UInt8](repeating: 1, count: 1 << 20)
            var old: [StoredKey] = []
            for round in 0..<150 {
                let new = [
                    StoredKey(
                        kind: .challenge, id: "a", state: "active", publishedAt: Int64(round), sealed: sealed)
                ]
                #expect(try await store.replaceKeys(.challenge, from: old, to: new))
                old = new
            }
            let log = try FileManager.default.attributesOfItem(atPath: folder.file("assay.db-wal"))
            // 150 MiB were written; the log may take 80 MiB and the transaction that crossed the line.
            #expect(try #require(log[.size] as? Int) < 84 << 20)
            await store.close()
        }
    }
}
