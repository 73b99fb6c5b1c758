import AppCheck
import Encodings

enum DebugTokenCreateCommand: Command {
    static let name = "debug-token create"
    static let usage = "PROJECT APP --name TEXT [--secret-stdin] [--expires TIME] [--data-dir DIR]"
    static let summary = "make a debug token, for an app where it cannot attest"
    static let details = """
        Whoever knows the secret gets tokens of the app: simulators, builds and tests. It is made up, and goes alone to
        standard output this once; or it is read from standard input: a UUID of version 4. The database keeps its hash.
        """
    static let options =
        [Option("name", "TEXT", "where it is used"), SecretInput.option, Arguments.expires] + Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let names = try arguments.operands("PROJECT", "APP")
        let name = try arguments.required("name", "TEXT")
        let end = try arguments.lifetime().map { Place.surroundings.seconds + $0 }
        let isGiven = arguments.isSet(SecretInput.option.name)
        let secret = isGiven ? try SecretInput.read(terminal) : try madeUp()
        let token = try await Place.withAdministration(arguments, terminal) { administration, actor in
            try await administration.createDebugToken(
                displayName: name, secret: secret, expiresAt: end, of: names[1], in: names[0], by: actor)
        }
        if !isGiven { terminal.print(secret) }
        terminal.note(
            "made debug token \(token.id) of app \(names[1]), ends \(Listing.moment(token.expiresAt))"
                + (isGiven ? "" : "; it is shown this once"))
        return 0
    }

    /// A UUID of version 4 (RFC 9562 section 5.4), in upper case as SDKs write it.
    private static func madeUp() throws -> String {
        var bytes = try Place.surroundings.randomBytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            text += Hexadecimal.encode([byte]).uppercased()
        }
        return text
    }
}

enum DebugTokenListCommand: Command {
    static let name = "debug-token list"
    static let usage = "PROJECT APP [--json] [--data-dir DIR]"
    static let summary = "list an app's debug tokens, oldest first"
    static let details = "Each line has id, end, when it was made, and display name."
    static let options = Listing.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let names = try arguments.operands("PROJECT", "APP")
        let tokens = try await Place.withAdministration(arguments, terminal) { administration, _ in
            try await Place.all { after throws(AdministrationError) in
                try await administration.debugTokens(of: names[1], in: names[0], after: after, size: Place.pageSize)
            }
        }
        if tokens.isEmpty { terminal.note("app \(names[1]) has no debug tokens") }
        terminal.list(tokens, arguments, as: Resource.debugToken, of: names[0]) {
            [$0.id, Listing.moment($0.expiresAt), Listing.moment($0.createdAt), $0.displayName]
        }
        return 0
    }
}

enum DebugTokenRemoveCommand: Command {
    static let name = "debug-token remove"
    static let usage = "PROJECT APP ID [--data-dir DIR]"
    static let summary = "end a debug token"
    static let details =
        "It cannot be exchanged from then on. Tokens that it was exchanged for stay good until they end."
    static let options = Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let names = try arguments.operands("PROJECT", "APP", "ID")
        try arguments.requireID(names[2])
        try await Place.withAdministration(arguments, terminal) { administration, actor in
            try await administration.deleteDebugToken(names[2], of: names[1], in: names[0], by: actor)
        }
        terminal.print("removed debug token \(names[2])")
        return 0
    }
}
