import AppAttestSimulator
import AppCheck
import AppCheckTokens
import Storage
import Testing

@Suite("Of requests that race") struct AssertionRaceTests {
    @Test("25 copies of an assertion earn one token") func copies() async throws {
        try await withStageOnDisk { stage in
            let (phone, artifact) = try await stage.registeredPhone()
            let submission = try phone.assertion(await stage.challenge(), artifact: artifact, counter: 1)
            let results = await racing(25) { [stage] _ throws(ExchangeError) in
                try await stage.exchanges.exchange(submission)
            }
            #expect(results.compactMap(\.success).count == 1)
            #expect(results.compactMap(\.failure) == Array(repeating: .challenge(.used), count: 24))
            #expect(try await stage.counter(of: phone) == 1)
        }
    }

    @Test("25 assertions over one challenge earn one token") func oneChallenge() async throws {
        try await withStageOnDisk { stage in
            let (phone, artifact) = try await stage.registeredPhone()
            let challenge = try await stage.challenge()
            let submissions = try (1...25).map {
                try phone.assertion(challenge, artifact: artifact, counter: $0, limitedUse: $0.isMultiple(of: 2))
            }
            let results = await racing(25) { [stage] index throws(ExchangeError) in
                try await stage.exchanges.exchange(submissions[index])
            }
            #expect(results.compactMap(\.success).count == 1)
            #expect(results.compactMap(\.failure) == Array(repeating: .challenge(.used), count: 24))
        }
    }

    @Test("25 assertions with challenges of their own leave the highest counter") func shuffledCounters() async throws {
        try await withStageOnDisk { stage in
            let (phone, artifact) = try await stage.registeredPhone()
            var submissions: [AssertionSubmission] = []
            // 7 has no factor in common with 25, so that each counter comes once.
            for index: UInt32 in 0..<25 {
                submissions.append(
                    try phone.assertion(await stage.challenge(), artifact: artifact, counter: 1 + index * 7 % 25))
            }
            let results = await racing(25) { [stage, submissions] index throws(ExchangeError) in
                try await stage.exchanges.exchange(submissions[index])
            }
            #expect(results.compactMap(\.failure).allSatisfy { $0 == .counterStale })
            #expect(results.compactMap(\.success).count >= 1)
            #expect(try await stage.counter(of: phone) == 25)
        }
    }

    @Test("an attestation and an assertion over one challenge, one is taken") func attestationAgainstAssertion()
        async throws
    {
        try await withStageOnDisk { stage in
            for round: UInt32 in 1...8 {
                let (phone, artifact) = try await stage.registeredPhone()
                let challenge = try await stage.challenge()
                let assertion = try phone.assertion(challenge, artifact: artifact, counter: round)
                let attestation = try stage.phone().attestation(challenge)
                let results = await racing(2) { [stage] index throws(ExchangeError) -> AppCheckToken in
                    index == 0
                        ? try await stage.exchanges.exchange(assertion)
                        : try await stage.exchanges.exchange(attestation).token
                }
                #expect(results.compactMap(\.success).count == 1)
                #expect(results.compactMap(\.failure) == [.challenge(.used)])
            }
        }
    }

    @Test("25 attestations of different keys over one challenge, one is taken") func manyKeys() async throws {
        try await withStageOnDisk { stage in
            let challenge = try await stage.challenge()
            let phones = try (0..<25).map { _ in try stage.phone() }
            let submissions = try phones.map { try $0.attestation(challenge) }
            let results = await racing(25) { [stage] index throws(ExchangeError) in
                try await stage.exchanges.exchange(submissions[index]).token
            }
            #expect(results.compactMap(\.success).count == 1)
            #expect(results.compactMap(\.failure) == Array(repeating: .challenge(.used), count: 24))
            var stored = 0
            for phone in phones where try await stage.counter(of: phone) != nil { stored += 1 }
            #expect(stored == 1)
        }
    }
}
