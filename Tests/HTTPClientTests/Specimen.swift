import HTTPClient
import TestSupport

/// A request that a server may answer, and the limits that it is sent under.
struct Specimen: Sendable {
    var headers = ["Authorization: a.b.c", "User-Agent: assay"]
    var body: [UInt8]? = Array("QUJD".utf8)
    /// Nothing here takes this long unless something is broken.
    var deadline: Duration = .seconds(20)
    var maximumBodyBytes = 1_000

    func send(to url: String, by client: HTTPClient) async throws(HTTPClientFailure) -> ClientAnswer {
        try await client.send(
            ClientRequest(
                url: url, headers: headers, body: body, deadline: deadline, maximumBodyBytes: maximumBodyBytes))
    }

    /// The same, with what is thrown for a result.
    func result(from url: String, by client: HTTPClient) async -> Result<ClientAnswer, HTTPClientFailure> {
        do { return .success(try await send(to: url, by: client)) } catch { return .failure(error) }
    }

    /// What comes of the request when a server reacts so.
    func result(of reaction: ScriptedServer.Reaction) async throws -> Result<ClientAnswer, HTTPClientFailure> {
        let client = try HTTPClient()
        return try await ScriptedServer.with({ _ in reaction }) { server in
            await result(from: server.url, by: client)
        }
    }
}

/// The words of a failure; nil for an answer, and for failures of other kinds.
func connectionWords(_ result: Result<ClientAnswer, HTTPClientFailure>) -> String? {
    guard case .failure(.connection(let words)) = result else { return nil }
    return words
}
