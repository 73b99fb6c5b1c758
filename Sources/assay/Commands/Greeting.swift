import AppCheck
import AssayServer

/// What a server says to whoever started it.
struct Greeting: Sendable {
    private let configuration: ServerConfiguration
    private let installation: Installation
    private let port: UInt16

    init(_ configuration: ServerConfiguration, _ installation: Installation, port: UInt16) {
        (self.configuration, self.installation, self.port) = (configuration, installation, port)
    }

    /// What the database holds, as far as the greeting tells.
    struct Contents {
        let projects: Int
        let apps: Int
        let hasAdminToken: Bool

        /// Nil when the database has gone again, which is no reason to stop.
        init?(of administration: Administration) async throws(AdministrationError) {
            do throws(AdministrationError) {
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
            } catch {
                guard case .unavailable = error else { throw error }
                return nil
            }
        }
    }

    /// - Parameter reason: why the database is waited for.
    func waiting(_ reason: String) -> [String] {
        ["Assay \(AssayVersion.current) listens on \(url) and waits for its database: \(reason)"]
    }

    func lines(_ contents: Contents?, hasMadeToken: Bool) -> [String] {
        let directory = installation.directory.path
        var lines = ["Assay \(AssayVersion.current) listens on \(url)"]
        let key = installation.directory.masterKeyPath
        if configuration.database.isPostgres {
            lines.append("database   PostgreSQL")
            lines.append(
                installation.madeMasterKey
                    ? "made       \(key); keep a copy of it, and give the same to every server over this database"
                    : "data       \(directory)")
        } else {
            switch (installation.isNew, installation.madeMasterKey) {
            case (true, true):
                lines.append("made       \(directory) with a database and \(key); keep copies of both")
            case (true, false): lines.append("made       a database in \(directory); keep a copy of it")
            case (false, _): lines.append("data       \(directory)")
            }
        }
        lines.append("keys       \(url)/v1/jwks")
        if hasMadeToken { lines.append("admin      token in \(installation.directory.adminTokenPath)") }
        if let contents { lines += next(contents) }
        return lines
    }

    private func next(_ contents: Contents) -> [String] {
        let directory = installation.directory.path
        let option = directory == Setting.dataDir.defaultText ? "" : " --data-dir \(directory)"
        var (lines, next): ([String], [String]) = ([], [])
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

    private var url: String {
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        return "http://\(host):\(port)"
    }
}
