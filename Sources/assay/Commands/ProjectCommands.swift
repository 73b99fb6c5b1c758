import AppCheck
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
    static let usage = "[--data-dir DIR]"
    static let summary = "list projects"
    static let options = Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        _ = try arguments.operands()
        let projects = try await Place.withAdministration(arguments, terminal) { administration, _ in
            try await Place.all { after throws(AdministrationError) in
                try await administration.projects(after: after, size: Place.pageSize)
            }
        }
        if projects.isEmpty { terminal.note("no projects yet: assay project add my-project") }
        for project in projects { terminal.print("\(project.project.id)\t\(project.project.number)") }
        return 0
    }
}
