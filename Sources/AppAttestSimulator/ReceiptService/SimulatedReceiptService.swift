public import AppAttest
internal import Cryptography
internal import Encodings
public import FoundationEssentials

/// Apple's service that gives newer receipts for older ones, `/v1/attestationData`, played for one simulated authority.
///
/// It looks at no clock and opens no socket: whoever has a request asks it for the answer. It is for tests of servers.
/// What is known of Apple's service is in "Assessing fraud risk"; where that says nothing, ``answer(authorization:body:at:)``
/// says what is done here.
public struct SimulatedReceiptService: Sendable {
    /// What is sent back.
    public struct Answer: Sendable, Hashable {
        /// 200, 304, 400, 401 or 404.
        public let status: Int
        /// With 200 base64 text of a receipt; empty otherwise.
        public let body: [UInt8]
        /// Why, in words without identifiers, for whoever watches. Apple sends nothing like it.
        public let reason: String

        init(_ status: Int, _ reason: String, body: [UInt8] = []) {
            (self.status, self.body, self.reason) = (status, body, reason)
        }
    }

    /// The authority whose receipts it takes and gives.
    public let authority: SimulatedAuthority
    /// Environments whose receipts it takes; 400 is the answer to the other's. Apple has a host for each.
    public var environments: Set<AttestationEnvironment>
    /// Keys that bearer tokens must be signed with. Without any, a token's form is looked at, and not its signature.
    public var bearerKeys: [BearerKey]
    /// Ids (32 bytes) of attested keys that it has no data for: 404, as of devices that were not active for 30 days.
    public var keysWithoutData: Set<[UInt8]>
    /// Text of field 17 for the attested key of the given id (32 bytes).
    public var riskMetric: @Sendable (_ keyID: [UInt8]) -> String

    /// Bytes that a body may have: the base64 text of the largest receipt.
    public static let maximumBodyByteCount = 44 * 1024

    /// - Parameter riskMetric: text of field 17 for the attested key of the given id (32 bytes): decimal digits as a rule.
    public init(
        authority: SimulatedAuthority, environments: Set<AttestationEnvironment> = [.production, .development],
        bearerKeys: [BearerKey] = [], keysWithoutData: Set<[UInt8]> = [],
        riskMetric: @escaping @Sendable (_ keyID: [UInt8]) -> String
    ) {
        (self.authority, self.environments, self.bearerKeys) = (authority, environments, bearerKeys)
        (self.keysWithoutData, self.riskMetric) = (keysWithoutData, riskMetric)
    }

    /// A service that gives every key the same metric.
    public init(authority: SimulatedAuthority, riskMetric: Int = 1) {
        self.init(authority: authority) { _ in String(riskMetric) }
    }

    /// Answers a request.
    ///
    /// In this order: 401 without a good bearer token; 400 for a body that is not the base64 text of a receipt that the
    /// authority made, that is of another environment, or that has ended; 404 for a key without data; 304 before the
    /// receipt's field 19; otherwise 200. What Apple answers to a receipt that has ended is not known.
    /// - Parameters:
    ///   - authorization: value of the header `Authorization`: the bearer token and nothing else; nil without the header.
    ///   - body: standard base64 with padding of the receipt in BER, and nothing else.
    ///   - now: when the request came; the new receipt is made at that moment.
    /// - Throws: `validity` when a certificate cannot name the moment; `cryptography`.
    public func answer(authorization: String?, body: [UInt8], at now: Date) throws(SimulationError) -> Answer {
        try now.requireNameable()
        if let fault = BearerToken.fault(authorization, keys: bearerKeys, at: now) { return Answer(401, fault) }
        guard let receipt = Self.decode(body) else {
            return Answer(400, "the body is not base64 of a receipt")
        }
        let judgement = ReceiptVerifier().judgeOrigin(
            receipt, trustAnchors: [authority.trustAnchor], acceptsUncoveredAttributes: false)
        let contents: ReceiptContents
        switch judgement.result {
        case .success(let authentic): contents = authentic.contents
        case .failure(let rejection):
            return Answer(400, "not a receipt of the simulated authority: \(rejection.reason.rawValue)")
        }
        if let environment = contents.environment, !environments.map(\.receiptField).contains(environment) {
            return Answer(400, "a receipt of the other environment")
        }
        guard now <= contents.expiresAt else { return Answer(400, "the receipt has ended") }
        let keyID = SHA256.hash(contents.publicKey)
        guard !keysWithoutData.contains(keyID) else { return Answer(404, "no data for the key") }
        if let notBefore = contents.refreshNotBefore, now < notBefore {
            return Answer(304, "too early for a newer one")
        }
        let newer = try newReceipt(following: contents, riskMetric: riskMetric(keyID), at: now)
        return Answer(200, "a newer receipt", body: Array(Base64Text.encode(newer).utf8))
    }

    /// Exactly the text that is written for the bytes: no line breaks, no other alphabet, no JSON around it.
    private static func decode(_ body: [UInt8]) -> [UInt8]? {
        guard body.count <= maximumBodyByteCount, let text = String(validating: body, as: UTF8.self),
            let receipt = Base64Text.decode(text), !receipt.isEmpty, Base64Text.encode(receipt) == text
        else { return nil }
        return receipt
    }

    private func newReceipt(
        following older: ReceiptContents, riskMetric: String, at now: Date
    ) throws(SimulationError) -> [UInt8] {
        let subject = ReceiptSubject(
            type: .receipt, leafCertificate: older.attestedCertificate, clientDataHash: older.clientHash ?? [],
            riskMetric: riskMetric, token: older.token, at: now)
        return try simulating { () throws(CryptographyError) in
            try ReceiptDraft(
                subject, app: older.appID, environment: older.environment, authority: authority
            ).encoded()
        }
    }
}
