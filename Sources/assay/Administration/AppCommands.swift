import AppAttest
import AppCheck
import AppCheckAPI
import Encodings

enum AppListCommand: Command {
    static let name = "app list"
    static let usage = "PROJECT [--json] [--data-dir DIR]"
    static let summary = "list a project's apps"
    static let details = "Each line has id, App IDs, whose root the app trusts, and display name."
    static let options = Listing.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let reference = try arguments.operands("PROJECT")[0]
        let apps = try await Place.withAdministration(arguments, terminal) { administration, _ in
            try await Place.all { after throws(AdministrationError) in
                try await administration.apps(in: reference, after: after, size: Place.pageSize)
            }
        }
        if apps.isEmpty { terminal.note("project \(reference) has no apps yet: assay app add \(reference) …") }
        terminal.list(apps, arguments, as: Resource.app, of: reference) { app in
            [
                app.appID, app.attestableAppIDs.map(\.description).joined(separator: ","),
                app.trustAnchors.isEmpty ? "Apple" : "OTHER ROOT", app.displayName,
            ]
        }
        return 0
    }
}

enum AppShowCommand: Command {
    static let name = "app show"
    static let usage = "PROJECT APP [--json] [--data-dir DIR]"
    static let summary = "show how an app is registered"
    static let options = Listing.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let names = try arguments.operands("PROJECT", "APP")
        let app = try await Place.withAdministration(arguments, terminal) { administration, _ in
            try await administration.app(names[1], in: names[0])
        }
        let anchors =
            app.trustAnchors.isEmpty
            ? "Apple App Attestation Root CA"
            : app.trustAnchors.map { "other root \(Hexadecimal.encode($0.fingerprint))" }.joined(separator: ", ")
        let launch = PolicyText.launch(app.policies.launch).enumerated().map { ($0 == 0 ? "launch" : "", $1) }
        terminal.show(
            ResourceJSON.json(.app(app), project: names[0]), arguments,
            lines: [
                ("app", app.appID), ("name", app.displayName), ("project", "\(app.project.id) (\(app.project.number))"),
                ("team id", app.teamID), ("bundle ids", app.bundleIDs.joined(separator: ", ")),
                ("environments", app.environments.map(\.rawValue).sorted().joined(separator: ", ")),
                ("trusts", anchors), ("token ttl", "\(app.tokenTTL)s"),
                ("debug tokens", "at most \(app.debugTokenLimit)"),
                ("receipts", PolicyText.receipts(app.policies.receipt)), ("risk", PolicyText.risk(app.policies.risk)),
            ] + launch + [("made", Listing.moment(app.createdAt)), ("changed", Listing.moment(app.updatedAt))])
        return 0
    }
}

enum AppRemoveCommand: Command {
    static let name = "app remove"
    static let usage = "PROJECT APP [--data-dir DIR]"
    static let summary = "stop serving an app"
    static let details = """
        Its debug tokens go with it. Exchanges for it are refused within a few seconds. Keys that were attested stay stored:
        adding the app again serves its installations as before.
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
