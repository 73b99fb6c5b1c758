import Foundation

/// Measures a running server, its start, or the library alone (`Benchmarks/README.md` says how), and keeps the servers of
/// `make cluster-demo` busy.
@main
enum LoadGenerator {
    static func main() { exit(run(Array(CommandLine.arguments.dropFirst()))) }

    private static func run(_ words: [String]) -> Int32 {
        do {
            let options = try Options(Array(words.dropFirst()))
            switch words.first {
            case "load": try LoadCommand.run(options)
            case "open": try OpenCommand.run(options)
            case "connections": try ConnectionsCommand.run(options)
            case "flood": try FloodCommand.run(options)
            case "start": try StartCommand.run(options)
            case "floor": try FloorCommand.run(options)
            case "library": try LibraryCommand.run(options)
            case "usecase": try UseCaseCommand.run(options)
            case "report": try ReportCommand.run(options)
            case "cluster": try ClusterCommand.run(options)
            case "scale": try ScaleCommand.run(options)
            default:
                throw Failure(
                    """
                    the first word must be floor, library, usecase, load, open, connections, flood, start, report, cluster \
                    or scale
                    """)
            }
            return 0
        } catch {
            try? FileHandle.standardError.write(contentsOf: Data("LoadGenerator: \(error)\n".utf8))
            return 1
        }
    }
}

/// Why there is nothing to report.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
