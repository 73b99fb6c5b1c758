/// A receipt that is unusual and valid.
///
/// The raw value is the name for command lines and reports.
public enum ReceiptVariant: String, CaseIterable, Sendable {
    /// DER throughout, as two real receipts of 2020.
    case der = "der"
    /// A signature over signed attributes (RFC 5652 section 5.4).
    case signedAttributes = "signed-attributes"
    /// Without the root's certificate.
    case rootLeftOut = "root-left-out"
    /// The root first, the signer last.
    case certificatesReversed = "certificates-reversed"
    /// The pieces of the content in pieces themselves.
    case piecesNested = "pieces-nested"
    /// A length in more bytes than it needs.
    case longLength = "long-length"
    case fieldsReversed = "fields-reversed"
    /// A field that nobody knows yet, of a version of its own.
    case unknownField = "unknown-field"
    /// Without field 7, which is not documented.
    case environmentLeftOut = "environment-left-out"
    /// A creation time of whole seconds.
    case wholeSeconds = "whole-seconds"
    /// A creation time to the nanosecond.
    case nanoseconds = "nanoseconds"

    func apply(to draft: inout ReceiptDraft) {
        switch self {
        case .der: draft.layout = { $0.der }
        case .signedAttributes: draft.attributes = .signed
        case .rootLeftOut: draft.certificates = { signer, issuer, _ in [signer, issuer] }
        case .certificatesReversed: draft.certificates = { [$2, $1, $0] }
        case .piecesNested:
            draft.layout = { parts in
                parts.chunked(
                    octets: BER.indefinite(
                        0x24, BER.pieces(Array(parts.content.prefix(1))), BER.pieces(Array(parts.content.dropFirst()))))
            }
        case .longLength:
            draft.layout = { parts in
                let digits = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: parts.content.count >> $0) }
                return parts.chunked(octets: [0x04, 0x84] + digits + parts.content)
            }
        case .fieldsReversed: draft.fields.reverse()
        case .unknownField:
            var field = ReceiptField(99, "unknown")
            field.version = 7
            draft.fields.append(field)
        case .environmentLeftOut: draft.fields.removeAll { $0.number == 7 }
        case .wholeSeconds: draft.setField(12, ReceiptField.time(draft.subject.moment.wholeSecond))
        case .nanoseconds:
            let seconds = ReceiptField.time(draft.subject.moment.wholeSecond).dropLast()
            draft.setField(12, "\(seconds).123456789Z")
        }
    }
}

extension ReceiptDraft {
    mutating func setField(_ number: UInt64, _ text: String) { setField(number, Array(text.utf8)) }

    mutating func setField(_ number: UInt64, _ value: [UInt8]) {
        for index in fields.indices where fields[index].number == number { fields[index].value = value }
    }
}
