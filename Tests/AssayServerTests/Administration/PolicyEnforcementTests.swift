import AppAttest
import AppAttestSimulator
import AppCheck
import AssayServer
import Storage
import StrictJSON
import TestSupport
import Testing

@Suite("A policy that is set over REST") struct PolicyEnforcementTests {
    private static let path = "/assay/v1/projects/shop/apps/\(Site.appID)"

    /// The reasons that were counted today, with their endings, once the counts are in the store.
    private func counted(_ live: LiveServer, _ admin: Administrator) async throws -> [String] {
        await live.server.stop()
        return try await live.site.administration.exchangeCounts(of: Site.appID, in: "shop")
            .map { "\($0.tally.ending.rawValue) \($0.tally.reason) \($0.count)" }
    }

    /// The attestation object with zeros in the place of its receipt, which neither nonce nor signature cover.
    private static func blankingReceipt(of object: [UInt8]) throws -> [UInt8] {
        // The text "receipt" and a byte string whose length takes two bytes, in CBOR.
        let head = [0x67] + Array("receipt".utf8) + [0x59]
        let start = try #require(object.indices.first { object[$0...].starts(with: head) }) + head.count
        let count = Int(object[start]) << 8 | Int(object[start + 1])
        return object[..<(start + 2)] + [UInt8](repeating: 0, count: count) + object[(start + 2 + count)...]
    }

    private func set(_ policy: String, _ json: String, _ admin: Administrator) async throws {
        _ = try await admin.object("PATCH", "\(Self.path)?updateMask=\(policy)", "{\"\(policy)\":\(json)}")
    }

    @Test("refuses launches of other versions, or only tells of them, at attestations and assertions alike")
    func launch() async throws {
        try await LiveServer.with { live async throws in
            let (phone, admin) = (live.phone, try await live.administrator())
            var device = try live.site.device(generation: .iOS27EDSet)
            device.bundleVersion = "1.9"
            let artifact = try await phone.register(device).artifactBytes
            func rule(_ more: String = "") -> String {
                #"{"bundleVersion":{"demand":"REQUIRE","minimum":"1.10","missingOnOlderSystems":"ALLOW"\#(more)}}"#
            }
            try await set("launchPolicy", rule(), admin)
            let refused = try await phone.assert(device, artifact: artifact, counter: 1)
            try expectRefused(refused, "BUNDLE_VERSION_TOO_LOW")
            #expect(try refused.error?.action == "RE_ATTEST")
            #expect(try await live.site.store.attestedKey(device.keyID)?.counter == 0)
            let attestation = try await phone.submit(attestation: phone.attestation(of: live.site.device(like: device)))
            try expectRefused(attestation, "BUNDLE_VERSION_TOO_LOW")
            #expect(try attestation.error?.action == "REFUSED")
            // What no older system sends is no fault of theirs here.
            _ = try await phone.register(live.site.device(generation: .iOS17))

            try await set("launchPolicy", rule(#","reportOnly":true"#), admin)
            #expect(try await phone.assert(device, artifact: artifact, counter: 1).status == 200)
            device.bundleVersion = "1.10"
            #expect(try await phone.assert(device, artifact: artifact, counter: 2).status == 200)
            #expect(
                try await counted(live, admin) == [
                    "GRANTED  4", "REFUSED BUNDLE_VERSION_TOO_LOW 2", "REPORTED BUNDLE_VERSION_TOO_LOW 1",
                ])
        }
    }

    @Test("is followed within the time that apps are remembered for") func lifetime() async throws {
        try await LiveServer.with(parts: AssayServer.Parts(directoryLifetime: 3)) { live async throws in
            let device = try live.site.device(generation: .iOS17)
            let artifact = try await live.phone.register(device).artifactBytes
            let rule = #"{"osVersion":{"demand":"REQUIRE","minimum":"18"}}"#
            try await set("launchPolicy", rule, try await live.administrator())
            live.site.clock.advance(by: 3)
            try expectRefused(
                try await live.phone.assert(device, artifact: artifact, counter: 1), "OS_VERSION_TOO_LOW")
        }
    }

    @Test("refuses receipts that cannot be used, or only tells of them") func receipt() async throws {
        try await LiveServer.with { live async throws in
            let (phone, admin) = (live.phone, try await live.administrator())
            func attest() async throws -> RawResponse {
                let device = try live.site.device()
                let challenge = try await phone.challenge()
                let object = try device.attest(
                    clientDataHash: AttestationVerifier.clientDataHash(ofChallenge: challenge),
                    at: live.site.clock.date)
                return try await phone.submit(
                    attestation: .attestation(
                        try Self.blankingReceipt(of: object), keyID: device.keyID, challenge: challenge))
            }
            #expect(try await attest().status == 200)
            try await set("receiptPolicy", #"{"unusable":"REFUSE","reportOnly":true}"#, admin)
            #expect(try await attest().status == 200)
            try await set("receiptPolicy", #"{"unusable":"REFUSE"}"#, admin)
            let refused = try await attest()
            try expectRefused(refused, "MALFORMED_RECEIPT")
            #expect(try refused.error?.action == "REFUSED")
            let keys = try await admin.object("GET", "\(Self.path)/attestedKeys").objects("attestedKeys")
            #expect(
                keys.compactMap { $0.object("receipt")?.string("fault") }
                    == Array(
                        repeating: "MALFORMED_RECEIPT", count: 2))
            #expect(
                try await counted(live, admin) == [
                    "GRANTED  2", "REFUSED MALFORMED_RECEIPT 1", "REPORTED MALFORMED_RECEIPT 1",
                ])
        }
    }

    @Test("refuses assertions of keys at risk, shortens their tokens, or only tells of them") func risk() async throws {
        try await LiveServer.with { live async throws in
            let (site, phone, admin) = (live.site, live.phone, try await live.administrator())
            let device = try site.device()
            let artifact = try await phone.register(device).artifactBytes
            for _ in 0..<4 {
                try await site.measure("11", of: device)
                site.clock.advance(by: 86_400)
            }
            try await set("riskPolicy", #"{"action":"REFUSE_ASSERTIONS"}"#, admin)
            let refused = try await phone.assert(device, artifact: artifact, counter: 1)
            try expectRefused(refused, "RISK_TOO_HIGH")
            #expect(try refused.error?.action == "REFUSED")
            try await set("riskPolicy", #"{"action":"SHORTEN_TOKENS","tokenTtl":"1900s"}"#, admin)
            let short: TokenAnswer = try await phone.assert(device, artifact: artifact, counter: 1).decoded()
            #expect(short.ttl == "1900s")
            try await set("riskPolicy", #"{"action":"REFUSE_ASSERTIONS","reportOnly":true}"#, admin)
            let told: TokenAnswer = try await phone.assert(device, artifact: artifact, counter: 2).decoded()
            #expect(told.ttl == "3600s")
            try await set("riskPolicy", #"{"action":"REFUSE_ASSERTIONS","threshold":11}"#, admin)
            #expect(try await phone.assert(device, artifact: artifact, counter: 3).status == 200)
            #expect(
                try await counted(live, admin).suffix(2) == ["REFUSED RISK_TOO_HIGH 1", "REPORTED RISK_TOO_HIGH 1"])
        }
    }
}

extension Site {
    /// Another device of the same kind.
    fileprivate func device(like other: SimulatedDevice) throws -> SimulatedDevice {
        var device = try device(generation: other.generation)
        device.bundleVersion = other.bundleVersion
        return device
    }

    /// Keeps a newer receipt of the key with that metric, made now, as if Apple had given it.
    fileprivate func measure(_ metric: String, of device: SimulatedDevice) async throws {
        let now = clock.seconds
        let claim = ReceiptClaim(id: [UInt8](repeating: 7, count: 16), madeAt: now, endsAt: now + 60)
        #expect(try await store.claimDueReceipts(claim, ofTeam: Site.team, limit: 1).count == 1)
        let facts = ReceiptFacts(
            type: .receipt, createdAt: now, refreshNotBefore: now, expiresAt: now + 7_776_000, riskMetric: metric)
        let record = ReceiptRecord(receipt: [1], facts: facts, refresh: ReceiptRefreshState(nextAt: now))
        #expect(
            try await store.settleReceipt(
                of: device.keyID, under: claim, as: record, adding: RiskMeasurement(measuredAt: now, metric: metric)))
    }
}
