import Foundation
import Testing
import TestSupport

@Suite(
    "The process of the server whose log",
    .onSQLite("is about processes over SQLite; those over PostgreSQL are under Cluster"))
struct LogReaderTests {
    @Test("has no reader any more goes on, and stops when it is asked to", .timeLimit(.minutes(1)))
    func goneReader() async throws {
        try await Workshop.with { workshop async throws in
            let log = Pipe()
            let server = try await ServeProcess.start(dataDirectory: workshop.dataDirectory, log: log)
            try log.fileHandleForReading.close()
            for _ in 1...20 { #expect(try await server.http.get("/healthz").status == 200) }
            #expect(try await server.terminate() == 0)
        }
    }

    @Test("has a reader that does not read goes on, and stops when it is asked to", .timeLimit(.minutes(1)))
    func stuckReader() async throws {
        try await Workshop.with { workshop async throws in
            let log = Pipe()
            let server = try await ServeProcess.start(dataDirectory: workshop.dataDirectory, log: log)
            // A pipe holds 65,536 bytes, and each line of the log has more than 100.
            for _ in 1...700 { #expect(try await server.http.get("/healthz").status == 200) }
            #expect(try await server.terminate() == 0)
            #expect(try log.fileHandleForReading.read(upToCount: 1) == Data("{".utf8))
        }
    }
}
