import AppAttest
import AppAttestSimulator
import FoundationEssentials
import Testing

@Suite("The moment that certificates are judged at") struct ValidityTests {
    private func reason(_ moment: Date, leeway: Int = 0, _ generation: DeviceGeneration = .iOS26) throws
        -> RejectionReason?
    {
        var specimen = try AttestationSpecimen(Simulation.device(generation))
        (specimen.moment, specimen.expectation.clockLeeway) = (moment, leeway)
        return specimen.judge(with: AttestationVerifier()).rejection?.reason
    }

    @Test("may be the first or the last second of the leaf")
    func inclusive() throws {
        #expect(try reason(Simulation.leafNotBefore) == nil)
        #expect(try reason(Simulation.leafNotAfter) == nil)
        #expect(try reason(Simulation.leafNotBefore - 1) == .chainNotYetValid)
        #expect(try reason(Simulation.leafNotAfter + 1) == .chainExpired)
    }

    @Test("counts whole seconds, rounded down")
    func fractions() throws {
        #expect(try reason(Simulation.leafNotBefore - 0.001) == .chainNotYetValid)
        #expect(try reason(Simulation.leafNotAfter + 0.999) == nil)
    }

    @Test("is given leeway at both ends, to the second", arguments: [1, 60, 3600])
    func leeway(_ seconds: Int) throws {
        let width = TimeInterval(seconds)
        #expect(try reason(Simulation.leafNotBefore - width, leeway: seconds) == nil)
        #expect(try reason(Simulation.leafNotAfter + width, leeway: seconds) == nil)
        #expect(try reason(Simulation.leafNotBefore - width - 1, leeway: seconds) == .chainNotYetValid)
        #expect(try reason(Simulation.leafNotAfter + width + 1, leeway: seconds) == .chainExpired)
    }

    @Test("is given at most a day, and never less than nothing, whatever the setting says")
    func absurdLeeway() throws {
        for seconds in [Int.max, Int.max - 1, 86_401] {
            #expect(try reason(Simulation.leafNotAfter + 86_400, leeway: seconds) == nil)
            #expect(try reason(Simulation.leafNotAfter + 86_401, leeway: seconds) == .chainExpired)
            #expect(try reason(Simulation.leafNotBefore - 86_401, leeway: seconds) == .chainNotYetValid)
        }
        for seconds in [Int.min, -1] {
            #expect(try reason(Simulation.leafNotBefore, leeway: seconds) == nil)
            #expect(try reason(Simulation.leafNotAfter, leeway: seconds) == nil)
            #expect(try reason(Simulation.leafNotAfter + 1, leeway: seconds) == .chainExpired)
        }
    }

    @Test("that is no moment at all is one at which nothing is valid")
    func absurdMoments() throws {
        for seconds in [Double.infinity, .greatestFiniteMagnitude, 1e300, 0x1p63, 0x1p62, 0x1p53, 253_402_300_800] {
            for leeway in [0, Int.max] {
                #expect(try reason(.at(seconds), leeway: leeway) == .chainExpired)
                #expect(try reason(.at(-seconds), leeway: leeway) == .chainNotYetValid)
            }
        }
        for notANumber in [Double.nan, -.nan, .signalingNaN] {
            #expect(try reason(.at(notANumber)) == .chainNotYetValid)
        }
        #expect(try reason(.distantPast) == .chainNotYetValid)
        #expect(try reason(.distantFuture) == .chainExpired)
    }

    @Test("must lie in the periods of root and intermediate, too")
    func authority() throws {
        let device = try Simulation.device(.iOS17)
        func reason(attestedAt moment: Date, judgedAt judged: Date) throws -> RejectionReason? {
            var specimen = try AttestationSpecimen(
                device, object: device.attest(clientDataHash: Simulation.clientDataHash, at: moment))
            specimen.moment = judged
            return specimen.judge().rejection?.reason
        }
        let (first, last) = (Simulation.authorityNotBefore, Simulation.authorityNotAfter)
        #expect(try reason(attestedAt: first, judgedAt: first) == nil)
        #expect(try reason(attestedAt: first, judgedAt: first - 1) == .chainNotYetValid)
        #expect(try reason(attestedAt: last, judgedAt: last) == nil)
        #expect(try reason(attestedAt: last, judgedAt: last + 1) == .chainExpired)
    }

    @Test("must lie in the period of the root where that is the shorter one, for a known intermediate too")
    func root() throws {
        let (first, last) = (Simulation.moment - 3, Simulation.moment + 3)
        let authority = try SimulatedAuthority(
            notBefore: Simulation.authorityNotBefore, notAfter: Simulation.authorityNotAfter, rootNotBefore: first,
            rootNotAfter: last)
        let model = try Simulation.device(.iOS17)
        let device = try authority.makeDevice(
            appID: model.appID, environment: model.environment, generation: .iOS17)
        let verifier = AttestationVerifier()
        func reason(_ judged: Date) throws -> RejectionReason? {
            var specimen = try AttestationSpecimen(device)
            (specimen.moment, specimen.expectation.trustAnchors) = (judged, [authority.trustAnchor])
            return specimen.judge(with: verifier).rejection?.reason
        }
        // Before and after the intermediate has become known.
        for _ in 0..<2 {
            #expect(try reason(first - 1) == .chainNotYetValid)
            #expect(try reason(last + 1) == .chainExpired)
            #expect(try reason(first) == nil)
            #expect(try reason(last) == nil)
        }
    }

    @Test("belongs to the call: one verifier judges the same object differently at different moments")
    func noMemoryOfMoments() throws {
        let verifier = AttestationVerifier()
        var specimen = try AttestationSpecimen(Simulation.device())
        let moments = [
            Simulation.moment, Simulation.leafNotAfter + 1, Simulation.authorityNotAfter + 1, Simulation.moment,
            Simulation.authorityNotBefore - 1, Simulation.leafNotAfter,
        ]
        let expected: [RejectionReason?] = [nil, .chainExpired, .chainExpired, nil, .chainNotYetValid, nil]
        for (moment, reason) in zip(moments, expected) {
            specimen.moment = moment
            #expect(specimen.judge(with: verifier).rejection?.reason == reason)
        }
    }

    @Test("may differ between verifiers that work at the same time")
    func concurrent() async throws {
        let verifier = AttestationVerifier()
        let specimen = try AttestationSpecimen(Simulation.device())
        let wrong = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<64 {
                group.addTask {
                    var mine = specimen
                    let isLate = index.isMultiple(of: 2)
                    mine.moment = isLate ? Simulation.leafNotAfter + 1 : Simulation.moment
                    let reason = mine.judge(with: verifier).rejection?.reason
                    return reason != (isLate ? .chainExpired : nil)
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(wrong == 0)
    }

    @Test("is told apart from an untrusted chain by name, and named before it: periods are read without a signature")
    func foreignAndExpired() throws {
        var specimen = try AttestationSpecimen(Simulation.device(), damage: .authorityForeign)
        #expect(specimen.judge().rejection?.reason == .chainUntrusted)
        specimen.moment = Simulation.leafNotAfter + 1
        #expect(specimen.judge().rejection?.reason == .chainExpired)
    }
}
