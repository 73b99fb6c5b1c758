import Foundation
import Glibc
import TestSupport

/// `assay serve` as a process of its own, on a port of the system's choice.
final class ServeProcess: Sendable {
    let port: UInt16
    private let process: Unchecked<Process>

    struct Failure: Error, CustomStringConvertible { let description: String }

    /// - Parameters:
    ///   - environment: beside what every process needs; its database, for one.
    ///   - log: where its standard error goes; nowhere without one. Closed here for writing, so that the process alone
    ///     holds that end.
    static func start(
        dataDirectory: String, environment: [String: String] = [:], log: Pipe? = nil
    ) async throws -> ServeProcess {
        let log = Unchecked(log)
        return try await offPool { try ServeProcess(dataDirectory, environment, log.value) }
    }

    private init(_ dataDirectory: String, _ environment: [String: String], _ log: Pipe?) throws {
        guard FileManager.default.isExecutableFile(atPath: BuiltTool.path) else {
            throw Failure(description: "there is no tool at \(BuiltTool.path): run swift build")
        }
        let process = Process()
        self.process = Unchecked(process)
        // Without the signal, a write beyond a limit fails as on a full disk instead of ending the process. What the test
        // itself makes of a broken pipe is not to be inherited.
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "trap '' XFSZ; exec env --default-signal=PIPE \"$0\" \"$@\"", BuiltTool.path, "serve", "--listen",
            "127.0.0.1:0", "--data-dir", dataDirectory,
        ]
        process.environment = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        if let log { process.standardError = log } else { process.standardError = FileHandle.nullDevice }
        process.standardInput = FileHandle.nullDevice
        try process.run()
        var text = ""
        while true {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else {
                process.waitUntilExit()
                throw Failure(description: "the server did not start: \(text)")
            }
            text += String(decoding: data, as: UTF8.self)
            guard let match = text.firstMatch(of: /listens on http:\/\/127\.0\.0\.1:([0-9]+)\n/),
                let number = UInt16(match.1)
            else { continue }
            port = number
            return
        }
    }

    deinit { kill() }

    var isRunning: Bool { process.value.isRunning }
    var http: LoopbackClient { LoopbackClient(port: port) }

    /// Ends it at once and without a chance to tidy up.
    func kill() {
        guard process.value.isRunning else { return }
        Glibc.kill(process.value.processIdentifier, SIGKILL)
        process.value.waitUntilExit()
    }

    /// Asks it to stop.
    /// - Returns: its exit status.
    func terminate() async throws -> Int32 {
        let process = process
        return try await offPool {
            Glibc.kill(process.value.processIdentifier, SIGTERM)
            process.value.waitUntilExit()
            return process.value.terminationStatus
        }
    }

    /// Changes how many bytes its files may have, while it runs; nil for no limit. By the tool of util-linux, because
    /// Swift does not see the C function.
    func limitFiles(to bytes: Int?) async throws {
        let pid = process.value.processIdentifier
        let status = try await offPool {
            let tool = Process()
            tool.executableURL = URL(fileURLWithPath: "/usr/bin/prlimit")
            tool.arguments = ["--pid", "\(pid)", "--fsize=\(bytes.map(String.init) ?? "unlimited"):unlimited"]
            try tool.run()
            tool.waitUntilExit()
            return tool.terminationStatus
        }
        guard status == 0 else { throw Failure(description: "prlimit failed with status \(status)") }
    }
}

/// A value that no two threads use at once, although the compiler cannot see that.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
