import AppAttest
import AppAttestSimulator
import TestSupport
import Testing

@Suite("What needs no signature is judged before the signatures of the chain") struct CheckOrderTests {
    /// The damages of simulated devices that leave the chain as it is: the object has one fault, and it is not that.
    private static let besideChain = AttestationDamage.allCases.filter {
        $0.rejection.0 != .attestationObject && $0.rejection.0 != .certificateChain
    }

    /// Changes the last byte of a certificate, which is the last of its signature.
    private static func damageSignature(_ certificate: inout [UInt8]) {
        certificate[certificate.count - 1] ^= 0x01
    }

    private static func withDamagedSignature(
        of certificate: Int, _ specimen: AttestationSpecimen
    ) throws -> AttestationSpecimen {
        var (changed, parts) = (specimen, try AttestationParts(specimen.object))
        damageSignature(&parts.certificates[certificate])
        changed.object = parts.object
        return changed
    }

    @Test(
        "so a fault of either kind is named by the cheap check, and the trace tells of the chain as well",
        arguments: besideChain, [0, 1])
    func cheapFaultIsNamed(_ damage: AttestationDamage, _ certificate: Int) throws {
        let (step, reason) = damage.rejection
        let cheap = try AttestationSpecimen(Simulation.device(), damage: damage)
        let both = try Self.withDamagedSignature(of: certificate, cheap)
        for specimen in [cheap, both] {
            let judgement = specimen.judge()
            #expect(judgement.rejection?.reason == reason)
            #expect(judgement.rejection?.step == step)
            #expect(#expect(throws: Rejection.self) { try specimen.verify() } == judgement.rejection)
        }
        guard case .passed = try #require(cheap.judge().trace.entries.dropFirst().first).outcome else {
            Issue.record("the chain is whole")
            return
        }
        guard case .failedToo(let chain) = try #require(both.judge().trace.entries.dropFirst().first).outcome else {
            Issue.record("the chain is damaged")
            return
        }
        #expect(chain.reason == .chainUntrusted)
        #expect(chain.step == .certificateChain)
    }

    @Test("so a damaged signature is named where nothing else is wrong", arguments: [0, 1])
    func chainAlone(_ certificate: Int) throws {
        let specimen = try Self.withDamagedSignature(of: certificate, AttestationSpecimen(Simulation.device()))
        for verifier in [AttestationVerifier(), try Self.acquainted()] {
            let rejection = #expect(throws: Rejection.self) { try specimen.verify(with: verifier) }
            #expect(rejection?.reason == .chainUntrusted)
            #expect(rejection?.step == .certificateChain)
            let judgement = specimen.judge(with: verifier)
            #expect(judgement.rejection == rejection)
            let outcomes = judgement.trace.entries.map(\.outcome)
            #expect(outcomes.dropFirst(2).allSatisfy { $0 == .notReached })
        }
    }

    /// A verifier that knows the intermediate of simulated devices.
    private static func acquainted() throws -> AttestationVerifier {
        let verifier = AttestationVerifier()
        _ = try AttestationSpecimen(Simulation.device()).verify(with: verifier)
        return verifier
    }

    @Test("and a new intermediate that comes with such a fault is not remembered", arguments: besideChain)
    func notRemembered(_ damage: AttestationDamage) throws {
        let verifier = AttestationVerifier()
        let specimen = try AttestationSpecimen(Simulation.device(), damage: damage)
        #expect(throws: Rejection.self) { try specimen.verify(with: verifier) }
        #expect(verifier.knownIntermediateCount == 0)
    }

    @Test(
        "and of a chain that is refused nothing is remembered, but an intermediate that the root did sign",
        arguments: AttestationDamage.allCases.filter { $0.rejection.0 == .certificateChain })
    func refusedChains(_ damage: AttestationDamage) throws {
        let verifier = AttestationVerifier()
        let specimen = try AttestationSpecimen(Simulation.device(), damage: damage)
        let rejection = #expect(throws: Rejection.self) { try specimen.verify(with: verifier) }
        #expect(rejection?.reason == damage.rejection.1)
        // Otherwise whoever sends a good intermediate with a bad leaf has a table made each time.
        #expect(verifier.knownIntermediateCount == (damage == .leafSignature ? 1 : 0))
    }

    @Test("and a good intermediate is remembered once, by whatever it comes with later")
    func remembered() throws {
        let verifier = try Self.acquainted()
        #expect(verifier.knownIntermediateCount == 1)
        for damage in AttestationDamage.allCases {
            let specimen = try AttestationSpecimen(Simulation.device(), damage: damage)
            let rejection = #expect(throws: Rejection.self) { try specimen.verify(with: verifier) }
            // The same as by a verifier that knows nothing.
            #expect(rejection?.step == damage.rejection.0, "\(damage)")
            #expect(rejection?.reason == damage.rejection.1, "\(damage)")
        }
        #expect(throws: Never.self) { try AttestationSpecimen(Simulation.device()).verify(with: verifier) }
        #expect(verifier.knownIntermediateCount == 1)
    }

    @Test("but a launch policy after them, for it judges what is signed alone")
    func launchPolicy() throws {
        var specimen = try AttestationSpecimen(Simulation.device(.iOS26))
        specimen.expectation.launchPolicy.validationCategory = LaunchPolicy.Rule(
            .require, [.appStore], missingOnOlderSystems: .refuse)
        #expect(specimen.judge().rejection?.reason == .validationCategoryMissing)
        let damaged = try Self.withDamagedSignature(of: 0, specimen)
        #expect(damaged.judge().rejection?.reason == .chainUntrusted)
    }

    @Test(
        "by verify as by judge, for every real object",
        .enabled(if: CaseFolder.isPresent, "no case folder: set ASSAY_CASES"))
    func realAttestations() throws {
        let verifier = AttestationVerifier()
        for name in try CaseFolder.names(kind: "attestation") {
            let specimen = try AttestationSpecimen(real: name)
            let judged = specimen.judge()
            do throws(Rejection) {
                let verified = try specimen.verify(with: verifier)
                #expect(judged.rejection == nil && name.hasPrefix("neg-") == false, "\(name)")
                #expect(try judged.result.get() == verified, "\(name)")
            } catch { #expect(judged.rejection == error, "\(name)") }
            let damaged = try Self.withDamagedSignature(of: 0, specimen)
            // What was refused by a check that needs no signature is refused for the same reason still.
            let expected = judged.rejection?.reason ?? .chainUntrusted
            #expect(damaged.judge().rejection?.reason == expected, "\(name)")
            #expect(
                #expect(throws: Rejection.self) { try damaged.verify(with: verifier) }?.reason == expected, "\(name)")
        }
    }
}
