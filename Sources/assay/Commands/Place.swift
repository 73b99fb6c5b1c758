import AppCheck
import AssayServer
import Cryptography
import FoundationEssentials
import Glibc

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

    /// Hands out the administration of the configured store, and who this is to the record of changes.
    /// - Parameter makesStore: whether a store that is missing is made, and the first admin token with it.
    static func withAdministration<Value>(
        _ arguments: Arguments, _ terminal: Terminal, makesStore: Bool = false,
        _ body: (Administration, Actor) async throws -> Value
    ) async throws -> Value {
        let configuration = try configuration(arguments, terminal)
        let installation =
            makesStore
            ? try Installation(configuration, environment: terminal.environment, surroundings: surroundings) : nil
        return try await Installation.withAdministration(
            of: configuration, makesStore: makesStore, surroundings,
            warn: terminal.warn
        ) { administration in
            if let installation, try await installation.makeFirstAdminToken(administration) {
                terminal.note("made the first admin token; it is in \(installation.directory.adminTokenPath)")
            }
            return try await body(administration, actor)
        }
    }

    /// Whoever runs the command, as the system knows them: printable characters of the name, at most 64.
    private static var actor: Actor {
        let name = ProcessInfo.processInfo.userName.filter { (0x20...0x7E).contains($0.asciiValue ?? 0) }.prefix(64)
        return Actor("command line (\(name.isEmpty ? "uid \(geteuid())" : String(name)))")
    }

    /// Everything that a listing in pages holds.
    static func all<Item>(
        _ page: (_ after: String?) async throws(AdministrationError) -> Page<Item>
    ) async throws(AdministrationError) -> [Item] {
        var (items, after): ([Item], String?) = ([], nil)
        repeat {
            let page = try await page(after)
            items += page.items
            after = page.next
        } while after != nil
        return items
    }

    /// How many items a listing reads at a time.
    static let pageSize = 500
}
