import AppAttest
import AppAttestSimulator
import FoundationEssentials
import TestSupport
import Testing

@Suite("Real objects", .enabled(if: CaseFolder.isPresent, "no case folder: set ASSAY_CASES"))
struct RealObjectTests {
    @Test("of iOS 27 carry signed extensions though the flag is clear")
    func extensionsWithFlagClear() throws {
        let verified = try AttestationSpecimen(real: "apple-guide-2026-ios27.0-prod-attestation-ed-clear").verify()
        #expect(verified.extensions.validationCategory == .operatingSystem)
        #expect(verified.extensions.bundleVersion == "1")
        #expect(verified.extensions.unknownNames.isEmpty)
        #expect(verified.environment == .production)
    }

    @Test("of older systems carry no extensions, and none is invented")
    func noExtensions() throws {
        let verified = try AttestationSpecimen(real: "uebelack-ios17.2.1-prod-attestation").verify()
        #expect(verified.extensions == .none)
        #expect(verified.osVersion == "17.2.1")
        #expect(verified.osBuild == "21C66")
        #expect(verified.keyAccessControl == nil)
    }

    @Test("tell the system that made them, and their leaf's life")
    func facts() throws {
        let specimen = try AttestationSpecimen(real: "veehaitch-ios14.2-dev-attestation")
        let verified = try specimen.verify()
        #expect(verified.osVersion == "14.2")
        #expect(verified.osBuild == nil)
        #expect(verified.keyID == specimen.keyID)
        #expect(AttestationVerifier.clientDataHash(ofChallenge: verified.publicKey) == verified.keyID)
        #expect(verified.appID.description == "6MURL8TA57.de.vincent-haupert.apple-appattest-poc")
        #expect(verified.leafNotBefore == .at(1_605_910_382))
        #expect(verified.leafNotAfter == .at(1_606_169_582))
        #expect(verified.receipt.count == 3_705)
    }

    @Test(
        "with an extended key usage or key access control in the leaf are accepted",
        arguments: [
            "worldcoin-ios26.3-dev-attestation1", "zcam1-ios26.1-dev-attestation",
            "apple-guide-2026-ios27.0-prod-attestation-ed-clear",
        ])
    func newLeaves(_ name: String) throws {
        #expect(try AttestationSpecimen(real: name).verify().keyAccessControl != nil)
    }

    @Test(
        "stand for the client data hash that was given, raw or hashed, and never for both",
        arguments: [
            "apple-guide-2024-ios18.0-prod-attestation", "apple-guide-2026-ios27.0-prod-attestation-ed-clear",
            "uebelack-ios17.2.1-prod-attestation", "veehaitch-ios14.2-dev-attestation",
        ])
    func clientDataHash(_ name: String) throws {
        var specimen = try AttestationSpecimen(real: name)
        #expect(throws: Never.self) { try specimen.verify() }
        let given = specimen.clientDataHash
        let text = Array(base64(given).utf8)
        for other in [
            AttestationVerifier.clientDataHash(ofChallenge: given), text, given + [0], Array(given.dropLast()),
        ] {
            specimen.clientDataHash = other
            #expect(specimen.judge().rejection?.reason == .nonceMismatch)
        }
    }

    @Test("hash to the 65-byte point, to neither the 64 bytes without its prefix nor the key's info")
    func keyID() throws {
        let specimen = try AttestationSpecimen(real: "uebelack-ios17.2.1-prod-attestation")
        let point = try specimen.verify().publicKey
        let info = bytes("3059301306072a8648ce3d020106082a8648ce3d030107034200") + point
        for wrong in [info, Array(point.dropFirst()), [2 | point[64] & 1] + Array(point[1...32])] {
            var other = specimen
            other.keyID = AttestationVerifier.clientDataHash(ofChallenge: wrong)
            #expect(other.judge().rejection?.reason == .keyIDMismatch)
        }
    }

    @Test("belong to their app, in the same letters, and to their environment alone")
    func appAndEnvironment() throws {
        for name in try CaseFolder.names(kind: "attestation") where !name.hasPrefix("neg-") {
            let specimen = try AttestationSpecimen(real: name)
            let appID = specimen.expectation.appIDs[0]
            var other = specimen
            other.expectation.appIDs = [AppID(teamID: appID.teamID, bundleID: appID.bundleID.uppercased())]
            #expect(other.judge().rejection?.reason == .unknownApp, "\(name)")
            other = specimen
            other.expectation.environments = Set(AttestationEnvironment.allCases)
                .subtracting(specimen.expectation.environments)
            #expect(other.judge().rejection?.reason == .wrongEnvironment, "\(name)")
            other = specimen
            other.expectation.trustAnchors = [try Simulation.authority.get().trustAnchor]
            #expect(other.judge().rejection?.reason == .chainUntrusted, "\(name)")
            // Apple's other root, where receipts end.
            other.expectation.trustAnchors = [try appleRootG3()]
            #expect(other.judge().rejection?.reason == .chainUntrusted, "\(name)")
        }
    }

    private func appleRootG3() throws -> TrustAnchor {
        try TrustAnchor(pem: String(contentsOfFile: "\(CaseFolder.path)/Apple_Root_CA_G3.pem", encoding: .utf8))
    }

    @Test("are valid from the first second of their leaf to the last, and a minute around it with leeway")
    func validity() throws {
        let verifier = AttestationVerifier()
        for name in try CaseFolder.names(kind: "attestation") where !name.hasPrefix("neg-") {
            var specimen = try AttestationSpecimen(real: name)
            let verified = try specimen.verify(with: verifier)
            let (first, last) = (verified.leafNotBefore, verified.leafNotAfter)
            for (moment, leeway, reason) in [
                (first, 0, nil), (last, 0, nil), (first - 1, 0, .chainNotYetValid), (last + 1, 0, .chainExpired),
                (first - 60, 60, nil), (last + 60, 60, nil), (first - 61, 60, .chainNotYetValid),
                (last + 61, 60, .chainExpired),
            ] as [(Date, Int, RejectionReason?)] {
                (specimen.moment, specimen.expectation.clockLeeway) = (moment, leeway)
                #expect(specimen.judge(with: verifier).rejection?.reason == reason, "\(name)")
            }
        }
    }

    @Test("are accepted with Apple's root sent along, and refused in any other order of certificates")
    func certificateOrder() throws {
        for name in try CaseFolder.names(kind: "attestation") where !name.hasPrefix("neg-") {
            var specimen = try AttestationSpecimen(real: name)
            let parts = try AttestationParts(specimen.object)
            #expect(parts.object == specimen.object, "\(name)")
            let (leaf, intermediate) = (parts.certificates[0], parts.certificates[1])
            let root = TrustAnchor.appleAppAttestationRootCA.der
            var changed = parts
            changed.certificates = [leaf, intermediate, root]
            specimen.object = changed.object
            #expect(throws: Never.self, "\(name)") { try specimen.verify() }
            for chain in [
                [], [leaf], [intermediate, leaf], [leaf, leaf], [leaf, root], [leaf, root, intermediate],
                [leaf, intermediate, intermediate], [leaf, intermediate, root, root],
            ] {
                changed.certificates = chain
                specimen.object = changed.object
                #expect(specimen.judge().rejection?.reason == .chainUntrusted, "\(name)")
            }
            // These are chains of their own right, of authorities that no device has: they certify no nonce.
            for chain in [[intermediate, root], [root, root], [intermediate, root, root]] {
                changed.certificates = chain
                specimen.object = changed.object
                #expect(specimen.judge().rejection?.reason == .malformedNonceExtension, "\(name)")
            }
        }
    }

    @Test("of one device do not pass with parts of another's")
    func mixedParts() throws {
        let first = try AttestationSpecimen(real: "veehaitch-ios14.4-dev-attestation")
        let second = try AttestationSpecimen(real: "veehaitch-ios14.4-beta-1-dev-attestation")
        let (parts, others) = (try AttestationParts(first.object), try AttestationParts(second.object))
        var mixed = first
        mixed.moment = first.moment
        var changed = parts
        changed.authenticatorData = others.authenticatorData
        mixed.object = changed.object
        #expect(mixed.judge().rejection?.reason == .nonceMismatch)
        changed = parts
        changed.certificates[0] = others.certificates[0]
        mixed.object = changed.object
        mixed.moment = second.moment
        #expect(mixed.judge().rejection?.reason == .nonceMismatch)
    }

    @Test("have a counter that was not 1 when first seen, and set no user presence")
    func assertions() throws {
        let specimen = try AssertionSpecimen(real: "bas-d-ios14.4-dev-assertion-counter3")
        #expect(try specimen.verify().counter == 3)
        for previous: UInt32 in [3, 4] {
            var stale = specimen
            stale.previousCounter = previous
            #expect(stale.judge().rejection?.reason == .counterStale)
        }
    }

    @Test("that are assertions are refused for another app, another key and other client data")
    func otherAssertions() throws {
        for name in try CaseFolder.names(kind: "assertion") where !name.hasPrefix("neg-") {
            let specimen = try AssertionSpecimen(real: name)
            #expect(throws: Never.self, "\(name)") { try specimen.verify() }
            var other = specimen
            other.appID = Simulation.appID
            #expect(other.judge().rejection?.reason == .unknownApp, "\(name)")
            other = specimen
            other.publicKey = try Simulation.device().publicKeyX963
            #expect(other.judge().rejection?.reason == .signatureInvalid, "\(name)")
            other = specimen
            other.clientDataHash = AssertionVerifier.clientDataHash(of: specimen.clientDataHash)
            #expect(other.judge().rejection?.reason == .signatureInvalid, "\(name)")
        }
    }
}
