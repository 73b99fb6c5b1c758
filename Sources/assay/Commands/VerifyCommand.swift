import AppAttest
import AppCheck
import FoundationEssentials
import StrictJSON

enum VerifyCommand: Command {
    static let name = "verify"
    static let usage = "[--expect] [--json] [--explain] [--kind KIND] [--receipts MODE] CASE..."
    static let summary = "judge case files offline, and say which step fails and why"
    static let details = """
        CASE is a file, or a folder of them: attestations, assertions, receipts, leaf certificates. An attestation is valid
        when the receipt in it is valid too; one with "rootCertificates" and without "receiptRootCertificates" is judged
        without its receipt. Receipts are judged at the file's moment, not for having just come. MODE is for receipts whose
        signature is not over their signed attributes, as one of 2020: standard takes them inside attestations alone, strict
        nowhere, archive everywhere. A case with "exchange" is one that a server refused: all of its steps are judged as the
        server judges them, and the verdict is compared with what the server said. Exit status: 0 all valid, 1 some rejected
        or not as the server said, 2 some unreadable or the command misused. With --expect: 0 all as their "expected" and the
        server say, 1 some not. With --json each line has file, kind, verdict, reason, step, roots ("apple", or "file" for a
        file that brings its own), server (reason, step, agrees; null for an object alone), error and trace.
        """
    static let options = [
        Option("expect", "compare each verdict with the file's \"expected\""),
        Option("json", "print one JSON object a line"),
        Option("explain", "print every step, in words"),
        Option("kind", "KIND", isRepeatable: true, "judge only files of this kind: \(kinds.joined(separator: ", "))"),
        Option("receipts", "MODE", "standard (default), strict or archive"),
    ]
    private static let kinds = ["attestation", "assertion", "receipt", "leafCertificate"]

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        guard !arguments.operands.isEmpty else { throw Failure.usage("CASE is missing") }
        if arguments.isSet("json"), arguments.isSet("explain") {
            throw Failure.usage("--json has every step already: leave --explain out")
        }
        let kinds = Set(arguments.values("kind"))
        guard kinds.isSubset(of: Self.kinds) else {
            throw Failure.usage("--kind: expected \(Self.kinds.joined(separator: ", "))")
        }
        let receipts = try arguments.choice("receipts", CaseReceipts.self) ?? .standard
        let (attestations, assertions) = (AttestationVerifier(), AssertionVerifier())
        let style: VerdictStyle =
            arguments.isSet("json") ? .json : arguments.isSet("explain") ? .explained : .line
        var tally = Tally(expects: arguments.isSet("expect"))
        for path in try files(arguments.operands) {
            let verdict = judge(path, attestations, assertions, receipts)
            if let kind = verdict.kind, !kinds.isEmpty, !kinds.contains(kind) { continue }
            tally.count(verdict)
            terminal.print(verdict.text(style, expects: tally.expects))
        }
        terminal.note(tally.summary)
        if tally.withOwnRoots > 0 {
            terminal.note(
                "assay: warning: \(tally.withOwnRoots) judged by root certificates that the file itself brings: "
                    + "that is no proof of a device of Apple's")
        }
        return tally.status
    }

    private static func judge(
        _ path: String, _ attestations: AttestationVerifier, _ assertions: AssertionVerifier, _ receipts: CaseReceipts
    ) -> FileVerdict {
        guard let data = FileManager.default.contents(atPath: path) else {
            return FileVerdict(file: path, unreadable: "cannot be read")
        }
        guard data.count <= 1 << 20 else { return FileVerdict(file: path, unreadable: "larger than 1 MiB") }
        do {
            if let exchange = try ExchangeCase(json: Array(data)) {
                return FileVerdict(
                    file: path, exchange: exchange, verdict: exchange.judge(with: attestations, assertions))
            }
            let specimen = try AppAttestCase(json: Array(data))
            let verdict = specimen.judge(with: attestations, assertions, receiptsAre: receipts)
            return FileVerdict(file: path, specimen: specimen, verdict: verdict)
        } catch {
            return FileVerdict(file: path, unreadable: error.description, kind: error.kind)
        }
    }

    /// Files as given; of a folder all that end in `.json`, by name.
    private static func files(_ operands: [String]) throws(Failure) -> [String] {
        var files: [String] = []
        for operand in operands {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: operand) else {
                files.append(operand)
                continue
            }
            let cases = names.filter { $0.hasSuffix(".json") }.sorted()
            guard !cases.isEmpty else { throw Failure("\(operand): no case files in this folder", status: 2) }
            files += cases.map { "\(operand)/\($0)" }
        }
        return files
    }
}
