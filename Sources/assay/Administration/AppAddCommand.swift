import AppAttest
import AppAttestSimulator
import AppCheck

enum AppAddCommand: Command {
    static let name = "app add"
    static let usage = "PROJECT [APP] --team-id T --bundle-id B [OPTIONS]"
    static let summary = "register an app"
    static let details = """
        APP is the name that clients use in paths, such as 1:1234567890:ios:0a1b2c3d4e5f; it is made up unless given.
        Unless said otherwise keys come from production devices, tokens are good for an hour, and there may be 20 debug
        tokens. With --simulated the app takes devices of a simulated authority in place of real ones, of development; the
        team and bundle id need not be given then. Never do so for an app that real backends trust.
        \(PolicyOptions.details)
        """
    static let options =
        AppOptions.all + PolicyOptions.all + [
            Option("simulated", "take devices of a simulated authority"),
            Option("authority", "DIR", "folder of that authority, made if missing (default ./assay-authority)"),
        ] + Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        guard (1...2).contains(arguments.operands.count) else {
            throw Failure.usage(arguments.operands.isEmpty ? "PROJECT is missing" : "too many operands")
        }
        if arguments.isSet("authority"), !arguments.isSet("simulated") {
            throw Failure.usage("--authority goes with --simulated")
        }
        var settings = try AppOptions.settings(arguments)
        try PolicyOptions.changes(arguments)?.apply(to: &settings, of: .standard)
        if arguments.isSet("simulated") {
            settings.teamID = settings.teamID ?? SimulatedApp.teamID
            settings.bundleIDs = settings.bundleIDs ?? [SimulatedApp.bundleID]
            settings.environments = settings.environments ?? [.development]
            let authority = try AuthorityFolder(arguments.value("authority")).authorityOrNew()
            settings.trustAnchors = (settings.trustAnchors ?? []) + [authority.trustAnchor]
        } else {
            settings.teamID = try arguments.required("team-id", "T")
        }
        let appID = arguments.operands.dropFirst().first
        let app = try await Place.withAdministration(arguments, terminal) { [settings] administration, actor in
            try await administration.createApp(appID, in: arguments.operands[0], settings, by: actor)
        }
        terminal.print("added app \(app.appID) to project \(app.project.id)")
        terminal.print("clients use projects/\(app.project.id)/apps/\(app.appID)")
        AppOptions.warn(of: app, terminal)
        return 0
    }
}

enum AppUpdateCommand: Command {
    static let name = "app update"
    static let usage = "PROJECT APP [OPTIONS]"
    static let summary = "change how an app is registered"
    static let details = """
        What no option names stays as it is; bundle ids, environments and roots are replaced as a whole. Exchanges follow
        within a few seconds. Tokens that were issued keep the lifetime they have.
        \(PolicyOptions.details)
        """
    private static let changes =
        AppOptions.all + PolicyOptions.all + [Option("apple-root", "trust Apple's root again, and no other")]
    static let options = changes + Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let names = try arguments.operands("PROJECT", "APP")
        try arguments.requireAny(of: changes)
        var settings = try AppOptions.settings(arguments)
        if arguments.isSet("apple-root") {
            guard settings.trustAnchors == nil else {
                throw Failure.usage("--apple-root and --trust-anchor exclude each other")
            }
            settings.trustAnchors = []
        }
        let policies = try PolicyOptions.changes(arguments)
        let app = try await Place.withAdministration(arguments, terminal) { [settings] administration, actor in
            guard let policies else {
                return try await administration.updateApp(names[1], in: names[0], settings, by: actor)
            }
            // A part of a policy is changed, but policies are stored as a whole: nobody must change it in between.
            let app = try await administration.app(names[1], in: names[0])
            var changed = settings
            try policies.apply(to: &changed, of: app.policies)
            return try await administration.updateApp(
                names[1], in: names[0], changed, etag: Resource.app(app).etag, by: actor)
        }
        terminal.print("updated app \(app.appID) of project \(app.project.id)")
        AppOptions.warn(of: app, terminal)
        return 0
    }
}
