import Storage
import Testing
import TestSupport

@Suite("What an export holds") struct TransferSchemaTests {
    /// What is the store's own business.
    static let left: Set<String> = ["schema_migrations", "store_imports", "write_probes"]

    @Test("is every column of every table that holds data, keys first, by its type") func everything() async throws {
        try await withSQLiteStore { store, path in
            let lines = try await ExportedText(of: store).lines.filter { $0.hasPrefix("\\.table\t") }
            let exported = lines.map { $0.split(separator: "\t").map(String.init) }
            let database = try RawDatabase(path)
            let tables = try database.rows("SELECT name FROM sqlite_schema WHERE type = 'table'").map { $0[0] }
            #expect(Set(exported.map { $0[1] }) == Set(tables).subtracting(Self.left))
            #expect(exported.count == tables.count - Self.left.count)
            for words in exported {
                let columns = words[2].split(separator: ",").map(String.init)
                let rows = try database.rows("SELECT name, pk FROM pragma_table_info('\(words[1])') ORDER BY cid")
                #expect(Set(columns) == Set(rows.map { $0[0] }), "\(words[1])")
                let key = rows.filter { $0[1] != "0" }.sorted { $0[1] < $1[1] }.map { $0[0] }
                #expect(Array(columns.prefix(key.count)) == key, "\(words[1])")
            }
        }
    }

    @Test("comes in an order in which every row finds what it refers to") func order() async throws {
        try await withSQLiteStore { store, path in
            let lines = try await ExportedText(of: store).lines.filter { $0.hasPrefix("\\.table\t") }
            let tables = lines.map { String($0.split(separator: "\t")[1]) }
            let database = try RawDatabase(path)
            for (number, table) in tables.enumerated() {
                let others = try database.rows("SELECT DISTINCT \"table\" FROM pragma_foreign_key_list('\(table)')")
                #expect(Set(others.map { $0[0] }).isSubset(of: tables.prefix(number)), "\(table)")
            }
        }
    }

    @Test("are lines in the form of COPY, each table with its count and the sum of its rows' SHA-256")
    func form() async throws {
        try await withSQLiteStore { store, path in
            try RawDatabase(path).run(
                #"""
                INSERT INTO projects (number, id, display_name) VALUES
                    ('2', 'other', 'Läden'),
                    ('1', 'shop', 'a' || char(9) || '\N' || char(10) || char(1) || '"' || char(13));
                INSERT INTO admin_tokens VALUES ('t', '', 'admin', NULL, x'', -5, 9223372036854775807),
                    ('u', '', 'admin', NULL, x'00ff5c', NULL, 0);
                """#)
            let lines = try await ExportedText(of: store).lines
            #expect(lines[0] == "assay-export\t1\t5\tabababababababababababababababab\t1000")
            #expect(lines[1] == "\\.table\tprojects\tnumber,id,display_name,created_at,updated_at")
            #expect(lines[2] == "1\tshop\ta\\t\\\\N\\n\u{1}\"\\r\t0\t0")
            #expect(lines[3] == "2\tother\tLäden\t0\t0")
            // By Python: sum(int(sha256(line).hexdigest(), 16) for line in lines) % 2**256.
            #expect(
                lines[4] == "\\.end\tprojects\t2\t1b82d2658e47cf0d6819134d67c89cf66a558ca567aec173c174c91cabe00a8c")
            #expect(lines.contains(#"t\#t\#tadmin\#t\N\#t\\x\#t-5\#t9223372036854775807"#))
            #expect(lines.contains(#"u\#t\#tadmin\#t\N\#t\\x00ff5c\#t\N\#t0"#))
            let zero = String(repeating: "0", count: 64)
            #expect(
                lines.suffix(3) == [
                    "\\.table\tserver_keys\tkind,id,state,published_at,activated_at,retired_at,sealed",
                    "\\.end\tserver_keys\t0\t\(zero)", "\\.done\t4",
                ])
        }
    }
}
