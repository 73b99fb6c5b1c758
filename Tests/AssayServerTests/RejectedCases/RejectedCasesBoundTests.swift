import AppAttest
import AppCheck
import AssayServer
import Cryptography
import Foundation
import Telemetry
import Testing
import TestSupport

@Suite("What keeps rejected cases", .onSQLite("is about files beside the store")) struct RejectedCasesBoundTests {
    /// Refused for a challenge that nobody issued.
    private func ending(_ refusal: ExchangeError = .challenge(.unknown), at seconds: Double = 1_768_478_400) throws
        -> ExchangeEnding
    {
        let app = try RegisteredApp(
            project: Project(number: Site.project, id: "shop"), appID: Site.appID, teamID: Site.team,
            bundleIDs: [Site.bundle])
        return ExchangeEnding(
            refusal: refusal,
            evidence: ExchangeEvidence(
                app: app, object: .attestation([0xA0], keyID: [1]), clientDataHash: [UInt8](repeating: 2, count: 32),
                judgedAt: Date(timeIntervalSince1970: seconds), clockLeeway: 0))
    }

    private func cases(_ folder: TemporaryFolder, limit: Int, _ log: LogCapture) -> RejectedCases {
        RejectedCases(
            folder: folder.file("rejected"), limit: limit,
            surroundings: Surroundings(now: { Date() }) { count throws(CryptographyError) in
                try SecureRandom.bytes(count)
            }, log: Log(timestamp: { "" }, sink: log.append))
    }

    @Test("takes thousands at once without waiting, keeps few of them, and counts the rest") func flood() async throws {
        try await TemporaryFolder.with { folder in
            let log = LogCapture()
            let cases = cases(folder, limit: 1_000, log)
            let ending = try ending()
            for _ in 0..<10_000 { cases.observe(ending) }
            cases.stop()
            let kept = KeptFiles(in: folder).names.count
            #expect(kept >= RejectedCases.capacityPerReason)
            #expect(kept < 1_000)
            #expect(kept + dropped(log) == 10_000)
        }
    }

    @Test("lets no reason keep out the others") func fairness() async throws {
        try await TemporaryFolder.with { folder in
            let log = LogCapture()
            let cases = cases(folder, limit: 1_000, log)
            let (common, rare) = (try ending(), try ending(.keyAlreadyRegistered))
            for _ in 0..<1_000 { cases.observe(common) }
            cases.observe(rare)
            for _ in 0..<1_000 { cases.observe(common) }
            cases.stop()
            #expect(KeptFiles(in: folder).moments(of: "KEY_ALREADY_REGISTERED").count == 1)
        }
    }

    @Test("writes no more than twenty files a second") func pace() async throws {
        try await TemporaryFolder.with { folder in
            let cases = cases(folder, limit: 1_000, LogCapture())
            let start = ContinuousClock.now
            let ending = try ending()
            for _ in 0..<RejectedCases.capacityPerReason { cases.observe(ending) }
            let kept = KeptFiles(in: folder)
            while kept.names.count < RejectedCases.capacityPerReason { await Task.yield() }
            // Seven pauses of 50 ms lie between eight files.
            #expect(ContinuousClock.now - start >= .milliseconds(350))
            cases.stop()
        }
    }

    @Test("keeps what came last, also when the clock was set back") func setBack() async throws {
        try await TemporaryFolder.with { folder in
            let cases = cases(folder, limit: 2, LogCapture())
            for seconds in [1_768_478_403, 1_768_478_401, 1_768_478_400.5, 1_768_478_402] {
                cases.observe(try ending(at: seconds))
            }
            cases.stop()
            #expect(
                KeptFiles(in: folder).moments(of: "CHALLENGE_UNKNOWN") == [
                    "20260115T120000.500Z", "20260115T120002.000Z",
                ])
        }
    }

    @Test("writes nothing after it was stopped, nothing of grants, and nothing at a moment that no file can name")
    func nothing() async throws {
        try await TemporaryFolder.with { folder in
            let log = LogCapture()
            let cases = cases(folder, limit: 2, log)
            let evidence = try ending().evidence
            cases.observe(ExchangeEnding(refusal: nil, evidence: evidence))
            cases.observe(try ending(at: -1))
            cases.stop()
            cases.observe(try ending())
            cases.stop()
            #expect(KeptFiles(in: folder).names.isEmpty)
            #expect(dropped(log) == 1)
        }
    }

    @Test("makes the folder anew when somebody removed it") func removedFolder() async throws {
        try await TemporaryFolder.with { folder in
            let (kept, cases) = (KeptFiles(in: folder), cases(folder, limit: 2, LogCapture()))
            cases.observe(try ending())
            while kept.names.isEmpty { await Task.yield() }
            try FileManager.default.removeItem(atPath: kept.path)
            cases.observe(try ending())
            cases.stop()
            #expect(kept.names.count == 1)
        }
    }

    @Test("keeps no more than the limit where two servers share the folder") func sharedFolder() async throws {
        try await TemporaryFolder.with { folder in
            let (kept, log) = (KeptFiles(in: folder), LogCapture())
            let servers = [cases(folder, limit: 2, log), cases(folder, limit: 2, log)]
            for second in 0..<6 {
                servers[second % 2].observe(try ending(at: 1_768_478_400 + Double(second)))
                // Each waits until the other has written.
                while kept.moments(of: "CHALLENGE_UNKNOWN").last != "20260115T12000\(second).000Z" {
                    await Task.yield()
                }
                #expect(kept.names.count <= 2)
            }
            for server in servers { server.stop() }
            #expect(
                kept.moments(of: "CHALLENGE_UNKNOWN") == ["20260115T120004.000Z", "20260115T120005.000Z"])
        }
    }

    private func dropped(_ log: LogCapture) -> Int {
        struct Line: Decodable { let count: Int }
        return log.lines.compactMap { try? JSONDecoder().decode(Line.self, from: Data($0.utf8)).count }.reduce(0, +)
    }
}
