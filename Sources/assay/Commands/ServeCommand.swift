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
        let log = Log(timestamp: { Date.now.formatted(.iso8601) }) { line in
            try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
        }
        let server = try await AssayServer.start(
            configuration, databasePath: installation.directory.databasePath, masterKey: installation.masterKey,
            surroundings: Place.surroundings, log: log)
        do {
            let hasMadeToken = try await installation.makeFirstAdminToken(server.administration)
            let contents = try await Contents(of: server.administration)
            let lines = greeting(
                configuration, installation, port: server.port, contents, hasMadeToken: hasMadeToken)
            for line in lines { terminal.print(line) }
        } catch {
            await server.stop()
            throw error
        }
        log.write(.info, "started", [("port", .number(Int(server.port)))])
        await StopSignals.wait()
        await server.stop()
        return 0
    }

    /// What the database holds, as far as its greeting tells.
    private struct Contents {
        let projects: Int
        let apps: Int
        let hasAdminToken: Bool

        init(of administration: Administration) async throws(AdministrationError) {
            let projects = try await Place.all { after throws(AdministrationError) in
                try await administration.projects(after: after, size: Place.pageSize)
            }
            var apps = 0
            for project in projects {
                apps += try await Place.all { after throws(AdministrationError) in
                    try await administration.apps(in: project.project.number, after: after, size: Place.pageSize)
                }.count
            }
            (self.projects, self.apps) = (projects.count, apps)
            hasAdminToken = try await !administration.adminTokens(size: 1).items.isEmpty
        }
    }

    private static func greeting(
        _ configuration: ServerConfiguration, _ installation: Installation, port: UInt16, _ contents: Contents,
        hasMadeToken: Bool
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
        if hasMadeToken { lines.append("admin      token in \(installation.directory.adminTokenPath)") }
        let option = directory == Setting.dataDir.defaultText ? "" : " --data-dir \(directory)"
        var next: [String] = []
        if !contents.hasAdminToken { next.append("assay token create --role admin --name you\(option)") }
        if contents.apps > 0 {
            let app = contents.apps == 1 ? "app" : "apps"
            let project = contents.projects == 1 ? "project" : "projects"
            lines.append("serving    \(contents.apps) \(app) in \(contents.projects) \(project)")
        } else {
            next.append("assay project add my-project\(option)")
            next.append("assay app add my-project --team-id ABCDE12345 --bundle-id com.example.app\(option)")
        }
        for (index, command) in next.enumerated() {
            lines.append((index == 0 ? "next       " : "           ") + command)
        }
        return lines
    }
}
