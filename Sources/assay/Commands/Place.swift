import AppCheck
import AssayServer
import Cryptography
import Foundation

/// The options by which a command finds the server's data, and what it finds there.
enum Place {
    static let options = [
        Option("data-dir", "DIR", "folder of database and master key (default ./assay-data)"),
        Option("config", "FILE", "JSON5 file with settings"),
    ]

    static let surroundings = Surroundings(
        now: { Date() }, randomBytes: { count throws(CryptographyError) in try SecureRandom.bytes(count) })

    static func configuration(
        _ arguments: Arguments, _ terminal: Terminal, flags: [Setting] = [.dataDir]
    ) throws(ConfigurationFaults) -> ServerConfiguration {
        var given: [Setting: String] = [:]
        for setting in flags { given[setting] = arguments.value(setting.flag) }
        // An empty variable is how many tools unset one.
        let variable = terminal.environment["ASSAY_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        let file = arguments.value("config") ?? variable
        return try ServerConfiguration(
            flags: given, environment: terminal.environment,
            file: try file.map { path throws(ConfigurationFaults) in try ConfigurationFile.read(path) } ?? [:])
    }

    /// Hands out the registry of the configured store, which is made if it is missing and `makesStore` is set.
    static func withRegistry<Value>(
        _ arguments: Arguments, _ terminal: Terminal, makesStore: Bool = false,
        _ body: (any Registry) async throws -> Value
    ) async throws -> Value {
        let configuration = try configuration(arguments, terminal)
        guard makesStore else { return try await Installation.withRegistry(of: configuration, body) }
        let installation = try Installation(
            configuration, environment: terminal.environment, surroundings: surroundings)
        return try await installation.withRegistry(body)
    }

    static func project(_ reference: String, in registry: any Registry) async throws -> Project {
        guard let project = try await registry.project(reference) else {
            throw Failure("there is no project \(reference)", hint: "assay project add \(reference)")
        }
        return project
    }

    static func app(_ appID: String, in project: Project, of registry: any Registry) async throws -> RegisteredApp {
        guard let app = try await registry.app(appID, in: project) else {
            throw Failure("project \(project.id) has no app \(appID)", hint: "assay app list \(project.id)")
        }
        return app
    }
}
