import AppAttest
import AppAttestSimulator
import Foundation
import Testing

@Suite("A simulated authority") struct AuthorityTests {
    @Test("survives storage: root, and devices under it") func roundTrip() throws {
        let authority = try Specimen.authority.get()
        let restored = try SimulatedAuthority(serialized: authority.serialized())
        #expect(restored.trustAnchor == authority.trustAnchor)
        #expect(restored.rootCertificatePEM == authority.rootCertificatePEM)
        let device = try restored.makeDevice(appID: Specimen.appID, environment: .production, generation: .iOS26)
        let original = try Specimen.device(.iOS26)
        let intermediates = try [device, original].map {
            try AttestationParts($0.attest(clientDataHash: [1], at: Specimen.moment)).intermediate
        }
        #expect(intermediates[0] == intermediates[1])
    }

    @Test("is refused when the bytes are no authority") func malformed() throws {
        for text in ["", "{}", "[]", #"{"version":2}"#] {
            #expect(throws: SimulationError.self) { try SimulatedAuthority(serialized: Array(text.utf8)) }
        }
    }

    @Test(
        "is refused when a key or a certificate is another authority's",
        arguments: [
            "rootKey", "rootCertificate", "intermediateKey", "intermediateCertificate",
        ])
    func mixedUp(_ field: String) throws {
        let other = try SimulatedAuthority(
            notBefore: Specimen.authorityValidity.0, notAfter: Specimen.authorityValidity.1)
        var fields = try dictionary(Specimen.authority.get())
        fields[field] = try dictionary(other)[field]
        let mixed = try JSONSerialization.data(withJSONObject: fields)
        let error = #expect(throws: SimulationError.self) { try SimulatedAuthority(serialized: Array(mixed)) }
        #expect(error?.code == .malformedAuthority)
    }

    @Test("is refused when its intermediate pair belongs under another root") func otherRoot() throws {
        let other = try dictionary(
            SimulatedAuthority(notBefore: Specimen.authorityValidity.0, notAfter: Specimen.authorityValidity.1))
        var fields = try dictionary(Specimen.authority.get())
        for field in ["intermediateKey", "intermediateCertificate"] { fields[field] = other[field] }
        let mixed = try JSONSerialization.data(withJSONObject: fields)
        let error = #expect(throws: SimulationError.self) { try SimulatedAuthority(serialized: Array(mixed)) }
        #expect(error?.code == .malformedAuthority)
    }

    @Test("cannot be valid for no time or outside the years certificates know") func validity() {
        let (start, end) = Specimen.authorityValidity
        for (notBefore, notAfter) in [
            (end, start), (start, start), (Date(timeIntervalSince1970: -631_152_001), end),
            (start, Date(timeIntervalSince1970: 253_402_300_800)),
        ] {
            let error = #expect(throws: SimulationError.self) {
                try SimulatedAuthority(notBefore: notBefore, notAfter: notAfter)
            }
            #expect(error?.code == .validity)
        }
    }

    private func dictionary(_ authority: SimulatedAuthority) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(authority.serialized()))
        return try #require(object as? [String: Any])
    }
}
