private import Encodings
internal import AppAttest
internal import Cryptography
internal import FoundationEssentials

/// One field of a receipt: SEQUENCE { INTEGER number, INTEGER version, OCTET STRING value }.
struct ReceiptField {
    var number: UInt64
    var version: UInt64 = 1
    var value: [UInt8]

    init(_ number: UInt64, _ value: [UInt8]) { (self.number, self.value) = (number, value) }

    init(_ number: UInt64, _ text: String) { self.init(number, Array(text.utf8)) }

    var encoded: [UInt8] { DER.sequence(DER.integer(number), DER.integer(version), DER.octetString(value)) }

    /// All fields in Apple's order, which differs by type.
    /// - Parameters:
    ///   - app: text of field 2.
    ///   - environment: text of field 7; nil leaves the field out.
    static func all(
        of subject: ReceiptSubject, app: String, environment: String?
    ) throws(CryptographyError) -> [ReceiptField] {
        let day: TimeInterval = 86_400
        let environment = environment.map { ReceiptField(7, $0) }
        let (app, certificate) = (ReceiptField(2, app), ReceiptField(3, subject.leafCertificate))
        let token: ReceiptField
        if let kept = subject.token {
            token = ReceiptField(5, kept)
        } else {
            token = ReceiptField(5, Base64Text.encode(try SecureRandom.bytes(64)))
        }
        let created = ReceiptField(12, time(subject.moment))
        let expires = ReceiptField(21, time(subject.moment + 90 * day))
        switch subject.type {
        case .attest:
            return [
                app, certificate, ReceiptField(4, subject.clientDataHash), token, ReceiptField(6, "ATTEST"),
                environment, created, expires,
            ].compactMap(\.self)
        case .receipt:
            // Apple takes the hash for text on the way, and what is none is replaced.
            let damagedHash = String(decoding: subject.clientDataHash, as: UTF8.self)
            return [
                ReceiptField(17, subject.riskMetric), ReceiptField(6, "RECEIPT"), app, certificate,
                ReceiptField(4, damagedHash), token, environment, created,
                ReceiptField(19, time(subject.moment + day)), expires,
            ].compactMap(\.self)
        }
    }

    /// ISO 8601 in UTC, to the millisecond; Apple leaves out zeros at the end of the fraction.
    static func time(_ date: Date) -> String {
        var text = Substring(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)).dropLast())
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return "\(text)Z"
    }
}
