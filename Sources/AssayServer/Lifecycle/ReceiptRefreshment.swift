internal import AppCheck
private import AppleServices
private import HTTPClient
internal import Telemetry

extension ServerConfiguration {
    /// What refreshes receipts; nil if there is nobody to ask.
    func receiptRefresh(
        store: any ReceiptStore & Registry, service: (any ReceiptService)?, surroundings: Surroundings
    ) -> ReceiptRefresh? {
        guard let service else { return nil }
        return ReceiptRefresh(
            store: store, registry: store, service: service, surroundings: surroundings,
            settings: ReceiptRefresh.Settings(
                interval: receipts.interval, activeWindow: receipts.activeWindow, clockLeeway: Int(clockLeeway)))
    }

    /// Who is asked for newer receipts; nil for nobody.
    /// - Throws: that a DeviceCheck key cannot be used.
    func receiptService(
        _ surroundings: Surroundings, _ log: Log, _ parts: AssayServer.Parts
    ) throws(StartError) -> (any ReceiptService)? {
        if let given = parts.receiptService { return given }
        guard !receipts.keyFiles.isEmpty else { return nil }
        let found = try DeviceCheckKeys(reading: receipts.keyFiles)
        for path in found.exposedPaths {
            log.write(.warning, "DeviceCheck key can be read by others than its owner", [("path", .text(path))])
        }
        let client: HTTPClient
        do { client = try HTTPClient() } catch { throw StartError("receipts cannot be refreshed: \(error)") }
        let service = AppleReceiptService(
            production: receipts.production, development: receipts.development, keys: found.keys, client: client,
            surroundings: surroundings, deadline: parts.receiptDeadline)
        log.write(
            .info, "receipts are refreshed",
            [
                ("teams", .text(service.teamIDs.joined(separator: ", "))),
                ("service", .text(receipts.production.url)),
                ("development_service", .text(receipts.development.url)),
            ])
        return service
    }
}
