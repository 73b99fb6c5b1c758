import AppAttest
import AppAttestSimulator
import FoundationEssentials
import TestSupport
import Testing

@Suite("The chain step and libcrypto's path validation") struct PlainRouteTests {
    private static func both(_ valid: Bool) -> [Bool] { [valid, valid] }

    private func verdicts(_ specimen: AttestationSpecimen, _ verifier: AttestationVerifier) throws -> [Bool]? {
        try ChainVerdicts(specimen, verifier).map { [$0.ours, $0.plain] }
    }

    @Test(
        "agree on every real attestation, before, within and after its leaf's life",
        .enabled(if: CaseFolder.isPresent, "no case folder: set ASSAY_CASES"))
    func realAttestations() throws {
        let verifier = AttestationVerifier()
        for name in try CaseFolder.names(kind: "attestation") {
            var specimen = try AttestationSpecimen(real: name)
            if name.hasPrefix("neg-") {
                let verdicts = try #require(try verdicts(specimen, verifier), "\(name)")
                #expect(verdicts[0] == verdicts[1], "\(name)")
                continue
            }
            let verified = try specimen.verify(with: verifier)
            let (first, last) = (verified.leafNotBefore, verified.leafNotAfter)
            // Apple's intermediate ends on 2030-03-13 and its root on 2045-03-15.
            for (moment, valid) in [
                (specimen.moment, true), (first, true), (last - 1, true), (first - 1, false), (last + 1, false),
                (.at(0), false), (.at(1_584_556_372), false), (.at(1_900_000_000), false), (.at(2_400_000_000), false),
            ] {
                specimen.moment = moment
                #expect(try verdicts(specimen, verifier) == Self.both(valid), "\(name) at \(moment)")
            }
            // RFC 5280 section 4.1.2.5 counts the last second in; libcrypto does not. Here ours is the wider.
            specimen.moment = last
            #expect(try verdicts(specimen, verifier) == [true, false], "\(name)")
        }
    }

    @Test("agree on valid simulated attestations of every age and shape", arguments: DeviceGeneration.allCases)
    func simulatedAttestations(_ generation: DeviceGeneration) throws {
        let device = try Simulation.device(generation)
        let verifier = AttestationVerifier()
        for variant in AttestationVariant.allCases {
            let specimen = try AttestationSpecimen(device, variant: variant)
            #expect(try verdicts(specimen, verifier) == [true, true], "\(variant)")
        }
    }

    /// Where this library refuses what libcrypto accepts, and why.
    private static let stricter: [AttestationDamage: String] = [
        .chainSwapped: "libcrypto validates whatever comes first, an authority too; no leaf may be one's issuer here",
        .chainOfFour: "libcrypto takes any number of certificates along; here there are two, or three with the root",
        .duplicateExtension:
            "libcrypto lets an extension it does not know occur twice (RFC 5280 section 4.2: must not)",
        .nonceTwice: "the same, and which of two nonces counts must not be a question",
    ]

    @Test(
        "agree on damaged simulated attestations, but for what is refused here alone",
        arguments: DeviceGeneration.allCases)
    func damagedAttestations(_ generation: DeviceGeneration) throws {
        let verifier = AttestationVerifier()
        var compared = 0
        for damage in AttestationDamage.allCases {
            let specimen = try AttestationSpecimen(Simulation.device(generation), damage: damage)
            guard let verdicts = try? verdicts(specimen, verifier) else {
                #expect(damage.rejection.0 == .attestationObject, "\(damage)")
                continue
            }
            compared += 1
            if Self.stricter[damage] != nil {
                #expect(verdicts == [false, true], "\(damage)")
            } else {
                #expect(verdicts == Self.both(damage.rejection.0 != .certificateChain), "\(damage)")
            }
        }
        #expect(compared == 41)
    }

    @Test("agree on chains put together from parts of several authorities")
    func mixedChains() throws {
        let device = try Simulation.device()
        let foreign = try Simulation.foreignAuthority.get().makeDevice(
            appID: Simulation.appID, environment: .production, generation: .iOS26)
        let own = try AttestationSpecimen(device)
        let parts = try AttestationParts(own.object)
        let others = try AttestationParts(
            foreign.attest(clientDataHash: Simulation.clientDataHash, at: Simulation.moment))
        let anchors = [
            try Simulation.authority.get().trustAnchor, try Simulation.foreignAuthority.get().trustAnchor,
        ]
        let verifier = AttestationVerifier()
        for leaf in [parts.certificates[0], others.certificates[0]] {
            for intermediate in [parts.certificates[1], others.certificates[1]] {
                for trusted in [[anchors[0]], [anchors[1]], anchors, []] {
                    var changed = parts
                    changed.certificates = [leaf, intermediate]
                    var specimen = own
                    specimen.object = changed.object
                    specimen.expectation.trustAnchors = trusted
                    let verdicts = try #require(try verdicts(specimen, verifier))
                    #expect(verdicts[0] == verdicts[1])
                }
            }
        }
    }
}
