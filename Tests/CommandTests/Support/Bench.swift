import Foundation
import TestSupport

/// A folder with a database in which the project `shop` has an app, and the tool to change it with.
struct Bench: Sendable {
    static let app = "1:123456789012:ios:ab"
    /// Of the form of ids, and nobody's.
    static let unknownID = String(repeating: "0", count: 32)

    let folder: TemporaryFolder

    static func with<Value>(_ body: (Bench) async throws -> Value) async throws -> Value {
        try await TemporaryFolder.with { folder in
            let bench = Bench(folder: folder)
            try bench.succeed("project", "add", "shop", "--number", "123456789012", "--name", "The shop")
            try bench.succeed(
                "app", "add", "shop", app, "--team-id", "ABCDE12345", "--bundle-id", "com.example.app", "--name",
                "The app")
            return try await body(bench)
        }
    }

    func run(_ words: [String], input: String? = nil) throws -> BuiltTool.Outcome {
        try BuiltTool.run(words, in: folder.path, input: input)
    }

    /// Runs a command that must end well.
    @discardableResult func succeed(_ words: String..., input: String? = nil) throws -> BuiltTool.Outcome {
        let outcome = try run(words, input: input)
        guard outcome.status == 0 else { throw Failure(words: words, errors: outcome.errors) }
        return outcome
    }

    /// The fields of each line of a listing.
    func fields(_ words: String...) throws -> [[String]] {
        try run(words).output.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// The objects that a command prints with `--json`, one a line.
    func objects(_ words: String...) throws -> [[String: String]] {
        try run(words + ["--json"]).output.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            return object.mapValues { value in (value as? [String])?.joined(separator: ",") ?? "\(value)" }
        }
    }

    struct Failure: Error { let words: [String], errors: String }
}
