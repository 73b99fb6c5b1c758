private import Encodings
package import FoundationEssentials

/// What the members of a case file say.
extension CaseFields {
    package func required<Value>(_ name: String, _ value: Value?) throws(CaseFileError) -> Value {
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
    package func base64(_ name: String, _ text: String?) throws(CaseFileError) -> [UInt8] {
        guard let bytes = Base64Text.decode(try required(name, text)) else {
            throw CaseFileError(.malformed, "\(name): not base64")
        }
        return bytes
    }

    package func moment() throws(CaseFileError) -> Date {
        guard let date = CaseMoment.date(try required("validAt", validAt)) else {
            throw CaseFileError(.malformed, "validAt: not a date and time like 2026-02-26T22:06:23Z")
        }
        return date
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

    func appID() throws(CaseFileError) -> AppID {
        AppID(teamID: try required("teamId", teamId), bundleID: try required("bundleId", bundleId))
    }

    /// The app that the file names, and others of its team that would do as well.
    func appIDs() throws(CaseFileError) -> [AppID] {
        let appID = try appID()
        guard let bundleIds else { return [appID] }
        guard bundleIds.contains(appID.bundleID) else {
            throw CaseFileError(.malformed, "bundleIds: bundleId is not among them")
        }
        return bundleIds.map { AppID(teamID: appID.teamID, bundleID: $0) }
    }

    func expectedEnvironment() throws(CaseFileError) -> AttestationEnvironment {
        try Self.environment(try required("environment", environment), "environment")
    }

    func expectedEnvironments() throws(CaseFileError) -> Set<AttestationEnvironment> {
        let environment = try expectedEnvironment()
        guard let environments else { return [environment] }
        let all = try Self.environments(environments, "environments")
        guard all.contains(environment) else {
            throw CaseFileError(.malformed, "environments: environment is not among them")
        }
        return all
    }

    package static func environments(
        _ texts: [String], _ name: String
    ) throws(CaseFileError) -> Set<AttestationEnvironment> {
        var all: Set<AttestationEnvironment> = []
        for text in texts { all.insert(try environment(text, name)) }
        return all
    }

    private static func environment(_ text: String, _ name: String) throws(CaseFileError) -> AttestationEnvironment {
        guard let environment = AttestationEnvironment(rawValue: text) else {
            throw CaseFileError(.malformed, "\(name): expected production or development")
        }
        return environment
    }

    func leeway() throws(CaseFileError) -> Int {
        guard let seconds = Int(exactly: clockLeeway ?? 0), 0...86_400 ~= seconds else {
            throw CaseFileError(.malformed, "clockLeeway: not a number from 0 to 86400")
        }
        return seconds
    }

    func policy() throws(CaseFileError) -> LaunchPolicy {
        let policy = launchPolicy ?? .none
        if let fault = policy.fault {
            throw CaseFileError(.malformed, "launchPolicy: expected \(fault.expectation), found \(fault.found)")
        }
        return policy
    }

    func attestedFacts() throws(CaseFileError) -> AttestedFacts? {
        guard let attested else { return nil }
        let category = try attested.validationCategory.map { text throws(CaseFileError) in
            guard let category = ValidationCategory(name: text) else {
                throw CaseFileError(.malformed, "attested.validationCategory: not a category like APP_STORE")
            }
            return category
        }
        return AttestedFacts(
            environment: try Self.environment(attested.environment, "attested.environment"),
            validationCategory: category, bundleVersion: attested.bundleVersion, osVersion: attested.osVersion)
    }

    /// Whether a receipt that cannot be used refuses the attestation that it is in; so it does where the file does not say.
    func refusesUnusableReceipts() throws(CaseFileError) -> Bool {
        guard let receiptPolicy else { return true }
        guard ["RECORD", "REFUSE"].contains(receiptPolicy.unusable) else {
            throw CaseFileError(.malformed, "receiptPolicy.unusable: expected RECORD or REFUSE")
        }
        return receiptPolicy.unusable == "REFUSE" && receiptPolicy.reportOnly != true
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
