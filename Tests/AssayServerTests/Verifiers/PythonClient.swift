import Foundation
import TestSupport

/// What Python's verifiers think of tokens.
struct TokenVerdict: Decodable, Equatable {
    /// The app id of an accepted token, or `refused: ` and why.
    let pyjwt: String
    let firebase_admin: String
}

/// A question to the script `token_verdicts.py`.
struct TokenTask: Encodable {
    let jwks_url: String
    let moment: String
    let audience: String
    let issuer: String
    let project_id: String
    let tokens: [String: String]

    func verdicts() async throws -> [String: TokenVerdict] {
        let output = try await PythonClient.run("token_verdicts.py", input: try JSONEncoder().encode(self))
        return try JSONDecoder().decode([String: TokenVerdict].self, from: output)
    }
}

/// Runs a script of the folder Clients.
enum PythonClient {
    static let interpreter = TestPython.interpreter
    /// A script that takes longer is ended.
    private static let seconds = 120

    struct Failure: Error, CustomStringConvertible { let description: String }

    static func run(_ script: String, input: Data) async throws -> Data {
        guard FileManager.default.isExecutableFile(atPath: interpreter) else {
            throw Failure(
                description: "there is no Python at \(interpreter): run scripts/install-test-tools, or set ASSAY_PYTHON"
            )
        }
        let path = "\(CaseFolder.packageRoot)/Tests/AssayServerTests/Clients/\(script)"
        return try await offPool {
            let process = Process()
            let (input_, output, errors) = (Pipe(), Pipe(), Pipe())
            process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
            process.arguments = ["--kill-after=5", "\(seconds)", interpreter, path]
            // A proxy of the environment must not come between the verifier and the server.
            process.environment = ProcessInfo.processInfo.environment.merging([
                "NO_PROXY": "*", "PYTHONDONTWRITEBYTECODE": "1",
            ]) { $1 }
            (process.standardInput, process.standardOutput, process.standardError) = (input_, output, errors)
            try process.run()
            try input_.fileHandleForWriting.write(contentsOf: input)
            try input_.fileHandleForWriting.close()
            let result = try output.fileHandleForReading.readToEnd() ?? Data()
            let complaint = try errors.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            switch process.terminationStatus {
            case 0: return result
            case 124, 137: throw Failure(description: "\(script) took longer than \(seconds) s")
            default:
                throw Failure(
                    description: "\(script) failed: \(String(decoding: complaint.suffix(2_000), as: UTF8.self))")
            }
        }
    }
}
