import AppAttest
import AppCheck
import AssayServer
import Cryptography
import Foundation
import Synchronization
import Telemetry
import TestSupport
import Testing

@Suite("The job that refreshes receipts") struct RefreshJobTests {
    private struct Line: Decodable {
        let level: String
        let event: String
        let asked: Int?
        let not_modified: Int?
        let answer_rejected: Int?
        let unauthorized: Int?
        let released: Int?
        let rejections: String?
        let troubles: String?
        let faults: String?
        let alarm: String?
        let teams: String?
    }

    /// Runs the job over so many receipts that are due, and gives what it wrote.
    private func run(
        _ count: Int, fault: StoreError? = nil, answering: @escaping @Sendable () -> ReceiptAnswer
    ) async throws -> [Line] {
        let store = DueReceipts(count, fault: fault)
        let captured = LogCapture()
        let log = Log(timestamp: { "2026-06-15T12:00:00Z" }, sink: captured.append)
        let surroundings = Surroundings(
            now: { Date(timeIntervalSince1970: TimeInterval(DueReceipts.moment)) },
            randomBytes: { count throws(CryptographyError) in try SecureRandom.bytes(count) })
        let refresh = ReceiptRefresh(
            store: store, registry: store, service: SameAnswer(answering: answering), surroundings: surroundings)
        await RefreshJob(refresh, log: log).run()
        log.flush()
        return try captured.lines.map { line in
            for key in 0..<count {
                #expect(!line.contains(base64(DueReceipts.keyID(key))) && !line.contains(hex(DueReceipts.keyID(key))))
            }
            return try JSONDecoder().decode(Line.self, from: Data(line.utf8))
        }
    }

    @Test("goes on until nothing is due, and writes a line for each round that had something to do") func rounds()
        async throws
    {
        let lines = try await run(40) { .notModified }
        #expect(lines.map(\.asked) == [16, 16, 8])
        #expect(lines.map(\.not_modified) == [16, 16, 8])
        #expect(lines.allSatisfy { $0.level == "info" && $0.event == "receipts refreshed" })
        #expect(try await run(0) { .notModified }.isEmpty)
    }

    @Test("alarms when a team's key is refused") func unauthorized() async throws {
        let lines = try await run(40) { .unauthorized }
        #expect(lines.count == 1)
        let line = try #require(lines.first)
        #expect(line.level == "error")
        #expect(line.alarm == "the DeviceCheck key was refused")
        #expect(line.teams == DueReceipts.teamID)
        let asked = try #require(line.asked)
        #expect((1...4).contains(asked) && line.unauthorized == asked && line.released == 16 - asked)
    }

    @Test("warns of answers that are rejected, and waits when nobody answers") func warnings() async throws {
        let rejected = try await run(2) { .unreadable }
        #expect(rejected.map(\.level) == ["warning"])
        #expect(rejected.first?.rejections == "ANSWER_UNREADABLE 2")
        #expect(rejected.first?.answer_rejected == 2)
        let outage = try await run(40) { .unreachable("no connection") }
        #expect(outage.map(\.level) == ["warning"])
        #expect(outage.first?.troubles == "no connection 16")
        let away = try await run(40, fault: .unavailable("disk full")) { .notModified }
        #expect(away.map(\.level) == ["warning"])
        #expect(away.first?.faults == "the store is unavailable: disk full 1")
    }
}

private struct SameAnswer: ReceiptService {
    let teamIDs = [DueReceipts.teamID]
    let isApple = true
    let answering: @Sendable () -> ReceiptAnswer

    func newerReceipt(
        for receipt: [UInt8], environment: AttestationEnvironment, teamID: String
    ) async -> ReceiptAnswer { answering() }
}

/// A store of nothing but receipts that are due until they are settled, of one app.
private final class DueReceipts: ReceiptStore, Registry {
    static let moment: Int64 = 1_781_524_800
    static let teamID = "SIMTEAM123"

    private let waiting: Mutex<[ClaimedReceipt]>
    private let fault: StoreError?

    static func keyID(_ number: Int) -> [UInt8] { SHA256.hash(Array("key \(number)".utf8)) }

    init(_ count: Int, fault: StoreError?) {
        self.fault = fault
        waiting = Mutex(
            (0..<count).map { number in
                let key = AttestedKey(
                    keyID: Self.keyID(number), publicKey: [], projectNumber: "1234567890", appID: "1:1:ios:1",
                    attestedAppID: AppID(teamID: Self.teamID, bundleID: "com.example.app"), environment: .production,
                    attestedAt: Self.moment)
                let facts = ReceiptFacts(
                    type: .attest, createdAt: Self.moment, refreshNotBefore: nil, expiresAt: Self.moment + 7_776_000,
                    riskMetric: nil)
                return ClaimedReceipt(
                    key: key, lastUsedAt: Self.moment, revokedAt: nil,
                    record: ReceiptRecord(
                        receipt: [1], facts: facts, refresh: ReceiptRefreshState(nextAt: Self.moment)))
            })
    }

    func claimDueReceipts(
        _ claim: ReceiptClaim, ofTeam teamID: String, limit: Int
    ) async throws(StoreError) -> [ClaimedReceipt] {
        if let fault { throw fault }
        return waiting.withLock { waiting in
            defer { waiting.removeFirst(min(limit, waiting.count)) }
            return Array(waiting.prefix(limit))
        }
    }

    func settleReceipt(
        of keyID: [UInt8], under claim: ReceiptClaim, as record: ReceiptRecord, adding measurement: RiskMeasurement?
    ) async throws(StoreError) -> Bool { true }

    func riskMeasurements(of keyID: [UInt8]) async throws(StoreError) -> [RiskMeasurement] { [] }

    func project(_ reference: String) async throws(StoreError) -> RegisteredProject? {
        (try? Project(number: "1234567890", id: "shop")).flatMap { try? RegisteredProject(project: $0) }
    }

    func app(_ appID: String, in project: Project) async throws(StoreError) -> RegisteredApp? {
        try? RegisteredApp(
            project: project, appID: appID, teamID: Self.teamID, bundleIDs: ["com.example.app"])
    }
}
