import AppCheck
import Testing
import TestSupport

@Suite("Every store, when keys are revoked") struct RevocationContract {
    private static let app = "1:1234567890:ios:aa"
    private static let project = "1234567890"

    @Test("revokes a key once and for ever, and records it", arguments: Backend.all)
    func revokes(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            _ = try await store.advance(specimenKey(), to: 5, redeeming: redemption(2), at: 1100)
            #expect(try await revoke(store, at: 1200, entry("1")) == .revoked)
            #expect(try await revoke(store, at: 1300, entry("2")) == .alreadyRevoked(at: 1200))
            #expect(
                try await store.attestedKey(digest(1))
                    == KeyRecord(
                        key: specimenKey(), counter: 5, lastUsedAt: 1100, revokedAt: 1200,
                        receipt: specimenReceipt(dueAt: nil)))
            #expect(try await store.auditEntries(inProject: nil, before: nil, limit: 9) == [entry("1")])
        }
    }

    @Test("takes no assertion of it, whatever its counter, and leaves the challenge unused", arguments: Backend.all)
    func assertions(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            _ = try await store.register(specimenKey(2), redeeming: redemption(2))
            _ = try await revoke(store, at: 1200, entry("1"))
            for counter: UInt32 in [0, 1, .max] {
                let outcome = try await store.advance(
                    specimenKey(), to: counter, redeeming: redemption(3), at: 1300)
                #expect(outcome == .revoked)
            }
            let stored = try #require(try await store.attestedKey(digest(1)))
            #expect(stored.counter == 0)
            #expect(stored.lastUsedAt == 1000)
            // Another's key is another's first of all.
            let other = specimenKey(publicKey: 8)
            #expect(try await store.advance(other, to: 1, redeeming: redemption(3), at: 1300) == .keyMismatch)
            #expect(try await store.advance(specimenKey(2), to: 1, redeeming: redemption(3), at: 1300) == .advanced)
        }
    }

    @Test("does not register it anew, and tells the request that registered it", arguments: Backend.all)
    func registrations(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            _ = try await revoke(store, at: 1200, entry("1"))
            #expect(try await store.register(specimenKey(), redeeming: redemption(1)) == .revoked)
            #expect(try await store.register(specimenKey(), redeeming: redemption(1, request: 2)) == .challengeUsed)
            #expect(try await store.register(specimenKey(publicKey: 8), redeeming: redemption(1)) == .challengeUsed)
            #expect(try await store.register(specimenKey(), redeeming: redemption(2)) == .keyAlreadyRegistered)
            #expect(try await store.attestedKey(digest(1))?.revokedAt == 1200)
        }
    }

    @Test("revokes and records nothing where the app has no such key", arguments: Backend.all)
    func unknown(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            #expect(try await revoke(store, key: 2, at: 1200, entry("1")) == .unknown)
            #expect(try await revoke(store, app: "1:1234567890:ios:ab", at: 1200, entry("1")) == .unknown)
            #expect(try await revoke(store, project: "123456789", at: 1200, entry("1")) == .unknown)
            #expect(try await store.attestedKey(digest(1))?.revokedAt == nil)
            _ = try await revoke(store, at: 1200, entry("1"))
            // Nor is anybody else told of it.
            #expect(try await revoke(store, app: "1:1234567890:ios:ab", at: 1300, entry("2")) == .unknown)
            #expect(try await revoke(store, project: "123456789", at: 1300, entry("2")) == .unknown)
            #expect(try await store.auditEntries(inProject: nil, before: nil, limit: 9) == [entry("1")])
        }
    }

    @Test("revokes nothing that it cannot record", arguments: Backend.all)
    func unrecorded(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            _ = try await store.apply([], recording: [entry("1")])
            await #expect(throws: StoreError.alreadyExists("audit entry 1")) {
                try await revoke(store, at: 1200, entry("1"))
            }
            #expect(try await store.attestedKey(digest(1))?.revokedAt == nil)
            #expect(try await store.attestedKey(digest(1))?.receipt == specimenReceipt())
        }
    }

    @Test("refreshes its receipt no more, not even under a claim that was made before", arguments: Backend.all)
    func receipts(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            for number in 1...3 { _ = try await store.register(specimenKey(number), redeeming: redemption(number)) }
            _ = try await revoke(store, at: 1200, entry("1"))
            let claimed = try await store.claimDueReceipts(claim(1), ofTeam: "ABCDE12345", limit: 9)
            #expect(Set(claimed.map(\.key.keyID)) == [digest(2), digest(3)])
            _ = try await revoke(store, key: 2, at: 1200, entry("2"))
            for (number, isGood) in [(2, false), (3, true)] {
                let settled = try await store.settleReceipt(
                    of: digest(number), under: claim(1), as: specimenReceipt(dueAt: 1), adding: nil)
                #expect(settled == isGood)
            }
            #expect(try await store.attestedKey(digest(2))?.receipt == specimenReceipt(dueAt: nil))
            let later = try await store.claimDueReceipts(claim(2, at: .max - 600), ofTeam: "ABCDE12345", limit: 9)
            #expect(later.map(\.key.keyID) == [digest(3)])
        }
    }

    @Test("lets nothing pass behind a revocation that raced with assertions", arguments: Backend.all)
    func races(_ backend: Backend) async throws {
        try await backend.with { open in
            let (first, second) = (try await open(), try await open())
            _ = try await first.store.register(specimenKey(), redeeming: redemption(1))
            async let revoked = revoke(second.store, at: 1200, entry("1"))
            let outcomes = try await atOnce(50) { number in
                let store = number.isMultiple(of: 2) ? first.store : second.store
                let counter = UInt32(number + 1)
                return (
                    counter,
                    try await store.advance(
                        specimenKey(), to: counter, redeeming: redemption(100 + number), at: 1100)
                )
            }
            #expect(try await revoked == .revoked)
            let stored = try #require(try await first.store.attestedKey(digest(1)))
            #expect(stored.revokedAt == 1200)
            // What was answered is what is stored: no counter moved behind the revocation.
            #expect(stored.counter == outcomes.filter { $0.1 == .advanced }.map(\.0).max() ?? 0)
            for store in [first.store, second.store] {
                #expect(
                    try await store.advance(specimenKey(), to: 99, redeeming: redemption(200), at: 1300) == .revoked)
            }
            await first.close()
            await second.close()
        }
    }

    @Test("lets one of many revoke, and tells the others its moment", arguments: Backend.all)
    func racingRevocations(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            let outcomes = try await atOnce(20) { number in
                try await revoke(store, at: 1200 + Int64(number), entry("\(number)"))
            }
            let moment = try #require(try await store.attestedKey(digest(1))?.revokedAt)
            #expect(outcomes.count { $0 == .revoked } == 1)
            #expect(outcomes.count { $0 == .alreadyRevoked(at: moment) } == 19)
            #expect(
                try await store.auditEntries(inProject: nil, before: nil, limit: 99) == [entry("\(moment - 1200)")])
        }
    }

    private func revoke(
        _ store: any StorePorts, key number: Int = 1, app: String = app, project: String = project, at moment: Int64,
        _ entry: AuditEntry
    ) async throws -> RevocationOutcome {
        try await store.revokeKey(
            digest(number), ofApp: app, inProject: project, at: moment, recording: entry)
    }
}
