import AppCheck
import Testing
import TestSupport

@Suite("Every store, when it lists keys") struct KeyListingContract {
    private static let app = "1:1234567890:ios:aa"

    @Test(
        "gives the app's keys, whole, as they were attested, those of one second by their ids", arguments: Backend.all)
    func order(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            // Stored in another order than attested. 0x0080 comes behind 0x007F, and 0x0100 behind both.
            let keys = [(0xFFFF, 998), (0xFF, 999), (1, 1000), (0x7F, 1000), (0x80, 1000), (0x100, 1000), (2, 1001)]
                .map { specimenKey($0.0, attestedAt: $0.1) }
            for key in keys.shuffled() where key.keyID != digest(0x80) {
                _ = try await store.register(key, redeeming: redemption(Int(key.keyID[31]) + Int(key.keyID[30]) << 8))
            }
            // One that came back by its artifact takes its old place.
            _ = try await store.advance(keys[4], to: 3, redeeming: redemption(3), at: 1100)
            _ = try await store.revokeKey(
                digest(0xFF), ofApp: Self.app, inProject: "1234567890", at: 1200, recording: entry("1"))
            for (number, app, project) in [(3, "1:1234567890:ios:ab", "1234567890"), (4, Self.app, "123456789")] {
                _ = try await store.register(
                    specimenKey(number, project: project, app: app), redeeming: redemption(10 + number))
            }
            let expected = keys.enumerated().map { place, key in
                switch place {
                case 4: KeyRecord(key: key, counter: 3, lastUsedAt: 1100, revokedAt: nil, receipt: nil)
                case 1:
                    KeyRecord(
                        key: key, counter: 0, lastUsedAt: 999, revokedAt: 1200, receipt: specimenReceipt(dueAt: nil))
                default:
                    KeyRecord(
                        key: key, counter: 0, lastUsedAt: key.attestedAt, revokedAt: nil, receipt: specimenReceipt())
                }
            }
            #expect(try await self.keys(store) == expected)
            #expect(try await self.keys(store, limit: 4) == Array(expected[..<4]))
            #expect(try await self.keys(store, after: digest(0x80)) == Array(expected[5...]))
            #expect(try await self.keys(store, after: digest(0xFF), limit: 2) == Array(expected[2...3]))
            // Behind the last, and behind what is no key, another app's or another project's.
            for id in [digest(2), digest(0x81), [], digest(3), digest(4)] {
                #expect(try await self.keys(store, after: id) == [])
            }
            #expect(try await store.attestedKeys(ofApp: "a", inProject: "1234567890", after: nil, limit: 9) == [])
        }
    }

    @Test("gives pages that together are the whole", arguments: Backend.all)
    func pages(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            // The next second begins within the third page.
            let all = (1...10).map { specimenKey(11 - $0, attestedAt: $0 <= 7 ? 1000 : 1001) }
            for (place, key) in all.enumerated() { _ = try await store.register(key, redeeming: redemption(place)) }
            var (found, last): ([KeyRecord], [UInt8]?) = ([], nil)
            for size in [3, 3, 3, 1, 0] {
                let page = try await keys(store, after: last, limit: 3)
                #expect(page.count == size)
                found += page
                last = page.last?.key.keyID ?? last
            }
            #expect(found.map(\.key) == all[..<7].reversed() + all[7...].reversed())
            for limit in [0, -1, .min] { #expect(try await keys(store, limit: limit) == []) }
        }
    }

    private func keys(
        _ store: any StorePorts, after keyID: [UInt8]? = nil, limit: Int = .max
    ) async throws -> [KeyRecord] {
        try await store.attestedKeys(ofApp: Self.app, inProject: "1234567890", after: keyID, limit: limit)
    }
}
