import Testing
import TestSupport

@Suite("The readers of the server's output") struct LostReaderTests {
    @Test("may go away without ending it", .timeLimit(.minutes(1))) func lost() async throws {
        try await TemporaryFolder.with { folder async throws in
            let server = try await ServeProcess.start(dataDirectory: folder.file("data"), losesLog: true)
            for _ in 1...5 { #expect(try await server.http.get("/healthz").status == 200) }
            #expect(try await server.terminate() == 0)
        }
    }
}
