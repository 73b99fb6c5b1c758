import AppCheck
import AssayServer

enum ProjectAddCommand: Command {
    static let name = "project add"
    static let usage = "ID [--number N] [--data-dir DIR]"
    static let summary = "register a project"
    static let details = """
        ID is what clients and Admin SDKs are configured with, such as my-project. The number is made up unless given; give
        the one you have when you move an existing project here.
        """
    static let options = [Option("number", "N", "the project's number")] + Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let id = try arguments.operands("ID")[0]
        let project = try Project(number: arguments.value("number") ?? randomNumber(), id: id)
        try await Place.withRegistry(arguments, terminal, makesStore: true) { registry in
            do throws(StoreError) { try await registry.add(project) } catch .alreadyExists(let what) {
                throw Failure("\(what) exists already", hint: "assay project list")
            }
        }
        terminal.print("added project \(project.id), number \(project.number)")
        return 0
    }

    /// Twelve digits, the first not zero.
    private static func randomNumber() throws -> String {
        let bytes = try Place.surroundings.randomBytes(8)
        let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return String(100_000_000_000 + number % 900_000_000_000)
    }
}

enum ProjectListCommand: Command {
    static let name = "project list"
    static let usage = "[--data-dir DIR]"
    static let summary = "list projects"
    static let options = Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        _ = try arguments.operands()
        try await Place.withRegistry(arguments, terminal) { registry in
            let projects = try await registry.projects()
            if projects.isEmpty { terminal.note("no projects yet: assay project add my-project") }
            for project in projects { terminal.print("\(project.id)\t\(project.number)") }
        }
        return 0
    }
}
