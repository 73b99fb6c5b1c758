import Foundation
import Testing
import TestSupport

/// A suite of the folder Clients, whose tests see the server as others' clients do, over HTTP alone.
enum ClientSuite {
    private struct Place: Encodable {
        let url: String
        let admin_token: String
    }

    private struct Report: Decodable {
        let passed: [String]
        /// What went wrong, by the sentence of the test.
        let failed: [String: String]
    }

    /// Runs a suite against a process of the server with a data directory of its own.
    /// - Parameter count: how many tests the suite has, so that none is lost.
    static func run(
        _ script: String, count: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await Workshop.with { workshop async throws in
            let server = try await ServeProcess.start(dataDirectory: workshop.dataDirectory)
            let token = try String(contentsOfFile: "\(workshop.dataDirectory)/admin.token", encoding: .utf8)
            let place = Place(
                url: "http://127.0.0.1:\(server.port)", admin_token: token.trimmingCharacters(in: .newlines))
            let output = try await PythonClient.run(script, input: try JSONEncoder().encode(place))
            let report = try JSONDecoder().decode(Report.self, from: output)
            for (sentence, words) in report.failed.sorted(by: { $0.key < $1.key }) {
                Issue.record("\(script), \(sentence)\n\(words)", sourceLocation: sourceLocation)
            }
            #expect(report.passed.count + report.failed.count == count, sourceLocation: sourceLocation)
            #expect(try await server.terminate() == 0, sourceLocation: sourceLocation)
        }
    }
}
