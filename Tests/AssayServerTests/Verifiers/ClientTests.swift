import Testing

@Suite(
    "Clients that others wrote, against a process of the server", .serialized,
    .onSQLite("is about a process over SQLite, whose answers no store changes"))
struct ClientTests {
    @Test(
        "Google's API client gets right answers from every method, by Google's documents and by ours",
        .timeLimit(.minutes(3)))
    func apiClient() async throws { try await ClientSuite.run("google_client.py", count: 34) }

    @Test("our discovery documents say what Google's say of every method that both have", .timeLimit(.minutes(3)))
    func documents() async throws { try await ClientSuite.run("discovery_comparison.py", count: 10) }

    @Test("Google's API client administers the server by our document", .timeLimit(.minutes(3)))
    func administration() async throws { try await ClientSuite.run("administration_client.py", count: 9) }

    @Test("the Admin SDK for Python accepts every kind of token and protects from replay", .timeLimit(.minutes(3)))
    func adminSDK() async throws { try await ClientSuite.run("admin_sdk.py", count: 6) }

    @Test("the Admin SDK for Node, spoken request by request, protects from replay", .timeLimit(.minutes(3)))
    func nodeSDK() async throws { try await ClientSuite.run("node_replay.py", count: 4) }

    @Test("a CI runner is served while its debug token is there, and no longer", .timeLimit(.minutes(3)))
    func runner() async throws { try await ClientSuite.run("debug_token_in_ci.py", count: 2) }
}
