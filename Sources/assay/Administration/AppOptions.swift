import AppAttest
import AppCheck
import AssayServer
import FoundationEssentials

/// The settings of an app as options.
enum AppOptions {
    static let all = [
        Option("name", "TEXT", "what people call it"),
        Option("team-id", "T", "Apple team id or App ID prefix: ten characters"),
        Option("bundle-id", "B", isRepeatable: true, "bundle identifier; repeat it for extensions of the app"),
        Option("environment", "E", isRepeatable: true, "production or development; repeat it for both"),
        Option("trust-anchor", "FILE", isRepeatable: true, "PEM file of a root to trust in place of Apple's"),
        Option("token-ttl", "TIME", "lifetime of tokens: 30m to 7d"),
        Option("debug-token-limit", "N", "how many debug tokens it may have: 0 to 1000"),
    ]

    /// - Returns: what the options say; nil for what they do not.
    static func settings(_ arguments: Arguments) throws(Failure) -> AppSettings {
        var settings = AppSettings()
        settings.displayName = arguments.value("name")
        settings.teamID = arguments.value("team-id")
        settings.bundleIDs = arguments.isSet("bundle-id") ? arguments.values("bundle-id") : nil
        settings.environments = try environments(arguments)
        settings.trustAnchors = arguments.isSet("trust-anchor") ? try anchors(arguments) : nil
        settings.tokenTTL = try tokenTTL(arguments)
        settings.debugTokenLimit = try arguments.number("debug-token-limit", RegisteredApp.debugTokenLimitRange)
        return settings
    }

    static func warn(of app: RegisteredApp, _ terminal: Terminal) {
        guard !app.trustAnchors.isEmpty else { return }
        terminal.note(
            "assay: warning: this app trusts a root that is not Apple's: whoever holds its key can forge devices")
    }

    private static func environments(_ arguments: Arguments) throws(Failure) -> Set<AttestationEnvironment>? {
        guard arguments.isSet("environment") else { return nil }
        var environments = Set<AttestationEnvironment>()
        for word in arguments.values("environment") {
            guard let environment = AttestationEnvironment(rawValue: word) else {
                throw .usage("--environment \(word): expected production or development")
            }
            environments.insert(environment)
        }
        return environments
    }

    private static func tokenTTL(_ arguments: Arguments) throws(Failure) -> Int64? {
        guard let text = arguments.value("token-ttl") else { return nil }
        guard let seconds = DurationText.seconds(text) else {
            throw .usage("--token-ttl \(text): expected a duration such as 3600s, 30m, 2h or 7d")
        }
        return seconds
    }

    private static func anchors(_ arguments: Arguments) throws(Failure) -> [TrustAnchor] {
        var anchors: [TrustAnchor] = []
        for path in arguments.values("trust-anchor") {
            guard let data = FileManager.default.contents(atPath: path) else {
                throw Failure("\(path): cannot be read")
            }
            do throws(TrustAnchor.Invalid) {
                anchors.append(try TrustAnchor(pem: String(decoding: data, as: UTF8.self)))
            } catch {
                throw Failure("\(path): \(error.reason)")
            }
        }
        return anchors
    }
}
