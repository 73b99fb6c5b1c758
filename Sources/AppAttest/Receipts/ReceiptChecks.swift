private import Cryptography
private import Encodings
internal import FoundationEssentials

/// The checks of what a receipt says. Each has words for the trace.
enum ReceiptChecks {
    /// Seconds around the moment of arrival that a receipt may have been made in.
    static let freshness: TimeInterval = 300

    /// Step R4, field 2.
    static func app(_ contents: ReceiptContents, _ appID: AppID) throws(Finding) -> (Void, note: Note) {
        guard appID.isText(contents.appID.utf8) else {
            throw Finding(.receiptAppMismatch, expected: appID.description, found: contents.appID)
        }
        return ((), note: Note(appID.description))
    }

    /// Step R5, field 12.
    static func moment(
        _ contents: ReceiptContents, _ chain: ReceiptChain, _ timing: ReceiptTiming, at now: Date, _ leeway: Int64
    ) throws(Finding) -> (Void, note: Note) {
        let created = Int64(secondsSince1970: contents.createdAt)
        try chain.requireValid(at: created, leeway)
        switch timing {
        case .arrival:
            guard abs(contents.createdAt.timeIntervalSince(now)) <= freshness + TimeInterval(leeway) else {
                throw Finding(
                    .receiptNotFresh,
                    expected: "a receipt made within 5 minutes of \(CivilTime.text(Int64(secondsSince1970: now)))",
                    found: "one made at \(CivilTime.text(created))")
            }
            return ((), note: Note("made at \(CivilTime.text(created)), which is lately"))
        case .kept, .recorded: return ((), note: Note("made at \(CivilTime.text(created))"))
        }
    }

    /// Step R6, field 3.
    static func key(
        _ contents: ReceiptContents, _ expected: ReceiptExpectation.Key
    ) throws(Finding) -> (Void, note: Note) {
        switch expected {
        case .leafCertificate(let certificate):
            guard contents.attestedCertificate.isSame(as: certificate) else {
                throw Finding(
                    .receiptKeyMismatch, expected: "the attestation's leaf certificate", found: "another certificate")
            }
            return ((), note: Note("the attestation's leaf certificate"))
        case .publicKey(let point):
            guard contents.publicKey == point else {
                throw Finding(
                    .receiptKeyMismatch, expected: "a certificate of the key \(keyID(point))",
                    found: "one of the key \(keyID(contents.publicKey))")
            }
            return ((), note: Note("a certificate of the key \(keyID(point))"))
        }
    }

    private static func keyID(_ point: [UInt8]) -> String { "\(Hexadecimal.encode(SHA256.hash(point)).prefix(16))…" }

    /// Not among Apple's steps: fields 6, 4 and 7, as far as they are expected to be something.
    static func consistency(
        _ contents: ReceiptContents, _ expectation: ReceiptExpectation
    ) throws(Finding) -> (Void, note: Note) {
        if let type = expectation.type, contents.type != type {
            throw Finding(
                .receiptTypeUnexpected, expected: "a receipt of type \(type.rawValue)",
                found: "one of type \(contents.type.rawValue)")
        }
        switch (contents.type, expectation.clientDataHash) {
        case (.receipt, _), (.attest, nil): break
        case (.attest, let hash?):
            guard contents.clientHash == hash else {
                throw Finding(
                    .receiptClientDataMismatch, expected: "client data hash \(Hexadecimal.encode(hash))",
                    found: contents.clientHash.map(Hexadecimal.encode) ?? "none")
            }
        }
        if let environment = expectation.environment, let found = contents.environment,
            found != environment.receiptField
        {
            throw Finding(
                .receiptEnvironmentMismatch, expected: "environment \(environment.receiptField)", found: found)
        }
        return (
            (),
            note: Note("type \(contents.type.rawValue), environment \(printable(contents.environment ?? "not named"))")
        )
    }
}

extension AttestationEnvironment {
    /// What field 7 of a receipt has for it.
    package var receiptField: String {
        switch self {
        case .production: "production"
        case .development: "sandbox"
        }
    }
}
