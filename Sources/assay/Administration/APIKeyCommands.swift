import AppCheck

enum APIKeyCreateCommand: Command {
    static let name = "api-key create"
    static let usage = "PROJECT [--name TEXT] [--bundle-id B] [--data-dir DIR]"
    static let summary = "make an API key for a project's apps"
    static let details = """
        The key alone goes to standard output, this once; the database keeps its hash. From a project's first key on, its
        apps need one at exchanges. It is in every copy of an app: it keeps strangers' traffic out and proves nothing.
        """
    static let options =
        [
            Option("name", "TEXT", "what people call it"),
            Option("bundle-id", "B", isRepeatable: true, "the only bundle id that may use it; repeat it for more"),
        ] + Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let project = try arguments.operands("PROJECT")[0]
        let (made, isFirst) = try await Place.withAdministration(arguments, terminal) { administration, actor in
            let made = try await administration.createAPIKey(
                displayName: arguments.value("name") ?? "", bundleIDs: arguments.values("bundle-id"), in: project,
                by: actor)
            return (made, try await administration.apiKeys(in: project, size: 2).items.count == 1)
        }
        terminal.print(made.text)
        terminal.note("made API key \(made.key.id) of project \(project); it is shown this once")
        if isFirst {
            terminal.note("assay: warning: it is the project's first: exchanges without a key are refused from now on")
        }
        return 0
    }
}

enum APIKeyListCommand: Command {
    static let name = "api-key list"
    static let usage = "PROJECT [--json] [--data-dir DIR]"
    static let summary = "list a project's API keys, oldest first"
    static let details = "Each line has id, bundle ids or -, when it was made, and display name."
    static let options = Listing.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let project = try arguments.operands("PROJECT")[0]
        let keys = try await Place.withAdministration(arguments, terminal) { administration, _ in
            try await Place.all { after throws(AdministrationError) in
                try await administration.apiKeys(in: project, after: after, size: Place.pageSize)
            }
        }
        if keys.isEmpty { terminal.note("project \(project) has no API keys: exchanges need none") }
        terminal.list(keys, arguments, as: Resource.apiKey, of: project) {
            [$0.id, $0.bundleIDs.joined(separator: ","), Listing.moment($0.createdAt), $0.displayName]
        }
        return 0
    }
}

enum APIKeyUpdateCommand: Command {
    static let name = "api-key update"
    static let usage = "PROJECT ID [--name TEXT] [--bundle-id B | --any-bundle-id] [--data-dir DIR]"
    static let summary = "rename an API key, or change who may use it"
    static let details = "The key itself stays what it is."
    private static let changes = [
        Option("name", "TEXT", "what people call it"),
        Option("bundle-id", "B", isRepeatable: true, "the only bundle id that may use it; repeat it for more"),
        Option("any-bundle-id", "let every bundle id use it"),
    ]
    static let options = changes + Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let names = try arguments.operands("PROJECT", "ID")
        try arguments.requireID(names[1])
        try arguments.requireAny(of: changes)
        let (isAny, isListed) = (arguments.isSet("any-bundle-id"), arguments.isSet("bundle-id"))
        guard !(isAny && isListed) else { throw Failure.usage("--any-bundle-id and --bundle-id exclude each other") }
        try await Place.withAdministration(arguments, terminal) { administration, actor in
            _ = try await administration.updateAPIKey(
                names[1], in: names[0], displayName: arguments.value("name"),
                bundleIDs: isAny || isListed ? arguments.values("bundle-id") : nil, by: actor)
        }
        terminal.print("updated API key \(names[1])")
        return 0
    }
}

enum APIKeyRemoveCommand: Command {
    static let name = "api-key remove"
    static let usage = "PROJECT ID [--data-dir DIR]"
    static let summary = "end an API key"
    static let details = "It is refused within a few seconds. With the last one gone, exchanges need none again."
    static let options = Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let names = try arguments.operands("PROJECT", "ID")
        try arguments.requireID(names[1])
        let isLast = try await Place.withAdministration(arguments, terminal) { administration, actor in
            try await administration.deleteAPIKey(names[1], in: names[0], by: actor)
            return try await administration.apiKeys(in: names[0], size: 1).items.isEmpty
        }
        terminal.print("removed API key \(names[1])")
        if isLast { terminal.note("assay: warning: it was the project's last: exchanges need no key from now on") }
        return 0
    }
}
