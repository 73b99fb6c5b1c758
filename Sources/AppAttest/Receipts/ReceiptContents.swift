public import FoundationEssentials

/// Who made a receipt, field 6.
public enum ReceiptType: String, Sendable, Hashable, CaseIterable {
    /// Comes with an attestation from the device.
    case attest = "ATTEST"
    /// Apple's answer to an earlier receipt, with a risk metric.
    case receipt = "RECEIPT"
}

/// About how many distinct keys were attested on the device for the app within 30 days, field 17, in Apple's words.
///
/// One signal among several: reinstallations and testers raise it. Absent is not 0.
public struct RiskMetric: Sendable, Hashable {
    /// As Apple wrote it.
    public let text: String
    /// The number, where the text is one of at most 9 decimal digits and nothing else.
    public let count: UInt32?

    /// - Parameter text: as Apple wrote it, whatever it says.
    public init(_ text: String) {
        self.text = text
        count =
            (1...9).contains(text.utf8.count) && text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? UInt32(text) : nil
    }
}

/// The leaf of an attestation that was verified: a certificate as field 3 demands it, and the key in it.
package struct ReadLeaf: Sendable, Hashable {
    /// DER.
    let certificate: [UInt8]
    /// 65 bytes, uncompressed X9.63 on P-256.
    let publicKey: [UInt8]

    init(of attestation: VerifiedAttestation) {
        (certificate, publicKey) = (attestation.leafCertificate, attestation.publicKey)
    }
}

/// What a receipt says: the fields that are known, by the numbers of Apple's documentation. Says nothing of its truth.
public struct ReceiptContents: Sendable, Hashable {
    /// Field 2: the App ID, `<team id>.<bundle id>`.
    public let appID: String
    /// Field 3: the whole leaf certificate of the attestation, DER.
    public let attestedCertificate: [UInt8]
    /// The key in ``attestedCertificate``: 65 bytes, uncompressed X9.63 on P-256.
    public let publicKey: [UInt8]
    /// Field 4: the client data hash as the app gave it. Apple's own receipts have it damaged.
    public let clientHash: [UInt8]?
    /// Field 5: text that means something to Apple alone.
    public let token: [UInt8]?
    /// Field 6.
    public let type: ReceiptType
    /// Field 7, which Apple does not document: `sandbox` or `production`.
    public let environment: String?
    /// Field 12.
    public let createdAt: Date
    /// Field 17: in receipts from Apple alone.
    public let riskMetric: RiskMetric?
    /// Field 19: when a newer receipt may be asked for, a day after creation; in receipts from Apple alone.
    public let refreshNotBefore: Date?
    /// Field 21: when this receipt can no longer be exchanged for a newer one, 90 days after creation.
    public let expiresAt: Date

    private enum Field: UInt64 {
        case appID = 2
        case attestedCertificate = 3
        case clientHash = 4
        case token = 5
        case type = 6
        case environment = 7
        case createdAt = 12
        case riskMetric = 17
        case refreshNotBefore = 19
        case expiresAt = 21
    }

    /// Values by field, where they are; looking among ten is quicker than hashing.
    private struct Fields {
        private var list: [(field: Field, value: ArraySlice<UInt8>)] = []

        init() { list.reserveCapacity(12) }

        subscript(_ field: Field) -> ArraySlice<UInt8>? {
            for entry in list where entry.field == field { return entry.value }
            return nil
        }

        /// - Returns: false where there is such a field already.
        mutating func add(_ value: ArraySlice<UInt8>, as field: Field) -> Bool {
            guard self[field] == nil else { return false }
            list.append((field, value))
            return true
        }
    }

    /// - Parameter content: SET of SEQUENCE { INTEGER field, INTEGER version, OCTET STRING value }, in any order: Apple's
    ///   differs by type. Fields that are not known are passed over.
    /// - Parameter known: a leaf whose key need not be read again.
    package init(_ content: [UInt8], known: ReadLeaf? = nil) throws(Finding) {
        let fields = try Self.fields(content)
        func value(_ field: Field) throws(Finding) -> ArraySlice<UInt8> {
            guard let value = fields[field] else {
                throw Finding(
                    .malformedReceiptPayload, expected: "field \(field.rawValue)", found: "no such field")
            }
            return value
        }
        func text(_ field: Field, _ value: ArraySlice<UInt8>) throws(Finding) -> String {
            guard let text = String(validating: value, as: UTF8.self) else {
                throw Finding(
                    .malformedReceiptPayload, expected: "text in field \(field.rawValue)", found: "other bytes")
            }
            return text
        }
        func date(_ field: Field, _ value: ArraySlice<UInt8>) throws(Finding) -> Date {
            guard let date = ReceiptTime.date(value) else {
                throw Finding(
                    .malformedReceiptPayload, expected: "a time in UTC in field \(field.rawValue)",
                    found: String(decoding: value, as: UTF8.self))
            }
            return date
        }
        appID = try text(.appID, value(.appID))
        attestedCertificate = Array(try value(.attestedCertificate))
        if let known, known.certificate.isSame(as: attestedCertificate) {
            publicKey = known.publicKey
        } else {
            publicKey = try Self.publicKey(attestedCertificate)
        }
        (clientHash, token) = (fields[.clientHash].map(Array.init), fields[.token].map(Array.init))
        let typeText = try text(.type, value(.type))
        guard let type = ReceiptType(rawValue: typeText) else {
            throw Finding(.receiptTypeUnexpected, expected: "a receipt of type ATTEST or RECEIPT", found: typeText)
        }
        self.type = type
        environment = try fields[.environment].map { value throws(Finding) in try text(.environment, value) }
        createdAt = try date(.createdAt, value(.createdAt))
        riskMetric = try fields[.riskMetric].map { value throws(Finding) in
            RiskMetric(try text(.riskMetric, value))
        }
        refreshNotBefore = try fields[.refreshNotBefore].map { value throws(Finding) in
            try date(.refreshNotBefore, value)
        }
        expiresAt = try date(.expiresAt, value(.expiresAt))
    }

    private static func fields(_ content: [UInt8]) throws(Finding) -> Fields {
        var values = Fields()
        var repeated: Field?
        do throws(Malformed) {
            var outer = BERReader(content, "receipt's content")
            var set = try outer.inside(.set, "receipt's fields")
            try outer.finish()
            while !set.isAtEnd {
                var entry = try set.inside(.sequence, "receipt's field")
                let number = try entry.next(.integer).smallInteger()
                let version = try entry.next(.integer).smallInteger()
                let value = try entry.octetsInPlace()
                try entry.finish()
                guard let field = Field(rawValue: number) else { continue }
                // Another version may mean something else.
                guard version == 1 else { throw Malformed("field \(number) of version \(version)") }
                if !values.add(value, as: field) { repeated = field }
            }
        } catch {
            throw Finding(
                .malformedReceiptPayload, expected: "a set of numbered fields", found: error.detail)
        }
        if let repeated {
            throw Finding(
                .receiptFieldTwice, expected: "each field once", found: "field \(repeated.rawValue) twice")
        }
        return values
    }

    private static func publicKey(_ certificate: [UInt8]) throws(Finding) -> [UInt8] {
        let key: SubjectPublicKey
        do { key = try Certificate(der: certificate).publicKey } catch {
            throw Finding(
                .malformedReceiptPayload, expected: "a certificate in field 3", found: error.detail)
        }
        guard key.curve == .p256, key.bytes.count == 65 else {
            throw Finding(
                .malformedReceiptPayload, expected: "a P-256 key in field 3", found: "another kind of key")
        }
        return key.bytes
    }
}
