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
    /// - Parameters:
    ///   - folder: what it takes for the current one.
    ///   - input: what it finds on standard input; nil for nothing.
    package static func run(
        _ arguments: [String], in folder: String, environment: [String: String] = [:], input: String? = nil
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 }
        // Files rather than pipes: no text is too long for them, however it is divided. Commands may run at once.
        let name = UUID().uuidString
        let (source, output, errors) = ("\(folder)/.in-\(name)", "\(folder)/.out-\(name)", "\(folder)/.err-\(name)")
        defer { for file in [source, output, errors] { try? FileManager.default.removeItem(atPath: file) } }
        if let input {
            _ = FileManager.default.createFile(atPath: source, contents: Data(input.utf8))
            process.standardInput = FileHandle(forReadingAtPath: source)
        } else {
            process.standardInput = FileHandle.nullDevice
        }
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
