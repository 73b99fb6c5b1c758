public import AppAttest
public import FoundationEssentials

/// What a simulated receipt is about.
public struct ReceiptSubject: Sendable {
    /// `attest` as in an attestation, `receipt` as from Apple.
    public var type: ReceiptType
    /// The leaf of the attestation, DER.
    public var leafCertificate: [UInt8]
    /// What was attested with.
    public var clientDataHash: [UInt8]
    /// Text of field 17 in a receipt from Apple; the other kind has no such field.
    public var riskMetric: String
    /// Field 5, which Apple keeps from one receipt of a key to the next; nil makes one up.
    public var token: [UInt8]?
    /// When it is made, to the millisecond; the certificate that signs all receipts of its day in UTC is valid from 30 days
    /// before that day.
    public var moment: Date

    /// The subject of a receipt of either type.
    public init(
        type: ReceiptType, leafCertificate: [UInt8], clientDataHash: [UInt8], riskMetric: String = "1",
        token: [UInt8]? = nil, at moment: Date
    ) {
        (self.type, self.leafCertificate, self.clientDataHash) = (type, leafCertificate, clientDataHash)
        (self.riskMetric, self.token, self.moment) = (riskMetric, token, moment)
    }
}
