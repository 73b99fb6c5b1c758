import AppCheck
import Testing
import TestSupport

@Suite("Every store, when it lists keys") struct KeyListingContract {
    private static let app = "1:1234567890:ios:aa"

    @Test("gives the app's keys, whole, in the order of their ids", arguments: Backend.all)
    func order(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            // 0x0080 comes behind 0x007F, and 0x0100 behind both.
            let numbers = [1, 0x7F, 0x80, 0xFF, 0x100, 0xFFFF]
            for number in numbers.shuffled() where number != 0x80 {
                _ = try await store.register(specimenKey(number), redeeming: redemption(number))
            }
            _ = try await store.advance(specimenKey(0x80), to: 3, redeeming: redemption(2), at: 1100)
            _ = try await store.revokeKey(
                digest(0xFF), ofApp: Self.app, inProject: "1234567890", at: 1200, recording: entry("1"))
            for (number, app, project) in [(3, "1:1234567890:ios:ab", "1234567890"), (4, Self.app, "123456789")] {
                _ = try await store.register(
                    specimenKey(number, project: project, app: app), redeeming: redemption(number))
            }
            let expected = numbers.map { number in
                switch number {
                case 0x80:
                    KeyRecord(
                        key: specimenKey(number), counter: 3, lastUsedAt: 1100, revokedAt: nil, receipt: nil)
                case 0xFF:
                    KeyRecord(
                        key: specimenKey(number), counter: 0, lastUsedAt: 1000, revokedAt: 1200,
                        receipt: specimenReceipt(dueAt: nil))
                default:
                    KeyRecord(
                        key: specimenKey(number), counter: 0, lastUsedAt: 1000, revokedAt: nil,
                        receipt: specimenReceipt())
                }
            }
            #expect(try await keys(store) == expected)
            #expect(try await keys(store, after: []) == expected)
            #expect(try await keys(store, after: digest(0x80)) == Array(expected[3...]))
            #expect(try await keys(store, after: digest(0x7F), limit: 2) == Array(expected[2...3]))
            // Behind an id that is not there, and behind the last.
            #expect(try await keys(store, after: digest(0x81), limit: 1) == [expected[3]])
            #expect(try await keys(store, after: [0xFF]) == [])
            #expect(try await store.attestedKeys(ofApp: "a", inProject: "1234567890", after: nil, limit: 9) == [])
        }
    }

    @Test("gives pages that together are the whole", arguments: Backend.all)
    func pages(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            for number in 1...10 { _ = try await store.register(specimenKey(number), redeeming: redemption(number)) }
            var (found, last): ([KeyRecord], [UInt8]?) = ([], nil)
            for size in [3, 3, 3, 1, 0] {
                let page = try await keys(store, after: last, limit: 3)
                #expect(page.count == size)
                found += page
                last = page.last?.key.keyID ?? last
            }
            #expect(found.map(\.key) == (1...10).map { specimenKey($0) })
            for limit in [0, -1, .min] { #expect(try await keys(store, limit: limit) == []) }
        }
    }

    private func keys(
        _ store: any StorePorts, after keyID: [UInt8]? = nil, limit: Int = .max
    ) async throws -> [KeyRecord] {
        try await store.attestedKeys(ofApp: Self.app, inProject: "1234567890", after: keyID, limit: limit)
    }
}
