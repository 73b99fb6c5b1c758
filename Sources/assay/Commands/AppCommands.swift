import Encodings
import AppAttest
import AppCheck
import AssayServer

enum AppListCommand: Command {
    static let name = "app list"
    static let usage = "PROJECT [--data-dir DIR]"
    static let summary = "list a project's apps"
    static let options = Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let reference = try arguments.operands("PROJECT")[0]
        let apps = try await Place.withAdministration(arguments, terminal) { administration, _ in
            try await Place.all { after throws(AdministrationError) in
                try await administration.apps(in: reference, after: after, size: Place.pageSize)
            }
        }
        if apps.isEmpty { terminal.note("project \(reference) has no apps yet: assay app add \(reference) …") }
        for app in apps {
            let names = app.attestableAppIDs.map(\.description).joined(separator: ",")
            terminal.print("\(app.appID)\t\(names)\t\(app.trustAnchors.isEmpty ? "Apple" : "OTHER ROOT")")
        }
        return 0
    }
}

enum AppShowCommand: Command {
    static let name = "app show"
    static let usage = "PROJECT APP [--data-dir DIR]"
    static let summary = "show how an app is registered"
    static let options = Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let names = try arguments.operands("PROJECT", "APP")
        let app = try await Place.withAdministration(arguments, terminal) { administration, _ in
            try await administration.app(names[1], in: names[0])
        }
        let anchors =
            app.trustAnchors.isEmpty
            ? "Apple App Attestation Root CA"
            : app.trustAnchors.map { "other root \(Hexadecimal.encode($0.fingerprint))" }.joined(separator: ", ")
        terminal.print("app           \(app.appID)")
        terminal.print("project       \(app.project.id) (\(app.project.number))")
        terminal.print("team id       \(app.teamID)")
        terminal.print("bundle ids    \(app.bundleIDs.joined(separator: ", "))")
        terminal.print("environments  \(app.environments.map(\.rawValue).sorted().joined(separator: ", "))")
        terminal.print("trusts        \(anchors)")
        terminal.print("token ttl     \(app.tokenTTL)s")
        return 0
    }
}

enum AppRemoveCommand: Command {
    static let name = "app remove"
    static let usage = "PROJECT APP [--data-dir DIR]"
    static let summary = "stop serving an app"
    static let details = """
        Exchanges for it are refused within a few seconds. Keys that were attested stay stored: adding the app again serves
        its installations as before.
        """
    static let options = Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let names = try arguments.operands("PROJECT", "APP")
        try await Place.withAdministration(arguments, terminal) { administration, actor in
            try await administration.deleteApp(names[1], in: names[0], by: actor)
        }
        terminal.print("removed app \(names[1])")
        return 0
    }
}
