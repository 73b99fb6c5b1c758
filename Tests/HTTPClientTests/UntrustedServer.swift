import Foundation
import Synchronization
import TestSupport

/// A TLS server with a certificate of its own making, by another implementation than the client's: Python's.
final class UntrustedServer: Sendable {
    let port: UInt16
    private let process: Process
    private let output: FileHandle

    struct Failure: Error, CustomStringConvertible { let description: String }

    private init(port: UInt16, process: Process, output: FileHandle) {
        (self.port, self.process, self.output) = (port, process, output)
    }

    static func start() async throws -> UntrustedServer {
        let script = "\(CaseFolder.packageRoot)/Tests/HTTPClientTests/Servers/untrusted_tls.py"
        return try await offPool {
            let (process, output) = (Process(), Pipe())
            process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
            process.arguments = ["--kill-after=5", "60", TestPython.interpreter, script]
            process.standardOutput = output
            try process.run()
            let handle = output.fileHandleForReading
            guard let port = UInt16(line(from: handle)) else {
                throw Failure(
                    description: "untrusted_tls.py did not start: is there a Python at \(TestPython.interpreter)?")
            }
            return UntrustedServer(port: port, process: process, output: handle)
        }
    }

    /// What the server got to read of its one connection.
    func receivedBytes() async throws -> Int {
        try await offPool { [self] in
            defer { process.waitUntilExit() }
            guard let count = Int(Self.line(from: output)) else {
                throw Failure(description: "untrusted_tls.py did not tell what it received")
            }
            return count
        }
    }

    private static func line(from handle: FileHandle) -> String {
        var bytes: [UInt8] = []
        while let byte = try? handle.read(upToCount: 1)?.first, byte != 0x0A { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
