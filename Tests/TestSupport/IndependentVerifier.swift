import Foundation

/// `verify_cases.py` of the case folder, a verifier that shares no code with this package.
package enum IndependentVerifier {
    private static let script = "\(CaseFolder.path)/verify_cases.py"

    /// `ASSAY_PYTHON`, or the project's own environment, or the system's.
    private static let python: String = {
        if let chosen = ProcessInfo.processInfo.environment["ASSAY_PYTHON"] { return chosen }
        let local = "\(CaseFolder.packageRoot)/.venv/bin/python"
        return FileManager.default.isExecutableFile(atPath: local) ? local : "python3"
    }()

    package static let isPresent = FileManager.default.isReadableFile(atPath: script)

    package static let absence =
        "no verify_cases.py: set ASSAY_CASES to its folder, and ASSAY_PYTHON to a Python with cbor2 and cryptography"

    /// The verdict on each case, by name: `valid`, `invalid:<check>`, or `error:<exception>` when the script stumbles.
    /// The script runs once, over a temporary folder.
    package static func verdicts<Case: Encodable>(on cases: [String: Case]) throws -> [String: String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cases-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let encoder = JSONEncoder()
        for (name, file) in cases {
            try encoder.encode(file).write(to: folder.appendingPathComponent("\(name).json"))
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [python, script, folder.path, "--verdicts"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(output: text) }
        var verdicts: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: "\t", maxSplits: 1)
            if fields.count == 2 { verdicts[String(fields[0])] = String(fields[1]) }
        }
        return verdicts
    }

    /// The script ended with an error of its own.
    package struct Failure: Error {
        package let output: String
    }
}
