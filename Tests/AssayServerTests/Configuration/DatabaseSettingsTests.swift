import AssayServer
import Testing

@Suite("The database of a configuration", .onSQLite("asks no store for anything")) struct DatabaseSettingsTests {
    @Test(
        "is a file unless it is said how PostgreSQL is reached",
        arguments: [
            ("", false), ("postgresql://assay@db.example.com/assay", true),
            ("postgres:///assay?host=/run/postgresql", true),
            ("postgresql://a.example.com,b.example.com/assay?target_session_attrs=read-write", true),
            ("host=db.example.com dbname=assay", true), ("service=assay", true),
        ]) func kinds(_ text: String, _ isPostgres: Bool) throws
    {
        let configuration = try ServerConfiguration(environment: ["ASSAY_DATABASE": text])
        #expect(configuration.database.isPostgres == isPostgres)
        #expect(configuration.database.connections == 6)
        #expect(configuration.database.deadline == 5)
        #expect(StoreLocation(configuration).isRemote == isPostgres)
    }

    @Test(
        "is not guessed from anything else, which is not repeated: it may hold a password",
        arguments: [
            "assay", "mysql://assay:hunter2@db/assay", "https://hunter2", "hunter2", "=hunter2",
            "host=a\npassword=hunter2", "postgresql://\u{0}hunter2",
            "postgresql://hunter2" + String(repeating: "x", count: 4_096),
        ]) func faults(_ text: String)
    {
        let error = #expect(throws: ConfigurationFaults.self) {
            try ServerConfiguration(environment: ["ASSAY_DATABASE": text])
        }
        #expect(
            error?.faults == [
                "ASSAY_DATABASE: expected nothing, or how libpq reaches PostgreSQL: postgresql://HOST/DATABASE or "
                    + "host=HOST dbname=DATABASE (not shown here)"
            ])
    }

    @Test("is bounded in its connections and its patience") func bounds() throws {
        let widest = try ServerConfiguration(file: ["databaseConnections": "200", "databaseDeadline": "1m"])
        #expect((widest.database.connections, widest.database.deadline) == (200, 60))
        let error = #expect(throws: ConfigurationFaults.self) {
            try ServerConfiguration(file: ["databaseConnections": "1", "databaseDeadline": "61s"])
        }
        #expect(
            error?.faults == [
                "databaseConnections: expected 2 to 200, found \"1\"",
                "databaseDeadline: expected a duration from 1s to 60s, such as 300s or 15m, found \"61s\"",
            ])
    }

    @Test("is never told by a description") func secrecy() throws {
        let configuration = try ServerConfiguration(
            environment: ["ASSAY_DATABASE": "postgresql://assay:hunter2@db.example.com/assay"])
        var dumped = ""
        dump(configuration, to: &dumped)
        dump(StoreLocation(configuration), to: &dumped)
        let texts = ["\(configuration)", "\(configuration.database)", "\(StoreLocation(configuration))", dumped]
        for text in texts + [String(reflecting: configuration)] { #expect(!text.contains("hunter2")) }
    }
}
