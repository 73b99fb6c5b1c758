import AppCheck

enum TokenCreateCommand: Command {
    static let name = "token create"
    static let usage = "--role ROLE --name TEXT [--project P] [--expires TIME] [--data-dir DIR]"
    static let summary = "make a bearer token for the REST interface"
    static let details = """
        The token alone goes to standard output, this once; the database keeps its hash. Roles: admin may do everything;
        viewer reads everything that is no secret; minter mints App Check tokens; verifier has them verified and used up.
        """
    static let options =
        [
            Option("role", "ROLE", "admin, viewer, minter or verifier"), Option("name", "TEXT", "whose it is"),
            Option("project", "P", "good for this project alone (default all)"), Arguments.expires,
        ] + Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        _ = try arguments.operands()
        _ = try arguments.required("role", "ROLE")
        guard let role = try arguments.choice("role", Role.self) else { throw Failure.usage("--role is missing") }
        let name = try arguments.required("name", "TEXT")
        let lifetime = try arguments.lifetime()
        let (token, text) = try await Place.withAdministration(arguments, terminal) { administration, actor in
            try await administration.createAdminToken(
                displayName: name, role: role, project: arguments.value("project"), lifetime: lifetime, by: actor)
        }
        terminal.print(text)
        terminal.note(
            "made token \(token.id), role \(role.rawValue), of \(arguments.value("project") ?? "all projects"), "
                + "ends \(Listing.moment(token.expiresAt)); it is shown this once")
        return 0
    }
}

enum TokenListCommand: Command {
    static let name = "token list"
    static let usage = "[--json] [--data-dir DIR]"
    static let summary = "list bearer tokens, oldest first"
    static let details = "Each line has id, role, number of the project or -, end, and whose it is."
    static let options = Listing.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        _ = try arguments.operands()
        let tokens = try await Place.withAdministration(arguments, terminal) { administration, _ in
            try await Place.all { after throws(AdministrationError) in
                try await administration.adminTokens(after: after, size: Place.pageSize)
            }
        }
        if tokens.isEmpty { terminal.note("no tokens yet: assay token create --role admin --name you") }
        terminal.list(tokens, arguments, as: Resource.adminToken) {
            [$0.id, $0.role.rawValue, $0.projectNumber ?? "", Listing.moment($0.expiresAt), $0.displayName]
        }
        return 0
    }
}

enum TokenRevokeCommand: Command {
    static let name = "token revoke"
    static let usage = "ID [--data-dir DIR]"
    static let summary = "end a bearer token"
    static let details = "It is refused within a few seconds, by every server of the database."
    static let options = Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let id = try arguments.operands("ID")[0]
        try arguments.requireID(id)
        let isLast = try await Place.withAdministration(arguments, terminal) { administration, actor in
            try await administration.revokeAdminToken(id, by: actor)
            return try await administration.adminTokens(size: 1).items.isEmpty
        }
        terminal.print("revoked token \(id)")
        if isLast { terminal.note("it was the last one: assay token create makes another") }
        return 0
    }
}
