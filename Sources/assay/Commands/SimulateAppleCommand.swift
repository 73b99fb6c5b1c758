import AppAttestSimulator
import AppCheck
import AssayServer
import FoundationEssentials

enum SimulateAppleCommand: Command {
    static let name = "simulate apple"
    static let usage = "[--listen HOST:PORT] [--authority DIR] [--risk N] [--answer STATUS]..."
    static let summary = "act as Apple's service for newer receipts, for tests of a server"
    static let details = """
        Gives newer receipts for those of simulated devices, as Apple does for those of real ones, and prints which settings
        send a server here. Bearer tokens must be signed with the DeviceCheck key in the authority's folder, which is made if
        there is none. Each --answer is for one request, in the order in which they stand, whatever is asked; after the last
        one answers are as Apple's, or with --always the first is next again. SIGTERM or SIGINT stops it. Never let a server
        that real apps use ask it.
        """
    static let options = [
        Option("listen", "HOST:PORT", "where to listen (default \(defaultAddress)); port 0 takes a free one"),
        Option("authority", "DIR", "folder of the simulated authority (default ./assay-authority)"),
        Option("team-id", "T", "team of the DeviceCheck key (default \(SimulatedApp.teamID))"),
        Option("risk", "N", "the risk metric of every receipt, 0 to 999999999 (default 1)"),
        Option(
            "answer", "STATUS", isRepeatable: true,
            "answer with 304, or 400 to 599; 200 stands for what Apple would answer"),
        Option("retry-after", "SECONDS", "how long such an answer of 429 or 5xx asks to wait"),
        Option("always", "use the answers again and again"),
    ]
    static let endsAtSignal = true

    private static let defaultAddress = "127.0.0.1:8090"

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        _ = try arguments.operands()
        let address = try ServerConfiguration(flags: [.listen: arguments.value("listen") ?? defaultAddress])
        let script = try script(arguments)
        let risk = try arguments.number("risk", 0...999_999_999) ?? 1
        let teamID = arguments.value("team-id") ?? SimulatedApp.teamID
        // What no team has would be found out by the server that is told to use the key.
        guard teamID.utf8.count == 10, teamID.utf8.allSatisfy({ 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 }) else {
            throw Failure.usage("--team-id \(teamID): expected ten upper-case letters and digits")
        }
        let folder = AuthorityFolder(arguments.value("authority"))
        var service = SimulatedReceiptService(authority: try folder.authority(), riskMetric: Int(risk))
        let (key, path, isNew) = try folder.deviceCheckKey(ofTeam: teamID)
        service.bearerKeys = [key.bearerKey]

        let apple = try SimulatedApple(service, script, host: address.host, port: address.port) { status, reason in
            let moment = Place.surroundings.now().formatted(.iso8601)
            terminal.print("\(moment)  \(status)  \(reason)")
        }
        let host = address.host.contains(":") ? "[\(address.host)]" : address.host
        let url = "http://\(host):\(apple.port)\(SimulatedApple.path)"
        terminal.print("Simulated Apple listens on http://\(host):\(apple.port)")
        if isNew { terminal.print("made       \(path)") }
        terminal.print("settings   ASSAY_RECEIPT_SERVICE=\(url)")
        terminal.print("           ASSAY_DEVELOPMENT_RECEIPT_SERVICE=\(url)")
        terminal.print("           ASSAY_DEVICE_CHECK_KEYS=\(key.teamID):\(key.keyID):\(path)")
        await StopSignals.wait()
        await apple.stop()
        return 0
    }

    private static func script(_ arguments: Arguments) throws(Failure) -> AnswerScript {
        var statuses: [Int] = []
        for word in arguments.values("answer") {
            guard word.count == 3, let status = Int(word), [200, 304].contains(status) || (400...599).contains(status)
            else {
                throw .usage("--answer \(word): expected 200, 304, or 400 to 599")
            }
            statuses.append(status)
        }
        for name in ["retry-after", "always"] where statuses.isEmpty && arguments.isSet(name) {
            throw .usage("--\(name) goes with --answer")
        }
        return AnswerScript(
            statuses: statuses, repeats: arguments.isSet("always"),
            retryAfter: try arguments.number("retry-after", 0...86_400))
    }
}
