import AppAttest
import AppAttestSimulator
import FoundationEssentials
import TestSupport
import Testing

@Suite("A case file") struct CaseFileTests {
    private func assertion() throws -> CaseDocument {
        var device = try Simulation.device()
        return CaseDocument(
            kind: "assertion", teamId: device.appID.teamID, bundleId: device.appID.bundleID, environment: "production",
            clientDataHash: base64(Simulation.clientDataHash),
            assertion: base64(try device.assert(clientDataHash: Simulation.clientDataHash)),
            publicKey: device.publicKeyPEM, previousCounter: 0)
    }

    private func attestation() throws -> CaseDocument {
        let specimen = try AttestationSpecimen(Simulation.device())
        return CaseDocument(
            kind: "attestation", teamId: "SIMTEAM123", bundleId: "com.example.app", environment: "production",
            keyId: base64(specimen.keyID), clientDataHash: base64(specimen.clientDataHash),
            attestationObject: base64(specimen.object), validAt: "2026-06-15T12:00:00Z",
            rootCertificates: specimen.expectation.trustAnchors.map(\.pem))
    }

    private func verdict(_ document: CaseDocument) throws -> String {
        try AppAttestCase(json: document.json()).judge(with: AttestationVerifier(), AssertionVerifier()).text
    }

    private func error(_ document: CaseDocument) throws -> CaseFileError? {
        let json = try document.json()
        return #expect(throws: CaseFileError.self) { try AppAttestCase(json: json) }
    }

    @Test("is judged as its fields say")
    func valid() throws {
        #expect(try verdict(assertion()) == "valid")
        #expect(try verdict(attestation()) == "valid")
        var other = try attestation()
        other.bundleId = "com.example.other"
        #expect(try verdict(other) == "invalid:rp-id")
        other = try attestation()
        other.rootCertificates = nil
        #expect(try verdict(other) == "invalid:chain-signature")
    }

    @Test("may have its public key in lines of either kind")
    func lineEnds() throws {
        var document = try assertion()
        document.publicKey = document.publicKey?.replacing("\n", with: "\r\n")
        #expect(try verdict(document) == "valid")
    }

    @Test("has its key id in base64 of either alphabet, padded or not; another length is another key id")
    func keyIDs() throws {
        let document = try attestation()
        let text = try #require(document.keyId)
        for form in [text.replacing("+", with: "-").replacing("/", with: "_"), String(text.dropLast())] {
            var other = document
            other.keyId = form
            #expect(try verdict(other) == "valid")
        }
        for form in [base64([UInt8](repeating: 1, count: 31)), base64([UInt8](repeating: 1, count: 33)), ""] {
            var other = document
            other.keyId = form
            #expect(try verdict(other) == "invalid:key-id")
        }
        for form in ["not base64", " " + text, "A"] {
            var other = document
            other.keyId = form
            #expect(try error(other)?.description == "keyId: not base64")
        }
    }

    @Test("says two things when client data and their hash do not fit")
    func contradiction() throws {
        var document = try assertion()
        document.clientData = base64([1])
        #expect(try error(document)?.description == "clientDataHash: not the SHA-256 of clientData")
    }

    @Test(
        "has a moment that exists",
        arguments: [
            "", "now", "2026-13-01T00:00:00Z", "2026-06-15", "12:00:00Z", "+", "2026-06-15T12:00:00",
            String(repeating: "9", count: 10_000),
        ])
    func moments(_ text: String) throws {
        var document = try attestation()
        document.validAt = text
        #expect(try error(document)?.code == .malformed)
    }

    @Test("of another kind is told so, in words that control no terminal")
    func otherKinds() throws {
        var document = try attestation()
        document.kind = "\u{1B}[2J\u{9B}\n" + String(repeating: "x", count: 1_000)
        let found = try error(document)
        #expect(found?.code == .kindNotJudged)
        #expect(
            found?.description
                == "cases of kind \"?[2J??\(String(repeating: "x", count: 34))\" are not judged by this version")
    }

    @Test(
        "that lacks a field names it",
        arguments: ["teamId", "bundleId", "environment", "keyId", "validAt", "attestationObject", "clientDataHash"])
    func missing(_ field: String) throws {
        let json = String(decoding: try attestation().json(), as: UTF8.self)
        let without = json.replacing("\"\(field)\":", with: "\"other\":")
        let found = #expect(throws: CaseFileError.self) { try AppAttestCase(json: Array(without.utf8)) }
        #expect(found?.description == "\(field): missing")
    }

    @Test("that is not a JSON object is refused", arguments: ["", "[]", "{", "null", "\"x\"", "{\"kind\":1}", "{}"])
    func noObject(_ json: String) {
        #expect(throws: CaseFileError.self) { try AppAttestCase(json: Array(json.utf8)) }
    }
}
