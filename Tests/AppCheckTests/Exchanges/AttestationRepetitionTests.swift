import AppAttestSimulator
import AppCheck
import AppCheckTokens
import MemoryStore
import Storage
import Testing

@Suite("An attestation that is sent again") struct AttestationRepetitionTests {
    @Test("gets an equal grant and registers nothing, as long as the challenge lasts") func repetition() async throws {
        let stage = try await Stage(store: MemoryStore())
        let phone = try stage.phone()
        let submission = try phone.attestation(await stage.challenge())
        _ = try await stage.exchanges.exchange(submission)
        stage.clock.advance(by: 299)
        let second = try await stage.exchanges.exchange(submission)
        #expect(second.token.ttl == 3600)
        #expect(throws: Never.self) { try stage.verify(second.token) }
        #expect(stage.store.keyCount == 1)
        #expect(stage.store.redemptionCount == 1)
        let assertion = try phone.assertion(await stage.challenge(), artifact: second.artifact, counter: 1)
        _ = try await stage.exchanges.exchange(assertion)
        stage.clock.advance(by: 1)
        await #expect(throws: ExchangeError.challenge(.expired)) { try await stage.exchanges.exchange(submission) }
    }

    @Test("gets the first token again for limited use, so that none outlives what verifiers remember of it")
    func limitedUse() async throws {
        let stage = try await Stage(store: MemoryStore())
        let submission = try stage.phone().attestation(await stage.challenge(), limitedUse: true)
        let first = try stage.verify(try await stage.exchanges.exchange(submission).token)
        for later: Int64 in [1, 250, -40] {
            stage.clock.seconds = Specimen.moment + later
            let token = try await stage.exchanges.exchange(submission).token
            // What is left of it, not what it began with: the client counts from now.
            #expect(token.ttl == 300 - max(later, 0))
            let again = try stage.verify(token)
            #expect(again.jti == first.jti)
            #expect(again.expiry == first.expiry + min(later, 0))
        }
    }

    @Test("gets nothing for limited use once the first token has ended") func limitedUseEnded() async throws {
        let stage = try await Stage(store: MemoryStore(), challengeTTL: 3600)
        let submission = try stage.phone().attestation(await stage.challenge(), limitedUse: true)
        _ = try await stage.exchanges.exchange(submission)
        stage.clock.advance(by: 299)
        _ = try await stage.exchanges.exchange(submission)
        stage.clock.advance(by: 1)
        await #expect(throws: ExchangeError.challenge(.used)) { try await stage.exchanges.exchange(submission) }
    }

    @Test("is another request with another kind of token") func otherKind() async throws {
        let stage = try await Stage(store: MemoryStore())
        let phone = try stage.phone()
        let challenge = try await stage.challenge()
        _ = try await stage.exchanges.exchange(phone.attestation(challenge))
        await #expect(throws: ExchangeError.challenge(.used)) {
            try await stage.exchanges.exchange(phone.attestation(challenge, limitedUse: true))
        }
        // Attested anew, the object is another one.
        await #expect(throws: ExchangeError.challenge(.used)) {
            try await stage.exchanges.exchange(phone.attestation(challenge))
        }
    }

    @Test("in 25 copies at once registers one key", arguments: [false, true]) func copies(limitedUse: Bool) async throws
    {
        try await withStageOnDisk { stage in
            let phone = try stage.phone()
            let submission = try phone.attestation(await stage.challenge(), limitedUse: limitedUse)
            let grants = await racing(25) { [stage] _ throws(ExchangeError) in
                try await stage.exchanges.exchange(submission)
            }
            #expect(grants.compactMap(\.failure) == [])
            let tokens = try grants.map { try stage.verify($0.get().token) }
            #expect(Set(tokens.map(\.jti)).count == 1)
            #expect((tokens[0].jti != nil) == limitedUse)
            #expect(try await stage.counter(of: phone) == 0)
        }
    }

    @Test("with a second challenge meets its own key") func secondChallenge() async throws {
        let stage = try await Stage(store: MemoryStore())
        let phone = try stage.phone()
        _ = try await stage.exchanges.exchange(phone.attestation(stage.challenge()))
        let challenge = try await stage.challenge()
        await #expect(throws: ExchangeError.keyAlreadyRegistered) {
            try await stage.exchanges.exchange(phone.attestation(challenge))
        }
        // That cost the challenge nothing.
        _ = try await stage.exchanges.exchange(stage.phone().attestation(challenge))
        #expect(stage.store.keyCount == 2)
    }

    @Test("for another app meets the first one's key") func otherApp() async throws {
        try await withStageOnDisk { stage in
            let phone = try stage.phone()
            _ = try await stage.exchanges.exchange(phone.attestation(stage.challenge()))
            let twins = try await stage.challenge(Specimen.twinAppID)
            await #expect(throws: ExchangeError.keyAlreadyRegistered) {
                try await stage.exchanges.exchange(phone.attestation(twins, for: Specimen.twinAppID))
            }
            let others = try await stage.challenge(Specimen.otherAppID)
            let refusal = await #expect(throws: ExchangeError.self) {
                try await stage.exchanges.exchange(phone.attestation(others, for: Specimen.otherAppID))
            }
            #expect(refusal?.reason == "UNKNOWN_APP")
            #expect(try await stage.store.attestedKey(phone.device.keyID)?.key.appID == Specimen.appID)
        }
    }
}
