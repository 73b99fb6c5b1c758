import Testing
import TestSupport

@Suite("Commands that run at once on one database") struct ConcurrencyTests {
    @Test("all do their work") func apart() async throws {
        try await Bench.with { bench in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        try bench.succeed(
                            "app", "add", "shop", "app\(number)", "--team-id", "ABCDE12345", "--bundle-id", "b")
                    }
                    group.addTask { try bench.succeed("token", "create", "--role", "viewer", "--name", "\(number)") }
                }
                try await group.waitForAll()
            }
            #expect(try bench.fields("app", "list", "shop").map(\.[0]) == [Bench.app, "app0", "app1", "app2", "app3"])
            #expect(try bench.fields("token", "list").count == 5)
            #expect(try bench.fields("audit", "list").count == 11)
        }
    }

    @Test("leave one winner where they want the same name") func same() async throws {
        try await Bench.with { bench in
            let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
                for _ in 0..<3 { group.addTask { try bench.run(["project", "add", "other"]).status } }
                return try await group.reduce(into: []) { $0.append($1) }.sorted()
            }
            #expect(statuses == [0, 1, 1])
            #expect(try bench.fields("project", "list").map(\.[0]).sorted() == ["other", "shop"])
        }
    }

    @Test("make one database and one first token between them") func firstStart() async throws {
        try await TemporaryFolder.with { folder in
            let outcomes = try await withThrowingTaskGroup(of: BuiltTool.Outcome.self) { group in
                for number in 0..<3 {
                    group.addTask { try BuiltTool.run(["project", "add", "project\(number)"], in: folder.path) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.allSatisfy { $0.status == 0 })
            #expect(outcomes.filter { $0.errors.contains("made the first admin token") }.count == 1)
            let bench = Bench(folder: folder)
            #expect(try bench.fields("project", "list").count == 3)
            #expect(try bench.fields("token", "list").count == 1)
        }
    }
}
