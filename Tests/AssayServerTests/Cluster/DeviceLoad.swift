import AppAttestSimulator
import AppCheck
import StrictJSON
import Testing
import TestSupport

/// Devices that register, assert and have their tokens used up, one after the other, and that try again as they should
/// when they hear nothing or that the service is unavailable. Any other refusal is a fault.
struct DeviceLoad: Sendable {
    let crew: Crew
    let ledger: Ledger
    /// A bearer token of a backend.
    let backend: String

    /// Runs `tasks` of them until the ledger is over, and `body` beside them.
    static func with(
        _ tasks: Int, _ crew: Crew, _ body: (Ledger, DeviceLoad) async throws -> Void
    ) async throws {
        let ledger = Ledger()
        let load = DeviceLoad(crew: crew, ledger: ledger, backend: try await crew.workshop.backendToken())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<tasks { group.addTask { try await load.run() } }
            defer { ledger.end() }
            try await body(ledger, load)
            ledger.end()
            try await group.waitForAll()
        }
    }

    private func run() async throws {
        while !ledger.isOver {
            let device = try crew.workshop.device()
            guard let artifact = try await register(device) else { continue }
            var known = AcknowledgedDevice(device: device, artifact: artifact)
            ledger.acknowledge(known)
            for counter: UInt32 in 1...6 where !ledger.isOver {
                guard let token = try await assert(device, artifact, counter) else { continue }
                known.counter = counter
                ledger.acknowledge(known)
                if try await spend(token) { ledger.acknowledge(spent: token) }
            }
        }
    }

    /// - Returns: the artifact; nil if the load was over before there was one.
    private func register(_ device: SimulatedDevice) async throws -> [UInt8]? {
        guard let challenge = try await challenge() else { return nil }
        let message = try await crew.phone().attestation(of: device, challenge: challenge)
        // The identical attestation may be repeated: what was registered without an answer is answered then.
        while let (response, _) = await answer(to: { try await $0.submit(attestation: message) }) {
            if response.status == 200 { return try response.decoded(as: AttestationAnswer.self).artifactBytes }
            Issue.record("an attestation was refused: \(response.text)")
            return nil
        }
        return nil
    }

    /// - Returns: a token for limited use; nil if there was no answer to the assertion that says that it was taken.
    private func assert(_ device: SimulatedDevice, _ artifact: [UInt8], _ counter: UInt32) async throws -> String? {
        guard let challenge = try await challenge() else { return nil }
        let message = try await crew.phone().assertion(
            of: device, artifact: artifact, counter: counter, challenge: challenge
        ).with("limited_use", "true")
        guard let (response, wasRepeated) = await answer(to: { try await $0.submit(assertion: message) }) else {
            return nil
        }
        if response.status == 200 { return try response.decoded(as: TokenAnswer.self).token }
        // Taken before, without an answer that arrived.
        if wasRepeated, ["CHALLENGE_USED", "COUNTER_STALE"].contains(response.reason) { return nil }
        Issue.record("an assertion was refused: \(response.text)")
        return nil
    }

    /// - Returns: whether the answer was that this was the token's first use.
    private func spend(_ token: String) async throws -> Bool {
        guard let (response, wasRepeated) = await answer(to: { try await consume(token, at: $0) }) else { return false }
        let wasUsed = try isConsumed(response)
        #expect(wasRepeated || !wasUsed)
        return !wasUsed
    }

    /// That the latest uses that were acknowledged are known to a server.
    func checkSpent(at phone: Phone) async throws {
        // The last ones are those that a kill can have cost. All of them would be more at each kill than at the one before,
        // for the load goes on meanwhile.
        for token in ledger.takeSpent().suffix(48) {
            let response = try await consume(token, at: phone)
            #expect(try isConsumed(response), "a token was good for a second use")
        }
    }

    private func consume(_ token: String, at phone: Phone) async throws -> RawResponse {
        try await Administrator(http: phone.http, token: backend).call(
            "POST", "/v1beta/projects/shop:verifyAppCheckToken", "{\"app_check_token\":\"\(token)\"}")
    }

    private func isConsumed(_ response: RawResponse) throws -> Bool {
        guard response.status == 200 else {
            Issue.record("a token was refused: \(response.text)")
            return false
        }
        return try JSONObject(json: response.body)["alreadyConsumed"] == .bool(true)
    }

    private func challenge() async throws -> [UInt8]? {
        guard let (response, _) = await answer(to: { try await $0.http.post($0.path("generateAppAttestChallenge")) })
        else { return nil }
        return try bytes(base64: response.decoded(as: ChallengeAnswer.self).challenge)
    }

    /// Sends a request to one server after the other until one says what becomes of it.
    /// - Returns: the answer, and whether an earlier one was lost or not to be had; nil if the load is over before.
    private func answer(
        to send: (Phone) async throws -> RawResponse
    ) async -> (response: RawResponse, wasRepeated: Bool)? {
        var wasRepeated = false
        while true {
            if let response = try? await send(crew.phone()) {
                ledger.count(status: response.status)
                if response.status != 503, response.status != 429 { return (response, wasRepeated) }
            } else {
                ledger.countUnanswered()
            }
            guard !ledger.isOver else { return nil }
            wasRepeated = true
            // A device waits before it tries again, if not as long as `Retry-After` asks it to.
            try? await Task.sleep(for: .milliseconds(20))
        }
    }
}

extension Ledger {
    /// That the database has every key and counter that was acknowledged, and that devices go on from there.
    func checkDevices(_ crew: Crew) async throws {
        let devices = devices
        try await crew.workshop.place.withStore { store in
            for known in devices {
                let stored = try #require(try await store.attestedKey(known.device.keyID), "a registration was lost")
                #expect(stored.key.publicKey == known.device.publicKeyX963)
                #expect(stored.counter >= known.counter, "a counter was lost")
            }
        }
        for (number, known) in devices.prefix(30).enumerated() {
            let (phone, device, artifact) = (crew.phone(number), known.device, known.artifact)
            try expectRefused(
                try await phone.assert(device, artifact: artifact, counter: known.counter), "COUNTER_STALE")
            try expectRefused(
                try await phone.submit(attestation: try await phone.attestation(of: device)), "KEY_ALREADY_REGISTERED")
            // Those after the last that was acknowledged may have been taken without their answers.
            #expect(try await phone.assert(device, artifact: artifact, counter: 20).status == 200)
        }
    }
}
