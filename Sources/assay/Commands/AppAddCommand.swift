import AppAttest
import AppAttestSimulator
import AppCheck
import AssayServer
import Foundation

enum AppAddCommand: Command {
    static let name = "app add"
    static let usage = "PROJECT [APP] --team-id T --bundle-id B [OPTIONS]"
    static let summary = "register an app"
    static let details = """
        APP is the name that clients use in paths, such as 1:1234567890:ios:0a1b2c3d4e5f; it is made up unless given.
        With --simulated the app takes devices of a simulated authority in place of real ones; the team and bundle id need
        not be given then. Never do so for an app that real backends trust.
        """
    static let options =
        [
            Option("team-id", "T", "Apple team id or App ID prefix: ten characters"),
            Option("bundle-id", "B", isRepeatable: true, "bundle identifier; repeat it for extensions of the app"),
            Option(
                "environment", "E", isRepeatable: true,
                "production or development; repeat it for both (default production)"),
            Option("trust-anchor", "FILE", isRepeatable: true, "PEM file of a root to trust in place of Apple's"),
            Option("token-ttl", "TIME", "lifetime of tokens: 30m to 7d (default 1h)"),
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
        let settings = try settings(arguments)
        let appID = arguments.operands.dropFirst().first
        let app = try await Place.withAdministration(arguments, terminal) { administration, actor in
            try await administration.createApp(appID, in: arguments.operands[0], settings, by: actor)
        }
        terminal.print("added app \(app.appID) to project \(app.project.id)")
        terminal.print("clients use projects/\(app.project.id)/apps/\(app.appID)")
        if !app.trustAnchors.isEmpty {
            terminal.note(
                "assay: warning: this app trusts a root that is not Apple's: whoever holds its key can forge devices")
        }
        return 0
    }

    private static func settings(_ arguments: Arguments) throws -> AppSettings {
        let isSimulated = arguments.isSet("simulated")
        let bundleIDs = arguments.values("bundle-id")
        var settings = AppSettings()
        settings.teamID =
            isSimulated
            ? arguments.value("team-id") ?? SimulatedApp.teamID : try arguments.required("team-id", "T")
        settings.bundleIDs = isSimulated && bundleIDs.isEmpty ? [SimulatedApp.bundleID] : bundleIDs
        settings.environments = try environments(arguments)
        settings.tokenTTL = try tokenTTL(arguments.value("token-ttl"))
        settings.trustAnchors = try anchors(arguments)
        return settings
    }

    private static func environments(_ arguments: Arguments) throws(Failure) -> Set<AttestationEnvironment> {
        let words = arguments.values("environment")
        guard !words.isEmpty else { return arguments.isSet("simulated") ? [.development] : [.production] }
        var environments = Set<AttestationEnvironment>()
        for word in words {
            guard let environment = AttestationEnvironment(rawValue: word) else {
                throw .usage("--environment \(word): expected production or development")
            }
            environments.insert(environment)
        }
        return environments
    }

    private static func tokenTTL(_ text: String?) throws(Failure) -> Int64 {
        guard let text else { return RegisteredApp.defaultTokenTTL }
        guard let seconds = DurationText.seconds(text) else {
            throw .usage("--token-ttl \(text): expected a duration such as 3600s, 30m, 2h or 7d")
        }
        return seconds
    }

    private static func anchors(_ arguments: Arguments) throws -> [TrustAnchor] {
        var anchors: [TrustAnchor] = []
        for path in arguments.values("trust-anchor") {
            guard let data = FileManager.default.contents(atPath: path) else {
                throw Failure("\(path): cannot be read")
            }
            do { anchors.append(try TrustAnchor(pem: String(decoding: data, as: UTF8.self))) } catch {
                throw Failure("\(path): \(error.reason)")
            }
        }
        if arguments.isSet("simulated") {
            anchors.append(try AuthorityFolder(arguments.value("authority")).authorityOrNew().trustAnchor)
        }
        return anchors
    }
}
