private import Encodings
internal import FoundationEssentials

/// The fields of a case file as they are written.
struct CaseFields: Decodable {
    let kind: String
    let teamId: String?
    let bundleId: String?
    let environment: String?
    let keyId: String?
    let clientData: String?
    let clientDataHash: String?
    let attestationObject: String?
    let assertion: String?
    let receipt: String?
    let certificate: String?
    let publicKey: String?
    let previousCounter: Int64?
    let validAt: String?
    let expected: String?
    let rootCertificates: [String]?
    let receiptRootCertificates: [String]?

    init(json: [UInt8]) throws(CaseFileError) {
        do {
            self = try JSONDecoder().decode(CaseFields.self, from: Data(json))
        } catch DecodingError.keyNotFound(let key, _) {
            throw CaseFileError(.malformed, "\(key.stringValue): missing")
        } catch DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context),
            DecodingError.valueNotFound(_, let context)
        {
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            guard path.isEmpty else { throw CaseFileError(.malformed, "\(path): not of the right type") }
            throw CaseFileError(.malformed, "not a JSON object")
        } catch {
            throw CaseFileError(.malformed, "not a JSON object")
        }
    }

    func required<Value>(_ name: String, _ value: Value?) throws(CaseFileError) -> Value {
        guard let value else { throw CaseFileError(.malformed, "\(name): missing") }
        return value
    }

    /// 0 where the file does not say: the key was attested and not used since.
    func storedCounter() throws(CaseFileError) -> UInt32 {
        guard let counter = UInt32(exactly: previousCounter ?? 0) else {
            throw CaseFileError(.malformed, "previousCounter: not a number from 0 to 4294967295")
        }
        return counter
    }

    /// Standard or URL-safe base64, with or without padding.
    func base64(_ name: String, _ text: String?) throws(CaseFileError) -> [UInt8] {
        guard let bytes = Base64Text.decode(try required(name, text)) else {
            throw CaseFileError(.malformed, "\(name): not base64")
        }
        return bytes
    }

    /// RFC 3339, with `T` or a space between date and time.
    func moment() throws(CaseFileError) -> Date {
        let text = try required("validAt", validAt).replacing(" ", with: "T", maxReplacements: 1)
        for style in [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)] {
            if let date = try? style.parse(text) { return date }
        }
        throw CaseFileError(.malformed, "validAt: not a date and time like 2026-02-26T22:06:23Z")
    }

    func effectiveClientDataHash() throws(CaseFileError) -> [UInt8] {
        if clientDataHash == nil, clientData != nil {
            return AssertionVerifier.clientDataHash(of: try base64("clientData", clientData))
        }
        let hash = try base64("clientDataHash", clientDataHash)
        // An assertion is over client data: where both are given they must fit, or the case says two things.
        if kind == "assertion", clientData != nil,
            AssertionVerifier.clientDataHash(of: try base64("clientData", clientData)) != hash
        {
            throw CaseFileError(.malformed, "clientDataHash: not the SHA-256 of clientData")
        }
        return hash
    }

    /// Nil where the file does not say.
    func optionalClientDataHash() throws(CaseFileError) -> [UInt8]? {
        clientData == nil && clientDataHash == nil ? nil : try effectiveClientDataHash()
    }

    func anchors() throws(CaseFileError) -> [TrustAnchor] {
        try anchors("rootCertificates", rootCertificates) ?? [.appleAppAttestationRootCA]
    }

    /// Nil for an attestation with roots of its own and none for receipts: it may hold what was never meant to be one.
    func receiptAnchors() throws(CaseFileError) -> [TrustAnchor]? {
        if let anchors = try anchors("receiptRootCertificates", receiptRootCertificates) { return anchors }
        return kind == "attestation" && rootCertificates != nil ? nil : [.appleRootCAG3]
    }

    private func anchors(_ name: String, _ pems: [String]?) throws(CaseFileError) -> [TrustAnchor]? {
        guard let pems else { return nil }
        var anchors: [TrustAnchor] = []
        for pem in pems {
            do { anchors.append(try TrustAnchor(pem: pem)) } catch {
                throw CaseFileError(.malformed, "\(name): \(error.reason)")
            }
        }
        return anchors
    }

    func expectedEnvironment() throws(CaseFileError) -> AttestationEnvironment {
        guard let environment = AttestationEnvironment(rawValue: try required("environment", environment)) else {
            throw CaseFileError(.malformed, "environment: expected production or development")
        }
        return environment
    }

    /// The point in a PEM `PUBLIC KEY` block (RFC 7468).
    func publicKeyPoint() throws(CaseFileError) -> [UInt8] {
        let pem = try required("publicKey", publicKey)
        let body = pem.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }.joined()
        let der = try base64("publicKey", body.filter { !$0.isWhitespace })
        do throws(Malformed) {
            var outer = DERReader(der, "publicKey")
            let element = try outer.next(.sequence)
            try outer.finish()
            return try SubjectPublicKey(element).bytes
        } catch {
            throw CaseFileError(.malformed, error.detail)
        }
    }
}
