private import AppAttest
private import Encodings
private import FoundationEssentials

/// The case file of an exchange that was refused.
extension ExchangeEnding {
    /// JSON in UTF-8, members in the order of their names. Holds the object, the key's id or point, the hash of what the
    /// device was to sign, and what the app is registered with; no artifact, token, API key or challenge.
    ///
    /// Its length is bounded by that of the object, of the app's registration and of the history of a risk metric.
    /// - Returns: nil for an exchange that was granted, and for a moment that cannot be written.
    package var caseFile: [UInt8]? {
        guard let refusal, let step = refusal.step, let check = refusal.check,
            let moment = CaseMoment.text(evidence.judgedAt)
        else { return nil }
        let app = evidence.app
        var fields: CaseFields
        switch evidence.object {
        case .attestation(let object, let keyID): fields = attestationFields(object, keyID)
        case .assertion(let object): fields = assertionFields(object)
        }
        fields.expected = "invalid:\(check)"
        fields.validAt = moment
        fields.clientDataHash = Base64Text.encode(evidence.clientDataHash)
        fields.clockLeeway = Int64(min(max(evidence.clockLeeway, 0), 86_400))
        fields.launchPolicy = app.policies.launch == .none ? nil : app.policies.launch
        // Apple's roots are those of every file that names none.
        fields.rootCertificates = app.trustAnchors.isEmpty ? nil : app.trustAnchors.map(\.pem)
        let record = record(ExchangeRecord.Refusal(reason: refusal.reason, step: step), refusal)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(File(fields: fields, exchange: record)) else { return nil }
        return Array(data) + [UInt8(ascii: "\n")]
    }

    /// What the case file may be called, so that names sort by time: `20261130T142511.123Z-attestation-NONCE_MISMATCH`, in
    /// UTC and cut to the millisecond.
    /// - Returns: nil where ``caseFile`` is.
    package var caseFileName: String? {
        guard let refusal, refusal.step != nil, let moment = CaseMoment.text(evidence.judgedAt) else { return nil }
        let kind =
            switch evidence.object {
            case .attestation: "attestation"
            case .assertion: "assertion"
            }
        // 2026-11-30T14:25:11Z, or with a point and up to nine digits before the Z.
        let digits = moment.filter { $0 != "-" && $0 != ":" && $0 != "Z" }
        let parts = digits.split(separator: ".")
        let milliseconds = parts.count > 1 ? "\(parts[1])00".prefix(3) : "000"
        return "\(parts[0]).\(milliseconds)Z-\(kind)-\(refusal.reason)"
    }

    private func attestationFields(_ bytes: [UInt8], _ keyID: [UInt8]) -> CaseFields {
        let app = evidence.app
        var fields = CaseFields(kind: "attestation")
        (fields.attestationObject, fields.keyId) = (Base64Text.encode(bytes), Base64Text.encode(keyID))
        // Readers that know one app and one environment only should judge by those that the object is of.
        let parts = (try? AttestationObject(bytes)).flatMap { try? AuthenticatorData.attestation($0.authenticatorData) }
        let appID = app.attestableAppIDs.first { $0.rpIDHash == parts?.0.rpIDHash } ?? app.attestableAppIDs[0]
        let environments = app.environments.sorted { $0.rawValue > $1.rawValue }
        let environment = environments.first { $0.aaguid == parts?.1.aaguid } ?? environments[0]
        (fields.teamId, fields.bundleId, fields.bundleIds) = (app.teamID, appID.bundleID, app.bundleIDs)
        (fields.environment, fields.environments) = (environment.rawValue, environments.map(\.rawValue))
        fields.receiptPolicy = CaseFields.ReceiptPolicy(
            unusable: app.policies.receipt.unusable.rawValue, reportOnly: app.policies.receipt.reportOnly)
        fields.receiptRootCertificates = app.trustAnchors.isEmpty ? nil : app.trustAnchors.map(\.pem)
        return fields
    }

    private func assertionFields(_ bytes: [UInt8]) -> CaseFields {
        var fields = CaseFields(kind: "assertion")
        fields.assertion = Base64Text.encode(bytes)
        fields.previousCounter = evidence.findings.storedCounter.map(Int64.init)
        guard let artifact = evidence.findings.artifact else { return fields }
        fields.teamId = artifact.attestedAppID.teamID
        fields.bundleId = artifact.attestedAppID.bundleID
        fields.environment = artifact.environment.rawValue
        fields.publicKey = CaseFields.publicKey(point: artifact.publicKey)
        fields.attested = CaseFields.Facts(artifact.facts)
        return fields
    }

    private func record(_ refused: ExchangeRecord.Refusal, _ refusal: ExchangeError) -> ExchangeRecord {
        let (app, findings) = (evidence.app, evidence.findings)
        var record = ExchangeRecord(project: app.project.number, app: app.appID, refused: refused)
        record.challenge = challenge(refusal)
        // A counter of 0 is refused before the store is asked.
        record.store = refusal == .counterStale && findings.storedCounter == 0 ? nil : StoreRefusal(refusal)?.rawValue
        guard case .assertion = evidence.object else { return record }
        if case .artifact(let fault) = refusal {
            record.artifact = fault.rawValue
        } else {
            record.artifact = ExchangeRecord.genuine
        }
        record.attestedUnder = findings.artifact.map { Hexadecimal.encode($0.trustAnchor) }
        record.registration = ExchangeRecord.Registration(
            teamId: app.teamID, bundleIds: app.bundleIDs,
            environments: app.environments.map(\.rawValue).sorted())
        let risk = app.policies.risk
        if risk.action != .observe {
            record.riskPolicy = ExchangeRecord.Risk(
                action: risk.action.rawValue, threshold: risk.threshold, duration: risk.duration,
                reportOnly: risk.reportOnly ? true : nil)
        }
        record.riskHistory = findings.riskMeasurements?.map { measurement in
            ExchangeRecord.Measurement(
                measuredAt: CaseMoment.text(clamping: measurement.measuredAt), metric: measurement.metric)
        }
        return record
    }

    private func challenge(_ refusal: ExchangeError) -> ExchangeRecord.Challenge? {
        if let end = evidence.findings.challengeExpiresAt {
            return ExchangeRecord.Challenge(state: ExchangeRecord.genuine, endsAt: CaseMoment.text(clamping: end))
        }
        guard case .challenge(let fault) = refusal, fault != .used else { return nil }
        return ExchangeRecord.Challenge(state: fault.rawValue)
    }

    /// The members of both parts beside each other.
    private struct File: Encodable {
        enum CodingKeys: String, CodingKey { case exchange }

        let fields: CaseFields
        let exchange: ExchangeRecord

        func encode(to encoder: any Encoder) throws {
            try fields.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(exchange, forKey: .exchange)
        }
    }
}
