import AppCheck
import AssayServer
import Foundation
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

    private static var settings: String {
        Setting.allCases.map { "  \($0.rawValue) / \($0.variable) (\($0.shownDefault)): \($0.meaning)" }
            .joined(separator: "\n")
    }

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        _ = try arguments.operands()
        let configuration = try Place.configuration(arguments, terminal, flags: [.listen, .dataDir])
        let installation = try Installation(
            configuration, environment: terminal.environment, surroundings: Place.surroundings)
        let log = Log(timestamp: { Date.now.formatted(.iso8601) }) { line in
            try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
        }
        let server = try await AssayServer.start(
            configuration, databasePath: installation.directory.databasePath, masterKey: installation.masterKey,
            surroundings: Place.surroundings, log: log)
        let apps = try await count(server.registry)
        for line in greeting(configuration, installation, port: server.port, apps: apps) { terminal.print(line) }
        log.write(.info, "started", [("port", .number(Int(server.port)))])
        await StopSignals.wait()
        await server.stop()
        return 0
    }

    private static func count(_ registry: any Registry) async throws -> (projects: Int, apps: Int) {
        let projects = try await registry.projects()
        var apps = 0
        for project in projects { apps += try await registry.apps(in: project).count }
        return (projects.count, apps)
    }

    private static func greeting(
        _ configuration: ServerConfiguration, _ installation: Installation, port: UInt16,
        apps: (projects: Int, apps: Int)
    ) -> [String] {
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        let url = "http://\(host):\(port)"
        let directory = installation.directory.path
        var lines = ["Assay \(AssayVersion.current) listens on \(url)"]
        let key = installation.directory.masterKeyPath
        switch (installation.isNew, installation.madeMasterKey) {
        case (true, true): lines.append("made       \(directory) with a database and \(key); keep copies of both")
        case (true, false): lines.append("made       a database in \(directory); keep a copy of it")
        case (false, _): lines.append("data       \(directory)")
        }
        lines.append("keys       \(url)/v1/jwks")
        if apps.apps > 0 {
            let (app, project) = (apps.apps == 1 ? "app" : "apps", apps.projects == 1 ? "project" : "projects")
            lines.append("serving    \(apps.apps) \(app) in \(apps.projects) \(project)")
        } else {
            let option = directory == Setting.dataDir.defaultText ? "" : " --data-dir \(directory)"
            lines.append("next       assay project add my-project\(option)")
            lines.append(
                "           assay app add my-project --team-id ABCDE12345 --bundle-id com.example.app\(option)")
        }
        return lines
    }
}
