import AppCheck
import AppCheckAPI
import AssayServer

enum ProjectAddCommand: Command {
    static let name = "project add"
    static let usage = "ID [--number N] [--name TEXT] [--data-dir DIR]"
    static let summary = "register a project"
    static let details = """
        ID is what clients and Admin SDKs are configured with, such as my-project. The number is made up unless given; give
        the one you have when you move an existing project here.
        """
    static let options =
        [Option("number", "N", "the project's number"), Option("name", "TEXT", "what people call it")] + Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let id = try arguments.operands("ID")[0]
        let (number, name) = (arguments.value("number"), arguments.value("name") ?? "")
        // Before a store is made for it.
        _ = try RegisteredProject(project: Project(number: number ?? "1", id: id), displayName: name)
        let made = try await Place.withAdministration(arguments, terminal, makesStore: true) { administration, actor in
            try await administration.createProject(id: id, number: number, displayName: name, by: actor)
        }
        terminal.print("added project \(made.project.id), number \(made.project.number)")
        return 0
    }
}

enum ProjectListCommand: Command {
    static let name = "project list"
    static let usage = "[--json] [--data-dir DIR]"
    static let summary = "list projects"
    static let details = "Each line has id, number and display name."
    static let options = Listing.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        _ = try arguments.operands()
        let projects = try await Place.withAdministration(arguments, terminal) { administration, _ in
            try await Place.all { after throws(AdministrationError) in
                try await administration.projects(after: after, size: Place.pageSize)
            }
        }
        if projects.isEmpty { terminal.note("no projects yet: assay project add my-project") }
        for project in projects {
            terminal.list([project], arguments, as: Resource.project, of: project.project.id) {
                [$0.project.id, $0.project.number, $0.displayName]
            }
        }
        return 0
    }
}

enum ProjectShowCommand: Command {
    static let name = "project show"
    static let usage = "PROJECT [--json] [--data-dir DIR]"
    static let summary = "show a project"
    static let options = Listing.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let reference = try arguments.operands("PROJECT")[0]
        let (found, apps, keys) = try await Place.withAdministration(arguments, terminal) { administration, _ in
            let found = try await administration.project(reference)
            let number = found.project.number
            let apps = try await Place.all { after throws(AdministrationError) in
                try await administration.apps(in: number, after: after, size: Place.pageSize)
            }
            return (
                found, apps.count, try await administration.apiKeys(in: number, size: Place.pageSize).items.count
            )
        }
        terminal.show(
            ResourceJSON.json(.project(found), project: found.project.id), arguments,
            lines: [
                ("project", found.project.id), ("number", found.project.number), ("name", found.displayName),
                ("apps", "\(apps)"),
                ("api keys", keys == 0 ? "none: exchanges need none" : "\(keys): exchanges need one"),
                ("made", Listing.moment(found.createdAt)), ("changed", Listing.moment(found.updatedAt)),
            ])
        return 0
    }
}

enum ProjectUpdateCommand: Command {
    static let name = "project update"
    static let usage = "PROJECT --name TEXT [--data-dir DIR]"
    static let summary = "change what a project is called"
    static let details = "Its id and number stay what they are: tokens are made out to them."
    static let options = [Option("name", "TEXT", "what people call it")] + Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let reference = try arguments.operands("PROJECT")[0]
        let name = try arguments.required("name", "TEXT")
        try await Place.withAdministration(arguments, terminal) { administration, actor in
            _ = try await administration.updateProject(reference, displayName: name, by: actor)
        }
        terminal.print("updated project \(reference)")
        return 0
    }
}

enum ProjectRemoveCommand: Command {
    static let name = "project remove"
    static let usage = "PROJECT [--force] [--data-dir DIR]"
    static let summary = "stop serving a project"
    static let details = """
        Tokens that were issued stay good until they end. The record of changes stays, under the project's number.
        """
    static let options =
        [Option("force", "remove its apps, debug tokens, services, keys and bearer tokens with it")] + Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let reference = try arguments.operands("PROJECT")[0]
        let number = try await Place.withAdministration(arguments, terminal) { administration, actor in
            let number = try await administration.project(reference).project.number
            try await administration.deleteProject(number, cascade: arguments.isSet("force"), by: actor)
            return number
        }
        terminal.print("removed project \(reference), number \(number)")
        return 0
    }
}
