import AppAttest
import Encodings
import FoundationEssentials
import StrictJSON

enum ReceiptShowCommand: Command {
    static let name = "receipt show"
    static let usage = "[--root PEM] [--archive] [--explain] [--json] FILE"
    static let summary = "show what a receipt says, and whether Apple made it"
    static let details = """
        FILE holds a receipt as bytes or as base64, or it is a case file of a receipt or an attestation. Which app and key the
        receipt is for is shown and compared with nothing: assay verify compares. What cannot be trusted is shown all the
        same, after the word NOT. Exit status: 0 Apple made it, 1 nobody trusted did, 2 it cannot be read.
        """
    static let options = [
        Option("root", "PEM", "file with the root certificate of a simulated authority, in place of Apple's"),
        Option("archive", "accept a signature that is not over the signed attributes, as of 2020"),
        Option("explain", "print every step, in words"),
        Option("json", "print one JSON object"),
    ]

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let path = try arguments.operands("FILE")[0]
        let receipt = try ReceiptFile.receipt(path)
        let anchor = try arguments.value("root").map(anchor) ?? .appleRootCAG3
        let judgement = ReceiptVerifier().judgeOrigin(
            receipt, trustAnchors: [anchor], acceptsUncoveredAttributes: arguments.isSet("archive"))
        // Shown although the signature may not hold: whoever asks wants to see what it is that was refused.
        let contents: ReceiptContents?
        do { contents = try ReceiptContents(ReceiptContainer(receipt).content) } catch { contents = nil }
        let origin = anchor == .appleRootCAG3 ? "Apple" : "an authority under the given root"
        if arguments.isSet("json") {
            let report = ReceiptReport(receipt, contents)
            terminal.print(report.json(judgement, origin: anchor == .appleRootCAG3 ? "apple" : "file"))
        } else {
            if let rejection = judgement.rejection {
                terminal.print("NOT made by \(origin): \(rejection)")
            } else {
                terminal.print("made by \(origin)")
            }
            for line in ReceiptReport(receipt, contents).lines { terminal.print(line) }
            if arguments.isSet("explain") { terminal.print(String(judgement.trace.explanation.dropFirst())) }
        }
        return judgement.rejection == nil ? 0 : contents == nil ? 2 : 1
    }

    private static func anchor(_ path: String) throws(Failure) -> TrustAnchor {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw Failure("\(path): cannot be read", status: 2)
        }
        do { return try TrustAnchor(pem: text) } catch { throw Failure("\(path): \(error.reason)", status: 2) }
    }
}

/// A file with a receipt in it, in one of the forms that people have them in.
enum ReceiptFile {
    static func receipt(_ path: String) throws(Failure) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure("\(path): cannot be read", status: 2)
        }
        guard data.count <= 1 << 20 else { throw Failure("\(path): larger than 1 MiB", status: 2) }
        let bytes = Array(data)
        // Receipts begin with the tag of a SEQUENCE, and its length is no digit of base64.
        guard let text = String(validating: bytes, as: UTF8.self), text.utf8.allSatisfy({ 0x09...0x7E ~= $0 }) else {
            return bytes
        }
        if text.first(where: { !$0.isWhitespace }) == "{" { return try receipt(inCase: bytes, path) }
        guard let receipt = Base64Text.decode(String(text.filter { !$0.isWhitespace })), !receipt.isEmpty else {
            throw Failure("\(path): neither a receipt, nor base64 of one, nor a case file", status: 2)
        }
        return receipt
    }

    private static func receipt(inCase json: [UInt8], _ path: String) throws(Failure) -> [UInt8] {
        let specimen: AppAttestCase
        do { specimen = try AppAttestCase(json: json) } catch { throw Failure("\(path): \(error)", status: 2) }
        switch specimen.subject {
        case .receipt(let object, _, _, _): return object
        case .attestation(let object, _, _, _):
            do { return try AttestationObject(object).receipt } catch {
                throw Failure("\(path): no attestation object: found \(error.found)", status: 2)
            }
        case .assertion, .leafCertificate:
            throw Failure("\(path): a case of kind \(specimen.kind) has no receipt", status: 2)
        }
    }
}
