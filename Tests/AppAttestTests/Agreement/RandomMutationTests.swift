import AppAttest
import AppAttestSimulator
import TestSupport
import Testing

@Suite("Objects mangled at random, the same way every time") struct RandomMutationTests {
    @Test(
        "never make a verifier trap, and are valid only where nothing that is signed differs",
        arguments: DeviceGeneration.allCases)
    func attestations(_ generation: DeviceGeneration) throws {
        let whole = try AttestationSpecimen(Simulation.device(generation))
        let parts = try AttestationParts(whole.object)
        let verifier = AttestationVerifier()
        var chance = Chance(seed: 1)
        for round in 0..<600 {
            var specimen = whole
            specimen.object = chance.mangle(whole.object)
            guard specimen.judge(with: verifier).rejection == nil else { continue }
            let found = try AttestationParts(specimen.object)
            #expect(found.certificates == parts.certificates, "round \(round)")
            #expect(found.authenticatorData == parts.authenticatorData, "round \(round)")
        }
    }

    @Test("never make the assertion verifier trap or say yes", arguments: DeviceGeneration.allCases)
    func assertions(_ generation: DeviceGeneration) throws {
        let whole = try AssertionSpecimen(Simulation.device(generation))
        var chance = Chance(seed: 2)
        for round in 0..<2_000 {
            var specimen = whole
            specimen.object = chance.mangle(whole.object)
            let isValid = specimen.judge().rejection == nil
            #expect(!isValid || specimen.object == whole.object, "round \(round)")
        }
    }

    @Test("never make the receipt verifier trap, or say yes to another content", arguments: ReceiptVariant.allCases)
    func receipts(_ variant: ReceiptVariant) throws {
        let whole = try ReceiptSpecimen { try $0.receipt($1, variant: variant) }
        let content = try ReceiptContainer(whole.receipt).content
        var chance = Chance(seed: 4)
        for round in 0..<600 {
            var specimen = whole
            specimen.receipt = chance.mangle(whole.receipt)
            guard specimen.reason == nil else { continue }
            #expect(try ReceiptContainer(specimen.receipt).content == content, "round \(round)")
        }
        for _ in 0..<300 { _ = try? ReceiptContents(chance.mangle(content)) }
    }

    @Test("never make the readers trap")
    func readers() throws {
        let (cose, root) = (AuthenticatorBytes.coseKey(), TrustAnchor.appleAppAttestationRootCA.der)
        let data = AuthenticatorBytes(rest: AuthenticatorBytes.extensions).attestation
        var chance = Chance(seed: 3)
        for _ in 0..<3_000 {
            _ = try? CBORDecoder.decode(chance.mangle(cose))
            _ = try? AuthenticatorData.attestation(chance.mangle(data))
            _ = try? AuthenticatorData.assertion(chance.mangle(data))
            _ = try? TrustAnchor(der: chance.mangle(root))
            _ = try? AppleExtensions.claims(chance.mangle(Array(root.suffix(200))))
        }
    }
}

/// Numbers without order that are the same in every run (SplitMix64).
private struct Chance: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// One to four changes: a byte replaced, a piece left out, doubled, or put elsewhere, a number of the wrong size.
    mutating func mangle(_ original: [UInt8]) -> [UInt8] {
        var object = original
        for _ in 0...Int.random(in: 0...3, using: &self) where !object.isEmpty {
            let start = Int.random(in: 0..<object.count, using: &self)
            let end = min(object.count, start + Int.random(in: 1...40, using: &self))
            switch Int.random(in: 0..<5, using: &self) {
            case 0: object[start] = UInt8.random(in: 0...255, using: &self)
            case 1: object.removeSubrange(start..<end)
            case 2: object.insert(contentsOf: object[start..<end], at: start)
            case 3: object.insert(contentsOf: object[start..<end], at: Int.random(in: 0...object.count, using: &self))
            case _: object[start] = [0x00, 0x1F, 0x5B, 0x7F, 0x80, 0x9F, 0xBB, 0xFF].randomElement(using: &self) ?? 0
            }
        }
        return object
    }
}
