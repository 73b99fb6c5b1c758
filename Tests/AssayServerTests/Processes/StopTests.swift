import Testing
import TestSupport

@Suite(
    "The signal to stop", .serialized,
    .onSQLite("is about processes over SQLite; those over PostgreSQL are under Cluster"))
struct StopTests {
    @Test("ends the server in order, also when it comes with the greeting", .timeLimit(.minutes(1)))
    func early() async throws {
        try await TemporaryFolder.with { folder in
            for _ in 0..<8 {
                let process = try await ServeProcess.start(dataDirectory: folder.file("data"))
                #expect(try await process.terminate() == 0)
            }
        }
    }
}
