import Foundation
import Testing

/// `verify_cases.py`, a verifier that shares no code with this package.
enum IndependentVerifier {
    private static let packageRoot = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let script: URL = {
        let folder = ProcessInfo.processInfo.environment["ASSAY_CASES"].map { URL(fileURLWithPath: $0) }
        return (folder ?? packageRoot.appendingPathComponent("../shared/cases").standardizedFileURL)
            .appendingPathComponent("verify_cases.py")
    }()

    private static let python: [String] = {
        if let chosen = ProcessInfo.processInfo.environment["ASSAY_PYTHON"] { return [chosen] }
        let local = packageRoot.appendingPathComponent(".venv/bin/python").path
        return FileManager.default.isExecutableFile(atPath: local) ? [local] : ["python3"]
    }()

    static var isPresent: Bool { FileManager.default.isReadableFile(atPath: script.path) }

    static let absence: Comment =
        "verify_cases.py was not found: set ASSAY_CASES to its folder, and ASSAY_PYTHON to a Python with cbor2 and cryptography"

    /// The verdict on each case, by name: `valid`, `invalid:<check>`, or `error:<exception>` when the script stumbles.
    static func verdicts(on cases: [String: CaseFile]) throws -> [String: String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("simulated-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, file) in cases {
            try JSONEncoder().encode(file).write(to: folder.appendingPathComponent("\(name).json"))
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = python + [script.path, folder.path, "--verdicts"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "the script failed: \(text)")
        var verdicts: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: "\t", maxSplits: 1)
            if fields.count == 2 { verdicts[String(fields[0])] = String(fields[1]) }
        }
        return verdicts
    }
}
