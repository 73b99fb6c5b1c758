import AppAttest
import AppAttestSimulator
import AppCheck
import Cryptography
import Foundation
import MemoryStore
import Testing

/// A server's clock has fractions of a second, certificates have none: each limit must fall the same way again.
@Suite("The moment of a case file") struct ReplayedMomentTests {
    /// Exchanges whose clock shows `moment` (seconds since 1970) from the challenge on.
    private func refusal(
        of submission: AttestationSubmission, judgedAt moment: Double, clockLeeway: Int = 0
    ) async throws -> ExchangeEnding? {
        let witness = Witness()
        let store = MemoryStore()
        let keys = try await ServerKeySet.ours.value
        let stage = try await Stage(
            store: store, app: Specimen.app(policies: AppPolicies(receipt: ReceiptPolicy(unusable: .refuse))))
        let draws = Draws(seed: "moments")
        let surroundings = Surroundings(
            now: { Date(timeIntervalSince1970: moment) }, randomBytes: { count in draws.bytes(count) })
        let exchanges = Exchanges(
            apps: AppDirectory(registry: stage.store),
            challenges: StatelessChallenges(key: keys.challenge, ttl: 300, surroundings: surroundings),
            keys: store, receipts: store, resources: store, consumedTokens: store, sealer: keys.sealer,
            signing: keys.signing, surroundings: surroundings, settings: .init(clockLeeway: clockLeeway),
            observer: witness)
        _ = try? await exchanges.exchange(submission)
        return witness.endings.first
    }

    /// An attestation with a challenge that lasts long, made at the specimens' moment.
    private func submission() async throws -> AttestationSubmission {
        let stage = try await Stage(store: MemoryStore(), challengeTTL: 100 * 86_400)
        return try stage.phone().attestation(await stage.challenge())
    }

    @Test(
        "keeps fractions, at which a receipt is not fresh any more",
        arguments: [
            (300.0, nil), (300.000_000_5, "RECEIPT_NOT_FRESH"), (300.25, "RECEIPT_NOT_FRESH"),
            (-300.0, nil), (-300.000_001, "RECEIPT_NOT_FRESH"),
        ] as [(Double, String?)])
    func freshness(_ seconds: Double, _ reason: String?) async throws {
        let ending = try #require(
            try await refusal(of: submission(), judgedAt: Double(Specimen.moment) + seconds))
        #expect(ending.refusal?.reason == reason)
        guard reason != nil else { return }
        #expect(try replay(file(of: ending)).agrees)
    }

    @Test("keeps fractions, which the last second of a certificate has, too") func lastSecond() async throws {
        let submission = try await submission()
        // Leaves of iOS 26 are valid for three days, from a day before the attestation on.
        let end = Double(Specimen.moment) + 2 * 86_400
        for (seconds, reason, leeway) in [
            (0.999_999, "RECEIPT_NOT_FRESH", 0), (1.0, "CHAIN_EXPIRED", 0), (1.25, "CHAIN_EXPIRED", 0),
            (60.75, "RECEIPT_NOT_FRESH", 60), (61.0, "CHAIN_EXPIRED", 60),
        ] {
            let ending = try #require(
                try await refusal(of: submission, judgedAt: end + seconds, clockLeeway: leeway))
            #expect(ending.refusal?.reason == reason, "\(seconds)")
            #expect(try replay(file(of: ending)).agrees, "\(seconds)")
        }
    }

    @Test("is the same number again, whatever its fraction") func numbers() throws {
        var draws = Draws(seed: "fractions").bytes(8_000)[...]
        while let high = draws.popFirst() {
            let fraction = draws.prefix(7).reduce(0.0) { ($0 + Double($1)) / 256 }
            draws = draws.dropFirst(7)
            let date = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(high) * 100_003 + fraction)
            let text = try #require(CaseMoment.text(date))
            #expect(CaseMoment.date(text) == date, "\(text)")
        }
        #expect(CaseMoment.text(Date(timeIntervalSince1970: 1_781_524_800)) == "2026-06-15T12:00:00Z")
        #expect(CaseMoment.text(Date(timeIntervalSince1970: 1_781_524_800.5)) == "2026-06-15T12:00:00.5Z")
        #expect(CaseMoment.text(Date(timeIntervalSince1970: 0)) == "1970-01-01T00:00:00Z")
        for outside in [-0.5, 253_402_300_800, .infinity, -.infinity, .nan] {
            #expect(CaseMoment.text(Date(timeIntervalSince1970: outside)) == nil)
        }
    }

    @Test("names the file, cut to the millisecond, in the order of time") func names() async throws {
        let submission = try await submission()
        var names: [String] = []
        for seconds in [0, 0.000_9, 0.25, 0.999_9, 1] {
            let moment = Double(Specimen.moment) + 10_000_000 + seconds
            names.append(try #require(try await refusal(of: submission, judgedAt: moment)?.caseFileName))
        }
        #expect(names == names.sorted())
        #expect(
            names.map { String($0.prefix(20)) } == [
                "20261009T054640.000Z", "20261009T054640.000Z", "20261009T054640.250Z", "20261009T054640.999Z",
                "20261009T054641.000Z",
            ])
        #expect(names[0].dropFirst(20) == "-attestation-CHALLENGE_EXPIRED")
    }
}
