import AppCheck
import AssayServer
import FoundationEssentials
import Synchronization
import Telemetry

enum ServeCommand: Command {
    static let name = "serve"
    static let usage = "[--listen HOST:PORT] [--data-dir DIR] [--config FILE]"
    static let summary = "run the server"
    static let details = """
        Needs no configuration. Logs are JSON lines on standard error. SIGTERM or SIGINT stops it after the requests
        under way are answered. Every setting is also a member of the configuration file and an environment variable:

        \(settings)
        """
    static let options =
        [Option("listen", "HOST:PORT", "where to listen (default 127.0.0.1:8080); port 0 takes a free one")]
        + Place.options
    static let endsAtSignal = true

    private static var settings: String {
        Setting.allCases.map { "  \($0.rawValue) / \($0.variable) (\($0.shownDefault)): \($0.meaning)" }
            .joined(separator: "\n")
    }

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        _ = try arguments.operands()
        let configuration = try Place.configuration(arguments, terminal, flags: [.listen, .dataDir])
        let installation = try Installation(
            configuration, environment: terminal.environment, surroundings: Place.surroundings)
        let moments = SecondText { Date(timeIntervalSince1970: TimeInterval($0)).formatted(.iso8601) }
        let log = Log(timestamp: { moments.of(Place.surroundings.seconds) }) { lines in
            try? OpenFile.standardError.write(Array(lines.utf8))
        }
        let hasMadeToken = Atomic(false)
        let server = try AssayServer.launch(
            configuration, over: StoreLocation(configuration), masterKey: installation.masterKey,
            surroundings: Place.surroundings, log: log
        ) { administration in
            if try await installation.makeFirstAdminToken(administration) {
                hasMadeToken.store(true, ordering: .releasing)
            }
        }
        // Whatever comes first: a signal, which is heard also while the database is waited for, or a reason not to go on.
        let (endings, end) = AsyncStream<(any Error)?>.makeStream()
        Task {
            await StopSignals.wait()
            end.yield(nil)
        }
        Task {
            do {
                let greeting = Greeting(configuration, installation, port: server.port)
                if let reason = try await server.firstAttempt() {
                    for line in greeting.waiting(reason) { terminal.print(line) }
                }
                let administration = try await server.administration()
                let contents = try await Greeting.Contents(of: administration)
                for line in greeting.lines(contents, hasMadeToken: hasMadeToken.load(ordering: .acquiring)) {
                    terminal.print(line)
                }
                log.write(.info, "started", [("port", .number(Int(server.port)))])
            } catch { end.yield(error) }
        }
        Task { end.yield(await server.laterRefusal) }
        var first = endings.makeAsyncIterator()
        let failure = await first.next() ?? nil
        await server.stop()
        if let failure { throw failure }
        return 0
    }
}
