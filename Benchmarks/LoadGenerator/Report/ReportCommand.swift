import Foundation

/// Makes a file, a table, a picture and a part of a document of what the other commands recorded.
enum ReportCommand {
    private static let (begin, end) = ("<!-- begin of figures -->", "<!-- end of figures -->")

    static func run(_ options: Options) throws {
        let figures = try RunFigures(path: try options.text("record"))
        let machine = try Machine(options)
        let (date, commit) = (try options.text("date"), try options.text("commit"))
        let heading = "Run of \(date) at commit `\(commit)`, on \(machine.sentence)"
        let tables = ReportTables(figures, heading: heading).markdown
        if let path = options.optional("results") {
            try write(
                try ResultsFile(figures, machine: machine, date: date, commit: commit).encoded(), to: path)
        }
        if let path = options.optional("chart") {
            let subtitle = """
                \(date), commit \(commit), \(machine.cores) cores of \(machine.processor), libcrypto \(machine.libcrypto)
                """
            try write(Data(Chart(figures, subtitle: subtitle).svg().utf8), to: path)
        }
        if let path = options.optional("document") { try replacePart(of: path, by: tables) }
        print(tables)
    }

    /// Puts text between the two marks of a document.
    private static func replacePart(of path: String, by text: String) throws {
        let document = try String(contentsOfFile: path, encoding: .utf8)
        guard let first = document.range(of: begin),
            let last = document.range(of: end, range: first.upperBound..<document.endIndex)
        else { throw Failure("\(path): has no place for figures, between \(begin) and \(end)") }
        let whole = document[..<first.upperBound] + "\n\(text)\n" + document[last.lowerBound...]
        try write(Data(whole.utf8), to: path)
    }

    private static func write(_ data: Data, to path: String) throws {
        do { try data.write(to: URL(filePath: path), options: .atomic) } catch {
            throw Failure("\(path): cannot be written")
        }
    }
}
