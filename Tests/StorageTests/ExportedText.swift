import AppCheck
import Foundation
import Storage
import Synchronization
import Testing

/// An export that is held in memory.
struct ExportedText: Sendable {
    static let id = [UInt8](repeating: 0xAB, count: 16)

    var bytes: [UInt8]

    var lines: [String] { String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init) }

    /// What a store writes.
    init(of store: any TransferStore, id: [UInt8] = Self.id) async throws {
        let collected = Collected()
        let tables = try await store.exportRows(
            TransferHeader(id: id, madeAt: 1000),
            write: { bytes throws(TransferFault) in collected.bytes.withLock { $0 += bytes } }, progress: { _ in })
        bytes = collected.bytes.withLock { $0 }
        #expect(try await manifest().tables == tables)
    }

    func manifest() async throws(TransferFault) -> TransferManifest {
        try await TransferManifest.verify(byteCount: bytes.count, read: reader(), progress: { _ in })
    }

    /// - Parameter limit: after how many bytes reading fails; nil for never.
    func reader(breakingOffAfter limit: Int? = nil) -> @Sendable () throws(TransferFault) -> [UInt8] {
        let position = Position()
        return { [bytes] () throws(TransferFault) in
            let start = position.value.withLock { $0 }
            if let limit, start >= limit { throw TransferFault.file("the disk is broken") }
            // Pieces that end anywhere in a line.
            let piece = bytes[start..<min(bytes.count, start + 1_013)]
            position.value.withLock { $0 += piece.count }
            return Array(piece)
        }
    }

    /// The way of the command: verified first.
    func importInto(_ store: any TransferStore, breakingOffAfter limit: Int? = nil) async throws -> Int {
        try await store.importRows(
            of: manifest(), at: 2000, read: reader(breakingOffAfter: limit), progress: { _ in })
    }

    mutating func replace(_ old: String, by new: String) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        let range = try #require(text.range(of: old))
        bytes = Array(text.replacingCharacters(in: range, with: new).utf8)
    }

    private final class Collected: Sendable { let bytes = Mutex<[UInt8]>([]) }
    private final class Position: Sendable { let value = Mutex(0) }
}

extension Store {
    /// Fills every table.
    func fill() async throws {
        for kind in Kind.allCases where kind != .project && kind != .app {
            let parents = try kind.parents()
            for parent in parents where try await resource(parent.name) == nil {
                #expect(try await apply([.create(parent)], recording: []) == .applied)
            }
            #expect(try await apply([.create(kind.made())], recording: [entry(kind.testName)]) == .applied)
        }
        #expect(try await register(specimenKey(1), redeeming: redemption(1)) == .registered)
        #expect(try await register(specimenKey(2), redeeming: redemption(2)) == .registered)
        #expect(try await advance(specimenKey(1), to: 4_294_967_295, redeeming: redemption(3), at: 1100) == .advanced)
        for claimed in try await claimDueReceipts(claim(1), ofTeam: "ABCDE12345", limit: 1) {
            let record = ReceiptRecord(receipt: [0, 0xFF], facts: refreshedFacts)
            _ = try await settleReceipt(
                of: claimed.key.keyID, under: claim(1), as: record,
                adding: RiskMeasurement(measuredAt: 1990, metric: "4"))
        }
        #expect(try await consume(digest(7), expiresAt: 2000))
        let tally = ExchangeTally(
            projectNumber: "1234567890", appID: "1:1234567890:ios:aa", day: 20_000, ending: .granted, reason: "")
        try await add([tally: 3])
        for kind in StoredKey.Kind.allCases {
            #expect(try await replaceKeys(kind, from: [], to: [signingKey("k", kind: kind)]))
        }
    }
}

extension Kind {
    fileprivate var testName: String { "\(self)" }
}
