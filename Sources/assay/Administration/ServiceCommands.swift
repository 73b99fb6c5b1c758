import AppCheck

enum ServiceListCommand: Command {
    static let name = "service list"
    static let usage = "PROJECT [--json] [--data-dir DIR]"
    static let summary = "list a project's services and how strictly they ask for tokens"
    static let details = "Each line has id, enforcement, replay protection, and when it was changed."
    static let options = Listing.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let project = try arguments.operands("PROJECT")[0]
        let services = try await Place.withAdministration(arguments, terminal) { administration, _ in
            try await Place.all { after throws(AdministrationError) in
                try await administration.services(in: project, after: after, size: Place.pageSize)
            }
        }
        if services.isEmpty { terminal.note("project \(project) has no services: each one is off") }
        terminal.list(services, arguments, as: Resource.service, of: project) {
            [$0.id, $0.enforcement.rawValue, $0.replayProtection.rawValue, Listing.moment($0.updatedAt)]
        }
        return 0
    }
}

enum ServiceSetCommand: Command {
    static let name = "service set"
    static let usage = "PROJECT SERVICE [--enforcement MODE] [--replay-protection MODE] [--data-dir DIR]"
    static let summary = "say how strictly a service asks for tokens"
    static let details = """
        SERVICE is a name like a host's, such as orders.example.com. MODE is off, unenforced (verify and count, let through)
        or enforced. The modes are kept for the services to read: they enforce them. Replay protection is never stricter
        than enforcement.
        """
    private static let changes = [
        Option("enforcement", "MODE", "whether requests need a token"),
        Option("replay-protection", "MODE", "whether a token is good once only"),
    ]
    static let options = changes + Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let names = try arguments.operands("PROJECT", "SERVICE")
        try arguments.requireAny(of: changes)
        let change = ServiceChange(
            serviceID: names[1], enforcement: try arguments.choice("enforcement", EnforcementMode.self),
            replayProtection: try arguments.choice("replay-protection", EnforcementMode.self))
        let changed = try await Place.withAdministration(arguments, terminal) { administration, actor in
            try await administration.updateServices(
                in: names[0], [change], action: "projects.services.patch", by: actor)
        }
        for service in changed {
            terminal.print(
                "service \(service.id): enforcement \(service.enforcement.rawValue), "
                    + "replay protection \(service.replayProtection.rawValue)")
        }
        return 0
    }
}
