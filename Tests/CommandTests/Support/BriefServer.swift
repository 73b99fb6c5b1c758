import Foundation
import TestSupport

/// `assay serve`, run for as long as its greeting takes.
enum BriefServer {
    struct NoGreeting: Error {}

    static func greeting(dataDirectory: String, in folder: TemporaryFolder) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: BuiltTool.path)
        process.arguments = ["serve", "--listen", "127.0.0.1:0", "--data-dir", dataDirectory]
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.environment = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
        let (output, log) = (Pipe(), Pipe())
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
        process.terminate()
        process.waitUntilExit()
        return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
}
