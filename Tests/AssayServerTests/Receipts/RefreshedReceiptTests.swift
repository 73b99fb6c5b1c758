import AppAttest
import AppAttestSimulator
import AppCheck
import AssayServer
import Testing
import Storage
import TestSupport

@Suite("A live server and Apple's service for receipts", .timeLimit(.minutes(2))) struct RefreshedReceiptTests {
    private static let day: Int64 = 86_400

    @Test("keep the newer receipt of a registered device, with its risk metric") func refreshed() async throws {
        try await ReceiptScene.with([WrittenApple.asApple]) { scene in
            let now = scene.live.site.clock.seconds
            let record = try await scene.settled()
            #expect(record.refresh.outcome == .refreshed)
            #expect(record.refresh.failures == 0)
            #expect((now + Self.day...now + Self.day + 7_200).contains(record.refresh.nextAt ?? 0))
            #expect(record.fault == nil)
            #expect(record.facts?.type == .receipt)
            #expect(record.facts?.riskMetric == "3")
            #expect(record.facts?.createdAt == now)
            #expect(scene.apple.receipts.count == 1)
            #expect(scene.apple.receipts.first != record.receipt)
            #expect(scene.apple.faults == [])
            let history = try await scene.live.site.store.riskMeasurements(of: scene.device.keyID)
            #expect(history == [RiskMeasurement(measuredAt: now, metric: "3")])
        }
    }

    @Test("exchange that one for the next a day later, and are not asked in between") func nextDay() async throws {
        try await ReceiptScene.with([WrittenApple.asApple]) { scene in
            let clock = scene.live.site.clock
            let first = try await scene.settled()
            clock.set(try #require(first.refresh.nextAt))
            let second = try await scene.settled()
            #expect(second.refresh.outcome == .refreshed)
            #expect(second.receipt != first.receipt)
            #expect(scene.apple.receipts.count == 2)
            #expect(scene.apple.receipts.last == first.receipt)
            // A bearer token is used for 40 minutes.
            #expect(Set(scene.apple.tokens).count == 2)
            #expect(scene.apple.faults == [])
        }
    }

    @Test("make a bearer token anew that was refused, and ask again") func unauthorizedOnce() async throws {
        let lines = [WrittenApple.status("401 Unauthorized"), WrittenApple.asApple]
        try await ReceiptScene.with(lines) { scene in
            let outcome = try await scene.settled().refresh.outcome
            #expect(outcome == .refreshed)
            #expect(scene.apple.tokens.count == 2)
            #expect(Set(scene.apple.tokens).count == 2)
            #expect(scene.apple.receipts[0] == scene.apple.receipts[1])
        }
    }

    @Test("ask again a day after Apple had no data, and keep what comes then") func noDataThenReceipt() async throws {
        try await ReceiptScene.with([WrittenApple.status("404 Not Found"), WrittenApple.asApple]) { scene in
            let (clock, start) = (scene.live.site.clock, scene.live.site.clock.seconds)
            let first = try await scene.settled()
            #expect(first.refresh.outcome == .noData)
            #expect(first.refresh.nextAt == start + Self.day)
            #expect(first.receipt == scene.apple.receipts.first)
            clock.advance(by: Self.day)
            let second = try await scene.settled()
            #expect(second.refresh.outcome == .refreshed)
            #expect(second.refresh.failures == 0)
            #expect(second.facts?.type == .receipt)
        }
    }

    @Test("send keys of development builds to the other service") func development() async throws {
        try await Site.with { site in
            try await site.register(Site.appID, environments: [.production, .development])
            try await TemporaryFolder.with { folder in
                let key = try SimulatedDeviceCheckKey(teamID: Site.team)
                try PrivateFile.make(folder.file("key.p8"), Array(try key.pem().utf8))
                func apple(_ environment: AttestationEnvironment) -> WrittenApple {
                    var service = SimulatedReceiptService(authority: site.authority, riskMetric: 1)
                    (service.bearerKeys, service.environments) = ([key.bearerKey], [environment])
                    return WrittenApple(service, site.clock, [WrittenApple.asApple])
                }
                let (production, development) = (apple(.production), apple(.development))
                try await ScriptedServer.with(production.react) { first in
                    try await ScriptedServer.with(development.react) { second in
                        var parts = AssayServer.Parts(directoryLifetime: 0)
                        parts.pauses.receipts = .milliseconds(5)
                        let flags: [Setting: String] = [
                            .deviceCheckKeys: "\(key.teamID):\(key.keyID):\(folder.file("key.p8"))",
                            .receiptService: first.url, .developmentReceiptService: second.url,
                        ]
                        try await site.serve(parts: parts, flags: flags) { live in
                            for environment in AttestationEnvironment.allCases {
                                let device = try site.device(environment: environment)
                                _ = try await live.phone.register(device)
                                let apple = environment == .production ? production : development
                                let scene = ReceiptScene(live: live, apple: apple, device: device)
                                let outcome = try await scene.settled().refresh.outcome
                                #expect(outcome == .refreshed)
                            }
                            #expect([production.receipts.count, development.receipts.count] == [1, 1])
                            #expect(production.faults + development.faults == [])
                        }
                    }
                }
            }
        }
    }

    @Test("tell the log what came of it, and neither keys, nor tokens, nor receipts") func secrecy() async throws {
        let lines = [WrittenApple.status("503 Busy"), WrittenApple.damaged, WrittenApple.asApple]
        try await ReceiptScene.with(lines) { scene in
            let site = scene.live.site
            for outcome in [RefreshOutcome.unavailable, .answerRejected, .refreshed] {
                let record = try await scene.settled()
                #expect(record.refresh.outcome == outcome)
                site.clock.set(try #require(record.refresh.nextAt))
            }
            // Written before the next round begins, which has nothing to do.
            await scene.live.server.stop()
            let log = site.log.lines.joined()
            #expect(log.contains("\"event\":\"receipts are refreshed\",\"teams\":\"ABCDE12345\""))
            #expect(log.contains("\"refreshed\":1"))
            #expect(log.contains("RECEIPT_SIGNATURE_INVALID 1"))
            #expect(log.contains("status 503 1"))
            var secrets = scene.apple.tokens.flatMap { $0.split(separator: ".").map(String.init) }
            secrets += scene.apple.receipts.map { String(base64($0).prefix(40)) }
            secrets += [base64(scene.device.keyID), hex(scene.device.keyID), "PRIVATE"]
            for secret in secrets { #expect(!log.contains(secret)) }
        }
    }

    @Test("are not brought together without a DeviceCheck key, nor at Apple for simulated devices") func nobodyAsked()
        async throws
    {
        try await ScriptedServer.with({ _ in .answer("400 Bad Request") }) { server in
            try await Site.with { site in
                var parts = AssayServer.Parts(directoryLifetime: 0)
                parts.pauses.receipts = .milliseconds(5)
                let device = try site.device()
                try await site.serve(parts: parts, flags: [.receiptService: server.url]) { live in
                    _ = try await live.phone.register(device)
                }
                #expect(try await site.store.attestedKey(device.keyID)?.receipt?.refresh.outcome == nil)
                #expect(!site.log.lines.joined().contains("receipts are refreshed"))

                let apple = RealApple()
                parts.receiptService = apple
                try await site.serve(parts: parts) { live in
                    let scene = ReceiptScene(
                        live: live,
                        apple: WrittenApple(SimulatedReceiptService(authority: site.authority), site.clock, []),
                        device: device)
                    let record = try await scene.settled()
                    #expect(record.refresh.outcome == .notEligible)
                    #expect(record.facts?.type == .attest)
                }
            }
            #expect(server.requests.isEmpty)
        }
    }

    /// Apple's own service, which must not hear of simulated devices.
    private struct RealApple: ReceiptService {
        let teamIDs = [Site.team]
        let isApple = true

        func newerReceipt(
            for receipt: [UInt8], environment: AttestationEnvironment, teamID: String
        ) async -> ReceiptAnswer {
            Issue.record("was asked for a newer receipt of a simulated device")
            return .badRequest
        }
    }
}
