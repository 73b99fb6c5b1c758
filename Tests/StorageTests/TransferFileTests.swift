import AppCheck
import Storage
import Testing
import TestSupport

@Suite("The file of an export") struct TransferFileTests {
    @Test(
        "is refused before anything is touched when it is damaged",
        arguments: [
            // One digit of a count, a bit of a text, a row less, a row twice.
            ("\t4294967295\t", "\t4294967294\t", "table attested_keys does not have the rows that it should have"),
            ("The shop", "The shot", "table projects does not have the rows that it should have"),
            ("1234567890\tshop\tThe shop\t100\t200\n", "", "table projects does not have the rows that it should have"),
            (
                "GRANTED\t\t3\n", "GRANTED\t\t3\n1\ta\t1\tGRANTED\t\t3\n",
                "table exchange_counts does not have the rows that it should have"
            ),
            ("\tThe shop\t", "\tThe shop\t\t", "it is damaged"),
            ("\t4294967295\t", "\t+4294967295\t", "it is damaged"),
            ("\t4294967295\t", "\t04294967295\t", "it is damaged"),
            ("\\\\x5a5a", "\\\\x5A5a", "it is damaged"),
            ("\\\\x5a5a", "\\x5a5a", "it is damaged"),
            ("\\\\x5a5a", "\\\\x5a5", "it is damaged"),
            ("The shop", "The \\qhop", "it is damaged"),
            ("\\.table\tapps\t", "\\.table\tappz\t", "it is damaged"),
            ("\\.done\t", "\\.done\t1", "it is damaged"),
        ])
    func damage(_ old: String, _ new: String, _ reason: String) async throws {
        var text = try await Filled.text()
        try text.replace(old, by: new)
        await expectFault(of: text) { $0.hasPrefix("line ") && $0.hasSuffix(": \(reason)") }
    }

    @Test("is known to be cut off, wherever that is") func cutOff() async throws {
        let text = try await Filled.text()
        for count in [1, text.bytes.count / 3, text.bytes.count / 2, text.bytes.count - 9, text.bytes.count - 1] {
            var part = text
            part.bytes = Array(text.bytes.prefix(count))
            await expectFault(of: part) { $0.hasPrefix("it is cut off ") }
        }
        // Between two lines too.
        var part = text
        part.bytes = Array(text.lines.dropLast().joined(separator: "\n").utf8) + [0x0A]
        await expectFault(of: part) { $0.hasPrefix("it is cut off after line ") }
        part.bytes = []
        await expectFault(of: part) { $0 == "it is empty" }
        part.bytes = text.bytes + Array("more\n".utf8)
        await expectFault(of: part) { $0.hasSuffix(": more follows after its end") }
    }

    @Test(
        "is refused when another program or another version wrote it",
        arguments: [
            ("assay-export\t1\t5\t", "number\tid\t5\t", "it is no export of Assay"),
            ("assay-export\t1\t5\t", "assay-export\t2\t5\t", "its form is of a newer version of Assay"),
            (
                "assay-export\t1\t5\t", "assay-export\t1\t4\t",
                """
                it has the tables of schema 4, and this version of Assay those of schema 5: export and import with the \
                same version
                """
            ),
            ("\tabababab", "\tabababa", "line 1: it is damaged"),
        ])
    func others(_ old: String, _ new: String, _ reason: String) async throws {
        var text = try await Filled.text()
        try text.replace(old, by: new)
        await expectFault(of: text) { $0 == reason }
    }

    private func expectFault(
        of text: ExportedText, _ location: SourceLocation = #_sourceLocation, _ isExpected: (String) -> Bool
    ) async {
        do throws(TransferFault) {
            _ = try await text.manifest()
            Issue.record("it was taken", sourceLocation: location)
        } catch {
            guard case .file(let detail) = error, isExpected(detail) else {
                Issue.record("\(error)", sourceLocation: location)
                return
            }
        }
    }
}

/// What a store with something in every table writes.
enum Filled {
    static func text() async throws -> ExportedText {
        try await TemporaryFolder.with { folder in
            let store = try await SQLiteStore.open(path: folder.file("assay.db"))
            try await store.fill()
            let text = try await ExportedText(of: store)
            await store.close()
            return text
        }
    }
}
