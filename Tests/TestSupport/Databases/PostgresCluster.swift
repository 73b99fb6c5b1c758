import Foundation

/// Clusters of PostgreSQL that a test may kill, by `scripts/postgres`. Each is a folder.
package struct PostgresCluster: Sendable {
    package let folder: String

    /// What the script said.
    package struct Failure: Error, CustomStringConvertible { package let description: String }

    /// Makes and starts a cluster.
    package static func primary(in folder: String) async throws -> PostgresCluster {
        try await script("make", folder)
        let cluster = PostgresCluster(folder: folder)
        try await cluster.start()
        return cluster
    }

    /// Makes and starts a copy that follows this one, which from then on takes no commit as done that the copy lacks.
    package func synchronousReplica(in folder: String) async throws -> PostgresCluster {
        try await Self.script("replica", folder, self.folder)
        let replica = PostgresCluster(folder: folder)
        try await replica.start()
        try await Self.script("synchronous", self.folder)
        return replica
    }

    package func start() async throws { try await Self.script("start", folder) }

    /// Ends all its processes at once; returns when they are gone.
    package func kill() async throws { try await Self.script("kill", folder) }

    /// Makes a replica a primary; returns when it takes writes.
    package func promote() async throws { try await Self.script("promote", folder) }

    package func remove() async throws { try await Self.script("remove", folder) }

    /// One for whichever of the clusters takes writes.
    package static func connectionString(_ clusters: PostgresCluster...) async throws -> String {
        try await script(["uri"] + clusters.map(\.folder)).trimmingCharacters(in: .newlines)
    }

    private static func script(_ words: String...) async throws { _ = try await script(words) }

    private static func script(_ words: [String]) async throws -> String {
        try await offPool {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "\(CaseFolder.packageRoot)/scripts/postgres")
            process.arguments = words
            let (output, errors) = (Pipe(), Pipe())
            (process.standardOutput, process.standardError) = (output, errors)
            process.standardInput = FileHandle.nullDevice
            try process.run()
            // What it prints is a few lines, which a pipe holds.
            process.waitUntilExit()
            guard process.terminationStatus == 0 else {
                let words = errors.fileHandleForReading.availableData
                throw Failure(description: String(decoding: words, as: UTF8.self))
            }
            let text = try output.fileHandleForReading.readToEnd() ?? Data()
            return String(decoding: text, as: UTF8.self)
        }
    }
}
