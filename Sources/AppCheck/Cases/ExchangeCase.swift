package import AppAttest
private import Encodings
internal import FoundationEssentials

/// An exchange that a server refused, to be judged again offline: a case file with the member `exchange`.
///
/// What the file allows to be computed is computed again; for the rest the server's word is taken, step by step, and the
/// trace says so. What the server answered in the end is only compared.
package struct ExchangeCase: Sendable {
    /// What an assertion's key was attested for, and what is allowed now.
    struct KeyTerms: Sendable {
        /// SHA-256 of the root that vouched for it.
        let trustAnchor: [UInt8]
        let appIDs: [AppID]
        let environments: Set<AttestationEnvironment>
    }

    enum ChallengeState: Sendable {
        case notReached
        /// - Parameter endsAt: seconds since 1970.
        case genuine(endsAt: Int64)
        case faulty(ChallengeFault)
    }

    /// The object and what it is judged by; nil for an assertion whose artifact was not opened, so that nobody knows whose
    /// it is.
    let object: AppAttestCase?
    let judgedAt: Date
    let artifactFault: ArtifactFault?
    /// Of an assertion whose artifact was good.
    let key: KeyTerms?
    let challenge: ChallengeState
    let riskPolicy: RiskPolicy
    /// Nil where it was not reached.
    let riskHistory: [RiskMeasurement]?
    let store: StoreRefusal?
    /// The stored counter that the one received was not above; nil where that was not found.
    let storedCounter: UInt32?

    /// `attestation` or `assertion`.
    package let kind: String
    /// What the server answered: reason, and code of the step.
    package let refused: (reason: String, step: String)
    /// `invalid:<check>`, where the file says what the verdict should be.
    package let expected: String?
    /// Whether chains may end at roots that the file itself brings.
    package let bringsRoots: Bool

    /// - Returns: nil for a case of an object alone.
    /// - Throws: ``CaseFileError`` with what is missing or malformed, and where.
    package init?(json: [UInt8]) throws(CaseFileError) {
        struct File: Decodable { let exchange: ExchangeRecord? }
        guard let record = try CaseFields.decode(File.self, json).exchange else { return nil }
        let fields = try CaseFields(json: json)
        do throws(CaseFileError) {
            try self.init(fields, record)
        } catch {
            throw CaseFileError(error.code, error.description, kind: fields.kind)
        }
    }

    private init(_ fields: CaseFields, _ record: ExchangeRecord) throws(CaseFileError) {
        let isAssertion = fields.kind == "assertion"
        guard isAssertion || fields.kind == "attestation" else {
            throw CaseFileError(.malformed, "exchange: only of an attestation or an assertion")
        }
        (kind, expected, judgedAt) = (fields.kind, fields.expected, try fields.moment())
        refused = try record.refusal()
        artifactFault = isAssertion ? try record.artifactFault() : nil
        object = artifactFault == nil ? try AppAttestCase(fields) : nil
        key = isAssertion && artifactFault == nil ? try record.keyTerms() : nil
        if isAssertion, let object, object.attestedFacts == nil { throw CaseFileError(.malformed, "attested: missing") }
        challenge = try record.challengeState()
        riskPolicy = try record.policy()
        riskHistory = try record.history()
        store = try record.store.map { text throws(CaseFileError) in
            guard let refusal = StoreRefusal(rawValue: text) else {
                throw CaseFileError(.malformed, "exchange.store: not a refusal of the store")
            }
            return refusal
        }
        storedCounter = try fields.previousCounter.map { number throws(CaseFileError) in
            guard let counter = UInt32(exactly: number) else {
                throw CaseFileError(.malformed, "previousCounter: not a number from 0 to 4294967295")
            }
            return counter
        }
        guard !isAssertion || store != .counterStale || storedCounter != nil else {
            throw CaseFileError(.malformed, "previousCounter: missing")
        }
        bringsRoots = object?.bringsRoots ?? (fields.rootCertificates != nil)
    }
}

extension ExchangeRecord {
    /// A reason and a step of this version or a later one: words, and nothing that could control a terminal.
    fileprivate func refusal() throws(CaseFileError) -> (reason: String, step: String) {
        for (name, text) in [("reason", refused.reason), ("step", refused.step)] {
            let isWord = text.utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x5F || $0 == 0x2D }
            guard isWord, 1...64 ~= text.utf8.count else {
                throw CaseFileError(.malformed, "exchange.refused.\(name): not 1 to 64 of A-Z, 0-9, _ and -")
            }
        }
        return (refused.reason, refused.step)
    }

    fileprivate func artifactFault() throws(CaseFileError) -> ArtifactFault? {
        guard let artifact else { throw CaseFileError(.malformed, "exchange.artifact: missing") }
        guard artifact != Self.genuine else { return nil }
        guard let fault = ArtifactFault(rawValue: artifact) else {
            throw CaseFileError(.malformed, "exchange.artifact: neither GENUINE nor a fault of artifacts")
        }
        return fault
    }

    fileprivate func keyTerms() throws(CaseFileError) -> ExchangeCase.KeyTerms {
        guard let registration else { throw CaseFileError(.malformed, "exchange.registration: missing") }
        guard let fingerprint = attestedUnder.flatMap(Hexadecimal.decode), fingerprint.count == 32 else {
            throw CaseFileError(.malformed, "exchange.attestedUnder: not 32 bytes in hexadecimal digits")
        }
        return ExchangeCase.KeyTerms(
            trustAnchor: fingerprint,
            appIDs: registration.bundleIds.map { AppID(teamID: registration.teamId, bundleID: $0) },
            environments: try CaseFields.environments(
                registration.environments, "exchange.registration.environments"))
    }

    fileprivate func challengeState() throws(CaseFileError) -> ExchangeCase.ChallengeState {
        guard let challenge else { return .notReached }
        guard challenge.state != Self.genuine else {
            return .genuine(endsAt: try Self.seconds(challenge.endsAt, "exchange.challenge.endsAt"))
        }
        // Whether it was used before is for the store to say.
        guard let fault = ChallengeFault(rawValue: challenge.state), fault != .used else {
            throw CaseFileError(.malformed, "exchange.challenge.state: neither GENUINE nor a fault of challenges")
        }
        return .faulty(fault)
    }

    fileprivate func policy() throws(CaseFileError) -> RiskPolicy {
        guard let riskPolicy else { return RiskPolicy() }
        guard let action = RiskPolicy.Action(rawValue: riskPolicy.action) else {
            throw CaseFileError(.malformed, "exchange.riskPolicy.action: not an action")
        }
        return RiskPolicy(
            action: action, threshold: riskPolicy.threshold, duration: riskPolicy.duration,
            reportOnly: riskPolicy.reportOnly ?? false)
    }

    fileprivate func history() throws(CaseFileError) -> [RiskMeasurement]? {
        guard let riskHistory else { return nil }
        var history: [RiskMeasurement] = []
        for measurement in riskHistory {
            let moment = try Self.seconds(measurement.measuredAt, "exchange.riskHistory.measuredAt")
            history.append(RiskMeasurement(measuredAt: moment, metric: measurement.metric))
        }
        return history
    }

    private static func seconds(_ text: String?, _ name: String) throws(CaseFileError) -> Int64 {
        guard let moment = text.flatMap(CaseMoment.date) else {
            throw CaseFileError(.malformed, "\(name): not a date and time like 2026-02-26T22:06:23Z")
        }
        return Int64(secondsSince1970: moment)
    }
}
