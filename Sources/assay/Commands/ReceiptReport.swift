import AppAttest
import Cryptography
import Encodings
import FoundationEssentials
import StrictJSON

/// What a receipt says, for people and for programs. The token is a word between the device and Apple: its length is shown
/// and no more.
struct ReceiptReport {
    private let byteCount: Int
    private let contents: ReceiptContents?

    /// - Parameter contents: nil when they cannot be read.
    init(_ receipt: [UInt8], _ contents: ReceiptContents?) { (byteCount, self.contents) = (receipt.count, contents) }

    var lines: [String] {
        guard let contents else { return ["\(byteCount) bytes, contents cannot be read"] }
        let origin =
            switch contents.type {
            case .attest: "with an attestation, from the device"
            case .receipt: "from Apple, for an earlier receipt"
            }
        let lines: KeyValuePairs = [
            "type": "\(contents.type.rawValue): \(origin)",
            "app": printable(contents.appID),
            "environment": contents.environment.map(printable) ?? "not named",
            "created": moment(contents.createdAt),
            "refresh from": contents.refreshNotBefore.map(moment) ?? "at once",
            "expires": moment(contents.expiresAt),
            "risk metric": riskMetric(contents),
            "key id": Base64Text.encode(keyID(contents)),
            "client hash": contents.clientHash.map(Hexadecimal.encode) ?? "none",
            "token": contents.token.map { "\($0.count) bytes" } ?? "none",
            "certificate": "\(contents.attestedCertificate.count) bytes",
        ]
        return lines.map { word, meaning in word + String(repeating: " ", count: 14 - word.count) + meaning }
    }

    /// The same members for every receipt; those that do not apply are null.
    func json(_ judgement: Judgement<AuthenticReceipt>, origin: String) -> JSONText {
        let rejection = judgement.rejection
        return .object([
            ("verdict", .string(rejection.map { "invalid:\($0.reason.check)" } ?? "valid")),
            ("reason", text(rejection?.reason.rawValue)), ("step", text(rejection?.step.code)),
            ("root", .string(origin)), ("bytes", .number(byteCount)), ("type", text(contents?.type.rawValue)),
            ("appId", text(contents?.appID)), ("environment", text(contents?.environment)),
            ("creationTime", text(contents.map { moment($0.createdAt) })),
            ("notBefore", text(contents?.refreshNotBefore.map(moment))),
            ("expirationTime", text(contents.map { moment($0.expiresAt) })),
            ("riskMetric", text(contents?.riskMetric?.text)),
            ("keyId", text(contents.map { Base64Text.encode(keyID($0)) })),
            ("clientHash", text(contents?.clientHash.map(Base64Text.encode))),
            ("trace", judgement.trace.json),
        ])
    }

    private func text(_ value: String?) -> JSONText { value.map(JSONText.string) ?? .null }

    private func keyID(_ contents: ReceiptContents) -> [UInt8] { SHA256.hash(contents.publicKey) }

    private func riskMetric(_ contents: ReceiptContents) -> String {
        guard let metric = contents.riskMetric else { return "none" }
        return metric.count.map(String.init) ?? "no number: \"\(printable(metric.text))\""
    }

    private func moment(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// Text that strangers had a hand in: without what controls terminals, and cut.
    private func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(200).map { 0x20...0x7E ~= $0.value ? $0 : "?" }))
    }
}
