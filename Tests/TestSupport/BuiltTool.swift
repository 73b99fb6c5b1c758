import Foundation

/// The tool `assay`, built beside the tests.
package enum BuiltTool {
    package static let path: String = {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return tests.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            + "/assay"
    }()

    /// What a command printed and how it ended.
    package struct Outcome: Sendable {
        package let status: Int32
        package let output: String
        package let errors: String
    }

    /// Runs a command to its end.
    /// - Parameter folder: what it takes for the current one.
    package static func run(
        _ arguments: [String], in folder: String, environment: [String: String] = [:]
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        // Files rather than pipes: no output is too long for them, however it is divided between the two.
        let (output, errors) = ("\(folder)/.output", "\(folder)/.errors")
        for file in [output, errors] { _ = FileManager.default.createFile(atPath: file, contents: nil) }
        process.standardOutput = FileHandle(forWritingAtPath: output)
        process.standardError = FileHandle(forWritingAtPath: errors)
        try process.run()
        process.waitUntilExit()
        func text(_ file: String) -> String {
            String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
        }
        return Outcome(status: process.terminationStatus, output: text(output), errors: text(errors))
    }
}
