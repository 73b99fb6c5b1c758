import AppAttest
import AppAttestSimulator
import AppCheck
import AssayServer
import Storage
import TestSupport

/// A server that refreshes receipts all the time, an Apple whose answers are written down, and a device that is registered
/// by an exchange.
struct ReceiptScene: Sendable {
    let live: LiveServer
    let apple: WrittenApple
    let device: SimulatedDevice

    /// - Parameters:
    ///   - lines: what Apple answers.
    ///   - deadline: for each request to Apple.
    static func with(
        site: Site? = nil, _ lines: [WrittenApple.Line], deadline: Duration = .seconds(20),
        _ body: (ReceiptScene) async throws -> Void
    ) async throws {
        guard let site else {
            try await Site.with { try await with(site: $0, lines, deadline: deadline, body) }
            return
        }
        try await TemporaryFolder.with { folder in
            let key = try SimulatedDeviceCheckKey(teamID: Site.team)
            let path = folder.file("AuthKey_\(key.keyID).p8")
            try PrivateFile.make(path, Array(try key.pem().utf8))
            var service = SimulatedReceiptService(authority: site.authority, riskMetric: 3)
            service.bearerKeys = [key.bearerKey]
            let apple = WrittenApple(service, site.clock, lines)
            try await ScriptedServer.with(apple.react) { server in
                var parts = AssayServer.Parts(directoryLifetime: 0)
                (parts.pauses.receipts, parts.receiptDeadline) = (.milliseconds(5), deadline)
                let flags: [Setting: String] = [
                    .deviceCheckKeys: "\(key.teamID):\(key.keyID):\(path)", .receiptService: server.url,
                    .developmentReceiptService: server.url,
                ]
                try await site.serve(parts: parts, flags: flags) { live in
                    let device = try site.device()
                    _ = try await live.phone.register(device)
                    try await body(ReceiptScene(live: live, apple: apple, device: device))
                }
            }
        }
    }

    /// The receipt as it is stored.
    func stored() async throws -> ReceiptRecord {
        guard let receipt = try await live.site.store.attestedKey(device.keyID)?.receipt else { throw NoReceipt() }
        return receipt
    }

    /// What is stored once an attempt at this moment of the clock has come to its end.
    func settled() async throws -> ReceiptRecord {
        while true {
            let record = try await stored()
            if record.refresh.outcomeAt == live.site.clock.seconds { return record }
            await Task.yield()
        }
    }

    struct NoReceipt: Error {}
}
