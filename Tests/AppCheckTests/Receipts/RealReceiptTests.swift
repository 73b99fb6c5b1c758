import AppAttest
import AppCheck
import Cryptography
import Foundation
import MemoryStore
import TestSupport
import Testing

/// Attestations of real devices, sent as their apps would send them, and what is kept of the receipts in them.
@Suite("The receipts of real devices", .enabled(if: CaseFolder.isPresent, "no case folder: set ASSAY_CASES"))
struct RealReceiptTests {
    /// Recognises the one challenge that a device was given in its day.
    private struct KnownChallenge: ChallengeAuthority {
        let bytes: [UInt8]

        func issue(for app: RegisteredApp, at now: Int64) throws(ExchangeError) -> IssuedChallenge {
            IssuedChallenge(bytes: bytes, ttl: 300)
        }

        func authenticate(
            _ challenge: [UInt8], for app: RegisteredApp, at now: Int64
        ) throws(ChallengeFault) -> Int64 {
            guard challenge == bytes else { throw .unknown }
            return now + 300
        }
    }

    /// A valid attestation whose app hashed a challenge that is known.
    private struct Specimen {
        let appID: AppID
        let environment: AttestationEnvironment
        let object: [UInt8]
        let keyID: [UInt8]
        let challenge: [UInt8]
        let moment: Int64

        /// - Returns: nil for an attestation whose challenge is not known, or was not hashed.
        init?(_ name: String) throws {
            let fields = try CaseFolder.fields(of: name)
            guard fields.expected == "valid", let text = fields.clientData else { return nil }
            let challenge = try bytes(base64: text)
            if let hash = fields.clientDataHash, try bytes(base64: hash) != SHA256.hash(challenge) { return nil }
            self.challenge = challenge
            appID = AppID(teamID: try #require(fields.teamId), bundleID: try #require(fields.bundleId))
            environment = try #require(AttestationEnvironment(rawValue: fields.environment ?? ""))
            object = try bytes(base64: fields.attestationObject)
            keyID = try bytes(base64: fields.keyId)
            moment = Int64(try Date(try #require(fields.validAt), strategy: .iso8601).timeIntervalSince1970)
        }

        /// Sends the attestation to an app that is registered for it.
        func exchange(
            _ object: [UInt8], policy: ReceiptPolicy = ReceiptPolicy()
        ) async throws -> ReceiptRecord? {
            let project = try Project(number: "1234567890", id: "shop")
            let app = try RegisteredApp(
                project: project, appID: "1:1:ios:real", teamID: appID.teamID, bundleIDs: [appID.bundleID],
                environments: [environment], policies: AppPolicies(receipt: policy))
            let store = MemoryStore()
            let stage = try await Stage(
                store: store, clock: StoppedClock(moment), app: app, challenges: KnownChallenge(bytes: challenge))
            _ = try await stage.exchanges.exchange(
                AttestationSubmission(
                    project: "shop", appID: "1:1:ios:real", attestationObject: object, keyID: keyID,
                    challenge: challenge, limitedUse: false))
            return try await store.attestedKey(keyID)?.receipt
        }
    }

    @Test("are judged during the exchange, and each is bound to the leaf, client data and app of its attestation")
    func judged() async throws {
        let names = try CaseFolder.names(kind: "attestation")
        var exchanged = 0
        for name in names {
            guard let specimen = try Specimen(name) else { continue }
            let record = try #require(try await specimen.exchange(specimen.object), "\(name)")
            exchanged += 1
            // The one of September 2020, whose signature does not cover its attributes.
            guard !name.hasPrefix("webauthn4j-") else {
                #expect(record.fault == .receiptAttributesNotCovered, "\(name)")
                continue
            }
            #expect(record.fault == nil, "\(name)")
            let facts = try #require(record.facts, "\(name)")
            #expect(facts.type == .attest, "\(name)")
            #expect(abs(facts.createdAt - specimen.moment) <= 300, "\(name)")
            #expect(facts.expiresAt - facts.createdAt == 90 * 86_400, "\(name)")
        }
        #expect(exchanged >= 10, "of \(names.count) attestations")
    }

    @Test("of another attestation of the same app are never taken for its own, and refuse it where a policy says so")
    func swapped() async throws {
        let specimens = try CaseFolder.names(kind: "attestation").compactMap { try Specimen($0) }
        var pairs = 0
        for (one, other) in zip(specimens, specimens.dropFirst()) {
            let (own, foreign) = (try receipt(in: one), try receipt(in: other))
            let object = try #require(swappingReceipt(own, for: foreign, in: one.object))
            let record = try #require(try await one.exchange(object))
            let fault = try #require(record.fault)
            #expect(record.facts == nil)
            if one.appID == other.appID, abs(one.moment - other.moment) <= 300 {
                #expect(fault == .receiptKeyMismatch)
            }
            await #expect(throws: ExchangeError.self) {
                try await one.exchange(object, policy: ReceiptPolicy(unusable: .refuse))
            }
            pairs += 1
        }
        #expect(pairs >= 9)
    }

    private func receipt(in specimen: Specimen) throws -> [UInt8] {
        try AttestationVerifier().verify(
            specimen.object, keyID: specimen.keyID, clientDataHash: SHA256.hash(specimen.challenge),
            expecting: AttestationExpectation(appIDs: [specimen.appID], environments: [specimen.environment]),
            at: Date(timeIntervalSince1970: Double(specimen.moment))
        ).receipt
    }
}
