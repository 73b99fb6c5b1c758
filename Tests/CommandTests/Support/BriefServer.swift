import Foundation
import TestSupport

/// `assay serve`, run for as long as its greeting takes.
enum BriefServer {
    struct NoGreeting: Error {}

    static func greeting(dataDirectory: String, in folder: TemporaryFolder) throws -> String {
        let output = Pipe()
        let process = try start(dataDirectory: dataDirectory, in: folder, output: output)
        process.terminate()
        process.waitUntilExit()
        return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    /// The same while `body` runs.
    static func with(
        dataDirectory: String, in folder: TemporaryFolder, _ body: () async throws -> Void
    ) async throws {
        let process = try start(dataDirectory: dataDirectory, in: folder, output: Pipe())
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        try await body()
    }

    private static func start(dataDirectory: String, in folder: TemporaryFolder, output: Pipe) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: BuiltTool.path)
        process.arguments = ["serve", "--listen", "127.0.0.1:0", "--data-dir", dataDirectory]
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.environment = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
        let log = Pipe()
        (process.standardOutput, process.standardError) = (output, log)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        // The log says that it has started when all of the greeting is printed.
        var text = ""
        while !text.contains("\"started\"") {
            let data = log.fileHandleForReading.availableData
            guard !data.isEmpty else { throw NoGreeting() }
            text += String(decoding: data, as: UTF8.self)
        }
        return process
    }
}
