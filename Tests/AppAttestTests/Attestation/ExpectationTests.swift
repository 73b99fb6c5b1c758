import AppAttest
import AppAttestSimulator
import TestSupport
import Testing

@Suite("What an attestation is expected to prove") struct ExpectationTests {
    @Test("names several apps, and the one that matched is told")
    func severalApps() throws {
        for device in try [Simulation.device(), Simulation.device(appID: Simulation.otherAppID)] {
            var specimen = try AttestationSpecimen(device)
            specimen.expectation.appIDs = [Simulation.otherAppID, Simulation.appID]
            #expect(try specimen.verify().appID == device.appID)
        }
    }

    @Test(
        "names no app, or only others",
        arguments: [
            [], [Simulation.otherAppID], [AppID(teamID: "SIMTEAM123", bundleID: "COM.example.app")],
            [AppID(teamID: "", bundleID: "SIMTEAM123.com.example.app")],
        ])
    func otherApps(_ appIDs: [AppID]) throws {
        var specimen = try AttestationSpecimen(Simulation.device())
        specimen.expectation.appIDs = appIDs
        let rejection = #expect(throws: Rejection.self) { try specimen.verify() }
        #expect(rejection?.reason == .unknownApp)
        #expect(rejection?.step == .relyingParty)
    }

    @Test("is not taken from the certificate: a leaf that names the expected app does not help another app's data")
    func appNamedByLeafOnly() throws {
        // Leaf and its claims speak of the other app, authenticator data of the expected one, and the reverse.
        let claims = try AttestationSpecimen(Simulation.device(), damage: .leafAppIDOther)
        #expect(claims.judge().rejection?.reason == .appIDClaimMismatch)
        let data = try AttestationSpecimen(Simulation.device(), damage: .rpIDHashOther)
        #expect(data.judge().rejection?.reason == .unknownApp)
    }

    @Test(
        "allows environments one by one, and the one that matched is told", arguments: AttestationEnvironment.allCases)
    func environments(_ environment: AttestationEnvironment) throws {
        var specimen = try AttestationSpecimen(Simulation.device(.iOS26, environment))
        specimen.expectation.environments = [.production, .development]
        #expect(try specimen.verify().environment == environment)
        for refused: Set<AttestationEnvironment> in [
            [], Set(AttestationEnvironment.allCases).subtracting([environment]),
        ] {
            specimen.expectation.environments = refused
            let rejection = #expect(throws: Rejection.self) { try specimen.verify() }
            #expect(rejection?.reason == .wrongEnvironment)
        }
    }

    @Test("is production, Apple's root and no leeway unless said otherwise")
    func defaults() {
        let expectation = AttestationExpectation(appIDs: [])
        #expect(expectation.environments == [.production])
        #expect(expectation.trustAnchors == [.appleAppAttestationRootCA])
        #expect(expectation.clockLeeway == 0)
        #expect(
            hex(TrustAnchor.appleAppAttestationRootCA.fingerprint)
                == "1cb9823ba28ba6ad2d33a006941de2ae4f513ef1d4e831b9f7e0fa7b6242c932")
    }

    @Test("names several anchors in any order, and one of them is enough")
    func severalAnchors() throws {
        var specimen = try AttestationSpecimen(Simulation.device())
        let own = try Simulation.authority.get().trustAnchor
        let foreign = try Simulation.foreignAuthority.get().trustAnchor
        let verifier = AttestationVerifier()
        for anchors in [[own], [foreign, own], [own, foreign], [.appleAppAttestationRootCA, foreign, own]] {
            specimen.expectation.trustAnchors = anchors
            #expect(throws: Never.self) { try specimen.verify(with: verifier) }
        }
    }

    @Test("does not trust an anchor that another call with the same verifier trusted")
    func anchorsPerCall() throws {
        var specimen = try AttestationSpecimen(Simulation.device())
        let verifier = AttestationVerifier()
        #expect(throws: Never.self) { try specimen.verify(with: verifier) }
        for anchors in [[], [try Simulation.foreignAuthority.get().trustAnchor], [.appleAppAttestationRootCA]] {
            specimen.expectation.trustAnchors = anchors
            let rejection = #expect(throws: Rejection.self) { try specimen.verify(with: verifier) }
            #expect(rejection?.reason == .chainUntrusted)
            #expect(rejection?.step == .certificateChain)
        }
    }

    @Test("judges a root that is sent along by its bytes")
    func rootAppended() throws {
        let device = try Simulation.device()
        var specimen = try AttestationSpecimen(device, variant: .rootIncluded)
        #expect(throws: Never.self) { try specimen.verify() }
        // Trusted, but not by what is sent: the foreign root has the same name.
        var parts = try AttestationParts(specimen.object)
        parts.certificates[2] = try Simulation.foreignAuthority.get().trustAnchor.der
        specimen.object = parts.object
        specimen.expectation.trustAnchors.append(try Simulation.foreignAuthority.get().trustAnchor)
        #expect(specimen.judge().rejection?.reason == .chainUntrusted)
        // Any other third certificate, the intermediate again, or bytes that are none.
        for third in [parts.certificates[0], parts.certificates[1], [], [0x30, 0x00]] {
            parts.certificates[2] = third
            specimen.object = parts.object
            #expect(specimen.judge().rejection?.reason == .chainUntrusted)
        }
    }

    @Test("is met through an intermediate of the right name only when the root signed it")
    func intermediateOfOtherRoot() throws {
        var specimen = try AttestationSpecimen(Simulation.device())
        let foreign = try Simulation.foreignAuthority.get().makeDevice(
            appID: Simulation.appID, environment: .production, generation: .iOS26)
        let other = try AttestationParts(
            foreign.attest(clientDataHash: Simulation.clientDataHash, at: Simulation.moment))
        var parts = try AttestationParts(specimen.object)
        (parts.certificates[1]) = other.certificates[1]
        specimen.object = parts.object
        #expect(specimen.judge().rejection?.reason == .chainUntrusted)
        // Both roots are trusted now: the leaf's signature is that of the other intermediate all the same.
        specimen.expectation.trustAnchors.append(try Simulation.foreignAuthority.get().trustAnchor)
        #expect(specimen.judge().rejection?.reason == .chainUntrusted)
    }
}
