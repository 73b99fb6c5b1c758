import Foundation

/// Does one operation after another, each a few times between marks that callgrind counts by (`Benchmarks/README.md` says
/// how), and says what it did in what order.
///
/// Usage: ExchangeCounts [OPERATION...]   all of them if none is named
@main
enum ExchangeCounts {
    static func main() { exit(run(Array(CommandLine.arguments.dropFirst()))) }

    private static func run(_ names: [String]) -> Int32 {
        do {
            let all = LibraryOperations.all + ExchangeOperations.all + RefusalOperations.all
            if let unknown = names.first(where: { name in !all.contains { $0.name == name } }) {
                throw Failure("\(unknown) is no operation: \(all.map(\.name).joined(separator: " "))")
            }
            try FixedChance.install()
            FixedChance.begin("server")
            let queue = JobQueue()
            let server = try queue.value(drainedBy: { $0.drain() }) { try await Server() }
            for operation in all where names.isEmpty || names.contains(operation.name) {
                do { try operation.run(on: server, queue) } catch { throw Failure("\(operation.name): \(error)") }
                print(operation.name, operation.repetitions)
            }
            return 0
        } catch {
            try? FileHandle.standardError.write(contentsOf: Data("ExchangeCounts: \(error)\n".utf8))
            return 1
        }
    }
}
