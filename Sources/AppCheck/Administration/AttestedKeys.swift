internal import AppAttest
internal import Cryptography
private import Encodings

extension Administration {
    /// Keys of an app in the order in which they were attested, and of their ids within a second; revoked ones too. Keys
    /// that are attested meanwhile come at the end, or with those of the last second.
    /// - Parameter after: the id of the key that the listing goes on behind, in any form that people write it in. Of a page,
    ///   `next` is its hexadecimal digits.
    /// - Throws: ``AdministrationError/keyNotFound(_:)`` also where the listing is to go on behind what is no key of the app.
    package func attestedKeys(
        of appID: String, in reference: String, after: String? = nil, size: Int
    ) async throws(AdministrationError) -> Page<KeyRecord> {
        let app = try await app(appID, in: reference)
        let keyID = try after.map { text throws(AdministrationError) in try Self.keyID(text, of: app) }
        let found: [KeyRecord]
        do {
            found = try await keys.attestedKeys(
                ofApp: app.appID, inProject: app.project.number, after: keyID, limit: size + 1)
        } catch { throw AdministrationError(error) }
        // Or the listing would seem to be at its end.
        if found.isEmpty, let keyID { _ = try await attestedKey(keyID, of: app) }
        guard found.count > size else { return Page(items: found, next: nil) }
        let items = Array(found.prefix(size))
        return Page(items: items, next: items.last.map { Hexadecimal.encode($0.key.keyID) })
    }

    /// A key of the app. One of another app or project is none of it.
    /// - Parameter id: the key id, in any form that people write it in: see ``AttestedKeyName/keyID(reading:)``.
    package func attestedKey(
        _ id: String, of appID: String, in reference: String
    ) async throws(AdministrationError) -> KeyRecord {
        let app = try await app(appID, in: reference)
        return try await attestedKey(try Self.keyID(id, of: app), of: app)
    }

    /// What Apple's risk metric of a key was, oldest first.
    package func riskMeasurements(of key: AttestedKey) async throws(AdministrationError) -> [RiskMeasurement] {
        do { return try await receipts.riskMeasurements(of: key.keyID) } catch { throw AdministrationError(error) }
    }

    /// Revokes a key for ever: its assertions are refused from here on, on all servers. A device can have another one
    /// attested. Revoking it again changes and records nothing.
    /// - Returns: the key as it is then.
    package func revokeAttestedKey(
        _ id: String, of appID: String, in reference: String, by actor: Actor
    ) async throws(AdministrationError) -> KeyRecord {
        let app = try await app(appID, in: reference)
        let record = try await attestedKey(try Self.keyID(id, of: app), of: app)
        guard record.revokedAt == nil else { return record }
        let moment = surroundings.seconds
        let entry = try revocationEntry(record.key, at: moment, by: actor)
        let outcome: RevocationOutcome
        do {
            outcome = try await keys.revokeKey(
                record.key.keyID, ofApp: app.appID, inProject: app.project.number, at: moment, recording: entry)
        } catch { throw AdministrationError(error) }
        switch outcome {
        case .revoked, .alreadyRevoked: return try await attestedKey(record.key.keyID, of: app)
        case .unknown: throw .keyNotFound(AttestedKeyName(record.key))
        }
    }

    private func attestedKey(_ keyID: [UInt8], of app: RegisteredApp) async throws(AdministrationError) -> KeyRecord {
        let found: KeyRecord?
        do { found = try await keys.attestedKey(keyID) } catch { throw AdministrationError(error) }
        guard let found, found.key.projectNumber == app.project.number, found.key.appID == app.appID else {
            throw .keyNotFound(Self.name(AttestedKeyName.id(of: keyID), of: app))
        }
        return found
    }

    private func revocationEntry(
        _ key: AttestedKey, at moment: Int64, by actor: Actor
    ) throws(AdministrationError) -> AuditEntry {
        let id: String
        do { id = try ResourceID.make(surroundings) } catch { throw AdministrationError(error) }
        let before = [
            "attestedAppId": key.attestedAppID.description, "environment": key.environment.rawValue,
            "attestTime": String(key.attestedAt),
        ]
        return AuditEntry(
            id: id, at: moment, actor: actor.description, action: "projects.apps.attestedKeys.revoke",
            resource: AttestedKeyName(key).description, projectNumber: key.projectNumber, before: before,
            after: before.merging(["revokeTime": String(moment)]) { _, new in new })
    }

    /// - Throws: that there is no such key, for a text that is no key id either.
    private static func keyID(_ text: String, of app: RegisteredApp) throws(AdministrationError) -> [UInt8] {
        guard let keyID = AttestedKeyName.keyID(reading: text) else { throw .keyNotFound(name(text, of: app)) }
        return keyID
    }

    private static func name(_ id: String, of app: RegisteredApp) -> AttestedKeyName {
        AttestedKeyName(projectNumber: app.project.number, appID: app.appID, id: id)
    }
}
