import AppAttest
import AppAttestSimulator
import AppCheck
import AssayServer
import Testing
import Storage
import TestSupport

/// An answer that brings nothing, and the state that is documented for it.
private struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let lines: [WrittenApple.Line]
    let outcome: RefreshOutcome
    let failures: Int64
    /// Seconds until it is due again; nil for never.
    let wait: ClosedRange<Int64>?
    var deadline: Duration = .seconds(20)
    /// How often Apple is asked.
    var requests = 1

    init(
        _ description: String, _ lines: [WrittenApple.Line], _ outcome: RefreshOutcome, failures: Int64 = 1,
        wait: ClosedRange<Int64>?, deadline: Duration = .seconds(20), requests: Int = 1
    ) {
        (testDescription, self.lines, self.outcome, self.failures) = (description, lines, outcome, failures)
        (self.wait, self.deadline, self.requests) = (wait, deadline, requests)
    }

    private static let day: Int64 = 86_400
    /// The first back-off.
    private static let backOff: ClosedRange<Int64> = 30...60
    private static let head = ScriptedServer.Reaction.head("200 OK", headers: ["Content-Length: 6000"])
    private static let short: Duration = .milliseconds(300)
    private static let endless = ScriptedServer.Reaction.flood(
        ScriptedServer.Reaction.head("200 OK", headers: ["Transfer-Encoding: chunked"]),
        Array("400\r\n".utf8) + [UInt8](repeating: 0x41, count: 1_024) + Array("\r\n".utf8))

    static let all = [
        Refusal("200 and a damaged receipt", [WrittenApple.damaged], .answerRejected, wait: backOff),
        Refusal(
            "200 and no base64", [WrittenApple.always(.answer("200 OK", "<html>"))], .answerRejected, wait: backOff),
        Refusal("200 and nothing", [WrittenApple.always(.answer("200 OK"))], .answerRejected, wait: backOff),
        Refusal(
            "304", [WrittenApple.always(.stay(ScriptedServer.Reaction.head("304 Not Modified")))], .notModified,
            failures: 0, wait: day...day + 7_200),
        Refusal("400", [WrittenApple.status("400 Bad Request")], .refusedByApple, wait: nil),
        Refusal(
            "401 twice", [WrittenApple.status("401 Unauthorized")], .unauthorized, wait: 3_600...3_600, requests: 2),
        Refusal("404", [WrittenApple.status("404 Not Found")], .noData, wait: day...day),
        Refusal(
            "429 and ten minutes", [WrittenApple.status("429 Busy", ["Retry-After: 600"])], .tooManyRequests,
            wait: 600...600),
        Refusal(
            "429 until a date", [WrittenApple.status("429 Busy", ["Retry-After: Thu, 15 Jan 2026 12:05:00 GMT"])],
            .tooManyRequests, wait: 300...300),
        Refusal("429 alone", [WrittenApple.status("429 Busy")], .tooManyRequests, wait: backOff),
        Refusal("503", [WrittenApple.status("503 Busy")], .unavailable, wait: backOff),
        Refusal(
            "503 and ten minutes", [WrittenApple.status("503 Busy", ["Retry-After: 600"])], .unavailable,
            wait: 600...600),
        Refusal("a status that nobody knows", [WrittenApple.status("418 Odd")], .unavailable, wait: backOff),
        Refusal(
            "a redirect", [WrittenApple.status("307 Elsewhere", ["Location: /v1/attestationData"])], .unavailable,
            wait: backOff),
        Refusal("silence", [WrittenApple.always(.stay([]))], .unavailable, wait: backOff, deadline: short),
        Refusal(
            "a slow body", [WrittenApple.always(.trickle(head, [0x41]))], .unavailable, wait: backOff, deadline: short),
        Refusal("a huge body", [WrittenApple.always(endless)], .unavailable, wait: backOff),
        Refusal("a connection that breaks", [WrittenApple.always(.send(head + [0x41]))], .unavailable, wait: backOff),
    ]
}

@Suite("A stored receipt", .timeLimit(.minutes(2))) struct KeptReceiptTests {
    @Test("is kept byte for byte when Apple gives no good one, in the state that is documented", arguments: Refusal.all)
    private func kept(_ refusal: Refusal) async throws {
        try await ReceiptScene.with(refusal.lines, deadline: refusal.deadline) { scene in
            let now = scene.live.site.clock.seconds
            let record = try await scene.settled()
            #expect(record.refresh.outcome == refusal.outcome)
            #expect(record.refresh.failures == refusal.failures)
            if let wait = refusal.wait {
                #expect((now + wait.lowerBound...now + wait.upperBound).contains(record.refresh.nextAt ?? 0))
            } else {
                #expect(record.refresh.nextAt == nil)
            }
            try await expectUntouched(record, scene, requests: refusal.requests)
        }
    }

    @Test("is kept when Apple answers with the receipt of another app's device") func otherApp() async throws {
        try await Site.with { site in
            let device = try site.device(bundle: "com.example.other")
            let hash = [UInt8](repeating: 7, count: 32)
            let attestation = try AttestationVerifier().verify(
                device.attest(clientDataHash: hash, at: site.clock.date), keyID: device.keyID, clientDataHash: hash,
                expecting: AttestationExpectation(
                    appIDs: [device.appID], trustAnchors: [site.authority.trustAnchor]), at: site.clock.date)
            let other = try device.receipt(
                ReceiptSubject(
                    type: .receipt, leafCertificate: attestation.leafCertificate, clientDataHash: hash,
                    at: site.clock.date))
            try await ReceiptScene.with(site: site, [WrittenApple.receipt(other)]) { scene in
                let record = try await scene.settled()
                #expect(record.refresh.outcome == .answerRejected)
                try await expectUntouched(record, scene, requests: 1)
                await scene.live.server.stop()
                #expect(site.log.lines.joined().contains("RECEIPT_APP_MISMATCH 1"))
            }
        }
    }

    /// That the receipt is the one that Apple was asked with: from the device, good, and without a risk metric.
    private func expectUntouched(
        _ record: ReceiptRecord, _ scene: ReceiptScene, requests: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        #expect(scene.apple.faults == [], sourceLocation: sourceLocation)
        #expect(scene.apple.receipts.count == requests, sourceLocation: sourceLocation)
        #expect(Set(scene.apple.receipts) == [record.receipt], sourceLocation: sourceLocation)
        #expect(record.fault == nil, sourceLocation: sourceLocation)
        #expect(record.facts?.type == .attest, sourceLocation: sourceLocation)
        #expect(record.facts?.riskMetric == nil, sourceLocation: sourceLocation)
        let history = try await scene.live.site.store.riskMeasurements(of: scene.device.keyID)
        #expect(history == [], sourceLocation: sourceLocation)
    }
}
