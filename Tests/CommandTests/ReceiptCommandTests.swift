import AppAttest
import AppAttestSimulator
import Foundation
import Testing
import TestSupport

@Suite("assay receipt show") struct ReceiptCommandTests {
    private let moment = Date(timeIntervalSince1970: 1_790_000_000)

    /// Writes a receipt of a simulated device, and the root that it leads to.
    private func receipt(
        in folder: TemporaryFolder, _ type: ReceiptType = .receipt, riskMetric: String = "3",
        damage: ReceiptDamage? = nil
    ) throws -> [UInt8] {
        let authority = try SimulatedAuthority(notBefore: moment - 86_400 * 5, notAfter: moment + 86_400 * 5)
        let device = try authority.makeDevice(
            appID: AppID(teamID: "SIMULATED0", bundleID: "com.example.app"), environment: .development,
            generation: .iOS26)
        let object = try device.attest(clientDataHash: [1, 2], at: moment)
        let verified = try AttestationVerifier().verify(
            object, keyID: device.keyID, clientDataHash: [1, 2],
            expecting: AttestationExpectation(
                appIDs: [device.appID], environments: [.development], trustAnchors: [authority.trustAnchor]),
            at: moment)
        let subject = ReceiptSubject(
            type: type, leafCertificate: verified.leafCertificate, clientDataHash: [1, 2], riskMetric: riskMetric,
            at: moment)
        let receipt = try damage.map { try device.receipt(subject, damage: $0) } ?? device.receipt(subject)
        try write(Array(authority.rootCertificatePEM.utf8), "root.pem", folder)
        try write(receipt, "receipt", folder)
        return receipt
    }

    private func write(_ bytes: [UInt8], _ name: String, _ folder: TemporaryFolder) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
    }

    @Test("shows the fields of a receipt in bytes and in base64, and who made it") func forms() async throws {
        try await TemporaryFolder.with { folder in
            let receipt = try receipt(in: folder)
            try write(Array("\(base64(receipt))\n".utf8), "text", folder)
            for file in ["receipt", "text"] {
                let outcome = try BuiltTool.run(["receipt", "show", "--root", "root.pem", file], in: folder.path)
                #expect(outcome.status == 0)
                let lines = outcome.output.split(separator: "\n").map(String.init)
                #expect(lines.first == "made by an authority under the given root")
                for line in [
                    "type          RECEIPT: from Apple, for an earlier receipt",
                    "app           SIMULATED0.com.example.app", "environment   sandbox",
                    "created       2026-09-21T14:13:20.000Z", "refresh from  2026-09-22T14:13:20.000Z",
                    "expires       2026-12-20T14:13:20.000Z", "risk metric   3", "client hash   0102",
                    "token         88 bytes",
                ] { #expect(lines.contains(line), "\(line)") }
            }
        }
    }

    @Test("says NOT where nobody trusted made it, shows it all the same, and ends with 1") func untrusted() async throws
    {
        try await TemporaryFolder.with { folder in
            _ = try receipt(in: folder, riskMetric: "\u{1B}[2J")
            let outcome = try BuiltTool.run(["receipt", "show", "--explain", "receipt"], in: folder.path)
            #expect(outcome.status == 1)
            #expect(outcome.output.hasPrefix("NOT made by Apple: R2 RECEIPT_CHAIN_UNTRUSTED: "))
            #expect(outcome.output.contains("\nrisk metric   no number: \"?[2J\"\n"))
            #expect(outcome.output.contains("\n  passed  The receipt was signed with the key that it names [R1]\n"))
            #expect(outcome.output.contains("\n  -       Everything that a receipt must say is there"))
            #expect(!outcome.output.contains("\u{1B}"))
        }
    }

    @Test("accepts uncovered attributes only when told that the receipt is from an archive") func archive() async throws
    {
        try await TemporaryFolder.with { folder in
            _ = try receipt(in: folder, .attest, damage: .attributesNotCovered)
            let words = ["receipt", "show", "--root", "root.pem", "receipt"]
            let strict = try BuiltTool.run(words, in: folder.path)
            #expect(strict.status == 1)
            #expect(strict.output.contains("R1 RECEIPT_ATTRIBUTES_NOT_COVERED"))
            #expect(try BuiltTool.run(words + ["--archive"], in: folder.path).status == 0)
        }
    }

    @Test("prints one JSON object with the same members for every receipt") func json() async throws {
        struct Shown: Decodable {
            let verdict, root: String
            let reason, type, appId, riskMetric, notBefore, keyId: String?
            let bytes: Int
        }
        try await TemporaryFolder.with { folder in
            let receipt = try receipt(in: folder, .attest)
            try write([0x30, 0x80], "broken", folder)
            func show(_ words: [String]) throws -> (Int32, Shown) {
                let outcome = try BuiltTool.run(["receipt", "show", "--json"] + words, in: folder.path)
                return (outcome.status, try JSONDecoder().decode(Shown.self, from: Data(outcome.output.utf8)))
            }
            let (status, shown) = try show(["--root", "root.pem", "receipt"])
            #expect(status == 0)
            #expect((shown.verdict, shown.root, shown.type) == ("valid", "file", "ATTEST"))
            #expect((shown.riskMetric, shown.notBefore, shown.reason) == (nil, nil, nil))
            #expect(shown.bytes == receipt.count)
            let (brokenStatus, broken) = try show(["broken"])
            #expect(brokenStatus == 2)
            #expect((broken.verdict, broken.root, broken.reason) == ("invalid:receipt", "apple", "MALFORMED_RECEIPT"))
            #expect((broken.type, broken.keyId) == (nil, nil))
        }
    }

    @Test(
        "names what it cannot read, and ends with 2",
        arguments: [
            ("", "neither a receipt, nor base64 of one, nor a case file"),
            ("not base64!", "neither a receipt, nor base64 of one, nor a case file"),
            ("{}", "kind: missing"),
            (#"{"kind":"receipt"}"#, "receipt: missing"),
        ]) func unreadable(_ text: String, _ message: String) async throws
    {
        try await TemporaryFolder.with { folder in
            try write(Array(text.utf8), "file", folder)
            let outcome = try BuiltTool.run(["receipt", "show", "file"], in: folder.path)
            #expect(outcome.status == 2)
            #expect(outcome.errors == "assay: error: file: \(message)\n")
            #expect(try BuiltTool.run(["receipt", "show", "missing"], in: folder.path).status == 2)
        }
    }

    @Test(
        "finds the receipts of real cases, alone and in attestations, to be Apple's",
        .enabled(if: CaseFolder.isPresent, "no case folder: set ASSAY_CASES"))
    func realCases() async throws {
        try await TemporaryFolder.with { folder in
            for (name, status) in [
                ("veehaitch-ios14.2-dev-receipt2-receipt", 0), ("worldcoin-ios26.3-dev-attestation1", 0),
                ("neg-receipt-risk-metric-edited", 1), ("neg-receipt-other-key", 0), ("uebelack-dev-assertion", 2),
            ] as [(String, Int32)] {
                let outcome = try BuiltTool.run(
                    ["receipt", "show", "\(CaseFolder.path)/\(name).json"], in: folder.path)
                #expect(outcome.status == status, "\(name)")
            }
        }
    }
}
