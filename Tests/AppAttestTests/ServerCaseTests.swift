import AppAttest
import AppAttestSimulator
import FoundationEssentials
import TestSupport
import Testing

/// The members of a case file that servers write beside those of every case.
@Suite("A case file of a server") struct ServerCaseTests {
    /// A valid attestation of a production key with iOS 27, as members in JSON.
    private func attestation(_ more: [String: String] = [:]) throws -> [UInt8] {
        let specimen = try AttestationSpecimen(Simulation.device(.iOS27EDSet))
        let roots =
            "[\(specimen.expectation.trustAnchors.map { "\"\($0.pem.replacing("\n", with: "\\n"))\"" }.joined())]"
        return json(
            [
                "kind": "\"attestation\"", "teamId": "\"SIMTEAM123\"", "bundleId": "\"com.example.app\"",
                "environment": "\"production\"", "keyId": "\"\(base64(specimen.keyID))\"",
                "clientDataHash": "\"\(base64(specimen.clientDataHash))\"",
                "attestationObject": "\"\(base64(specimen.object))\"", "validAt": "\"2026-06-15T12:00:00Z\"",
                "rootCertificates": roots,
            ].merging(more) { $1 })
    }

    private func assertion(_ more: [String: String] = [:]) throws -> [UInt8] {
        var device = try Simulation.device(.iOS27EDSet)
        let object = try device.assert(clientDataHash: Simulation.clientDataHash)
        return json(
            [
                "kind": "\"assertion\"", "teamId": "\"SIMTEAM123\"", "bundleId": "\"com.example.app\"",
                "environment": "\"production\"", "clientDataHash": "\"\(base64(Simulation.clientDataHash))\"",
                "assertion": "\"\(base64(object))\"",
                "publicKey": "\"\(device.publicKeyPEM.replacing("\n", with: "\\n"))\"",
            ].merging(more) { $1 })
    }

    private func json(_ members: [String: String]) -> [UInt8] {
        Array("{\(members.map { "\"\($0)\":\($1)" }.joined(separator: ","))}".utf8)
    }

    private func verdict(_ json: [UInt8]) throws -> CaseVerdict {
        try AppAttestCase(json: json).judge(with: AttestationVerifier(), AssertionVerifier())
    }

    @Test("names other apps and environments that would do as well") func others() throws {
        let bundles = ["bundleId": "\"com.example.ext\"", "bundleIds": #"["com.example.ext","com.example.app"]"#]
        #expect(try verdict(attestation(bundles)).text == "valid")
        #expect(try verdict(attestation(["bundleId": "\"com.example.ext\""])).text == "invalid:rp-id")
        let environments = ["environment": "\"development\"", "environments": #"["development","production"]"#]
        #expect(try verdict(attestation(environments)).text == "valid")
        #expect(try verdict(attestation(["environment": "\"development\""])).text == "invalid:aaguid")
    }

    @Test("widens the certificates' validity by the server's leeway") func leeway() throws {
        // Leaves of iOS 27 are valid for three days, from a day before the attestation on.
        let late = ["validAt": "\"2026-06-17T12:00:31Z\""]
        #expect(try verdict(attestation(late)).text == "invalid:chain-validity")
        #expect(try verdict(attestation(late.merging(["clockLeeway": "30"]) { $1 })).text == "invalid:chain-validity")
        #expect(try verdict(attestation(late.merging(["clockLeeway": "31"]) { $1 })).text == "valid")
    }

    @Test("has the rules of a launch policy, and what an assertion is compared with") func launches() throws {
        let strict =
            #"{"validationCategory":{"demand":"REQUIRE","allowed":["TEST_FLIGHT"],"missingOnOlderSystems":"ALLOW"}}"#
        #expect(try verdict(attestation(["launchPolicy": strict])).text == "invalid:category")
        let wide = strict.replacing("\"TEST_FLIGHT\"", with: "\"TEST_FLIGHT\",\"APP_STORE\"")
        #expect(try verdict(attestation(["launchPolicy": wide])).text == "valid")
        let same =
            #"{"environment":"production","validationCategory":"APP_STORE","bundleVersion":"1","osVersion":"27.0"}"#
        #expect(try verdict(assertion(["launchPolicy": wide, "attested": same])).text == "valid")
        let other = same.replacing("APP_STORE", with: "TEST_FLIGHT")
        #expect(try verdict(assertion(["launchPolicy": wide, "attested": other])).text == "invalid:category-changed")
    }

    @Test("says whether a receipt may refuse, and shows it in any case") func receipts() throws {
        // The simulator's receipts lead to the authority's root, not to Apple's.
        let apples = ["receiptRootCertificates": "[\"\(TrustAnchor.appleRootCAG3.pem.replacing("\n", with: "\\n"))\"]"]
        #expect(try verdict(attestation(apples)).text == "invalid:chain-signature")
        let policies = [
            (#"{"unusable":"REFUSE"}"#, "invalid:chain-signature"),
            (#"{"unusable":"REFUSE","reportOnly":false}"#, "invalid:chain-signature"),
            (#"{"unusable":"REFUSE","reportOnly":true}"#, "valid"), (#"{"unusable":"RECORD"}"#, "valid"),
        ]
        for (policy, text) in policies {
            let verdict = try verdict(attestation(apples.merging(["receiptPolicy": policy]) { $1 }))
            #expect(verdict.text == text, "\(policy)")
            let chain = try #require(verdict.trace.entries.first { $0.step == .receiptChain })
            switch chain.outcome {
            case .failed: #expect(text != "valid")
            case .reported: #expect(text == "valid")
            case .passed, .failedToo, .notReached: Issue.record("the receipt was not judged")
            }
        }
    }

    @Test(
        "that contradicts itself, or has a member in another form, names it",
        arguments: [
            ("bundleIds", "[]", "bundleIds: bundleId is not among them"),
            ("bundleIds", #"["com.example.App"]"#, "bundleIds: bundleId is not among them"),
            ("bundleIds", #""com.example.app""#, "bundleIds: not of the right type"),
            ("environments", #"["development"]"#, "environments: environment is not among them"),
            ("environments", #"["sandbox"]"#, "environments: expected production or development"),
            ("clockLeeway", "-1", "clockLeeway: not a number from 0 to 86400"),
            ("clockLeeway", "86401", "clockLeeway: not a number from 0 to 86400"),
            ("clockLeeway", "\"60\"", "clockLeeway: not of the right type"),
            ("receiptPolicy", #"{"unusable":"IGNORE"}"#, "receiptPolicy.unusable: expected RECORD or REFUSE"),
            ("receiptPolicy", "{}", "receiptPolicy.unusable: missing"),
            ("attested", "{}", "attested.environment: missing"),
            (
                "attested", #"{"environment":"production","validationCategory":"4"}"#,
                "attested.validationCategory: not a category like APP_STORE"
            ),
            ("launchPolicy", #"{"osVersion":{"demand":"REQUIRE"}}"#, "launchPolicy.osVersion.minimum: missing"),
            ("launchPolicy", #"{"keyboard":{}}"#, "launchPolicy.keyboard: not of the right type"),
            (
                "launchPolicy", #"{"environment":{"demand":"REQUIRE","allowed":[]}}"#,
                "launchPolicy: expected environment: allowed environments, found none"
            ),
        ])
    func malformed(_ member: String, _ value: String, _ words: String) throws {
        let json = try attestation([member: value])
        let error = #expect(throws: CaseFileError.self) { try AppAttestCase(json: json) }
        #expect(error?.description == words)
        #expect(error?.kind == (words.contains("right type") || words.contains("missing") ? nil : "attestation"))
    }
}
