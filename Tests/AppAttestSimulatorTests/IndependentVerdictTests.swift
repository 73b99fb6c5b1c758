import AppAttest
import AppAttestSimulator
import Foundation
import TestSupport
import Testing

@Suite(
    "The independent verifier",
    .enabled(if: IndependentVerifier.isPresent, Comment(rawValue: IndependentVerifier.absence)))
struct IndependentVerdictTests {
    @Test("accepts every attestation of every age, environment and variant") func acceptsAttestations() throws {
        var cases: [String: CaseFile] = [:]
        for generation in DeviceGeneration.allCases {
            for environment in AttestationEnvironment.allCases {
                let device = try Specimen.device(generation, environment)
                let name = "\(generation)-\(environment)"
                cases[name] = try CaseFile(
                    attestation: device.attest(clientDataHash: Specimen.clientDataHash, at: Specimen.moment), by: device
                )
                for variant in AttestationVariant.allCases {
                    let object = try device.attest(
                        clientDataHash: Specimen.clientDataHash, at: Specimen.moment, variant: variant)
                    cases["\(name)-\(variant.rawValue)"] = try CaseFile(attestation: object, by: device)
                }
            }
        }
        for offset in [1, 33] {
            let device = try deviceWithZero(at: offset)
            cases["zero-at-\(offset)"] = try CaseFile(
                attestation: device.attest(clientDataHash: Specimen.clientDataHash, at: Specimen.moment), by: device)
        }
        try expect(cases, toBe: cases.mapValues { _ in "valid" })
    }

    @Test("accepts every assertion of every age, variant and size of counter") func acceptsAssertions() throws {
        var cases: [String: CaseFile] = [:]
        for generation in DeviceGeneration.allCases {
            var device = try Specimen.device(generation)
            let first = try device.assert(clientDataHash: Specimen.clientDataHash)
            cases["\(generation)-first"] = try CaseFile(assertion: first, by: device, previousCounter: 0, counter: 1)
            for counter: UInt32 in [7, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] {
                let object = try device.assert(clientDataHash: Specimen.clientDataHash, counter: counter)
                cases["\(generation)-\(counter)"] = try CaseFile(
                    assertion: object, by: device, previousCounter: counter - 1, counter: counter)
            }
            for variant in AssertionVariant.allCases {
                let object = try device.assert(
                    clientDataHash: Specimen.clientDataHash, counter: 2, variant: variant)
                cases["\(generation)-\(variant.rawValue)"] = try CaseFile(
                    assertion: object, by: device, previousCounter: 1, counter: 2)
            }
        }
        try expect(cases, toBe: cases.mapValues { _ in "valid" })
    }

    @Test("refuses every damaged attestation, but for what it does not look at", arguments: DeviceGeneration.allCases)
    func refusesAttestations(_ generation: DeviceGeneration) throws {
        var (cases, verdicts): ([String: CaseFile], [String: String]) = ([:], [:])
        for damage in AttestationDamage.allCases {
            let device = try Specimen.device(generation)
            let object = try device.attest(
                clientDataHash: Specimen.clientDataHash, at: Specimen.moment, damage: damage)
            cases[damage.rawValue] = try CaseFile(
                attestation: object, by: device, expected: "invalid:\(damage.expectedCheck)")
            verdicts[damage.rawValue] = damage.independentVerdict
        }
        try expect(cases, toBe: verdicts)
    }

    @Test("refuses every damaged assertion, but for what it does not look at", arguments: DeviceGeneration.allCases)
    func refusesAssertions(_ generation: DeviceGeneration) throws {
        var (cases, verdicts): ([String: CaseFile], [String: String]) = ([:], [:])
        for damage in AssertionDamage.allCases {
            let device = try Specimen.device(generation)
            let object = try device.assert(
                clientDataHash: Specimen.clientDataHash, previousCounter: 7, damage: damage)
            cases[damage.rawValue] = try CaseFile(
                assertion: object, by: device, previousCounter: 7, counter: 8,
                expected: "invalid:\(damage.expectedCheck)")
            verdicts[damage.rawValue] = damage.independentVerdict
        }
        try expect(cases, toBe: verdicts)
    }

    @Test("accepts every receipt of every type and variant, alone and in attestations") func acceptsReceipts() throws {
        var cases: [String: CaseFile] = [:]
        for type in ReceiptType.allCases {
            for environment in AttestationEnvironment.allCases {
                let specimen = try ReceiptSpecimen(type, environment)
                let (device, subject) = (specimen.device, specimen.subject)
                let name = "\(type)-\(environment)"
                cases[name] = try CaseFile(receipt: device.receipt(subject), by: device)
                for variant in ReceiptVariant.allCases {
                    cases["\(name)-\(variant.rawValue)"] = try CaseFile(
                        receipt: device.receipt(subject, variant: variant), by: device)
                }
            }
        }
        for generation in DeviceGeneration.allCases {
            let device = try Specimen.device(generation)
            let object = try device.attest(clientDataHash: Specimen.clientDataHash, at: Specimen.moment)
            cases["\(generation)"] = try CaseFile(attestation: object, by: device, judgesReceipt: true)
        }
        var verdicts = cases.mapValues { _ in "valid" }
        // It reads pieces in pieces, and then stumbles over how long they are.
        for name in verdicts.keys where name.hasSuffix("-pieces-nested") { verdicts[name] = "invalid:cbor" }
        try expect(cases, toBe: verdicts)
    }

    @Test("refuses every damaged receipt, but for what it does not look at", arguments: ReceiptType.allCases)
    func refusesReceipts(_ type: ReceiptType) throws {
        var (cases, verdicts): ([String: CaseFile], [String: String]) = ([:], [:])
        let specimen = try ReceiptSpecimen(type)
        for damage in ReceiptDamage.allCases {
            cases[damage.rawValue] = try CaseFile(
                receipt: specimen.device.receipt(specimen.subject, damage: damage), by: specimen.device,
                expected: "invalid:\(damage.expectedCheck)")
            verdicts[damage.rawValue] = damage.independentVerdict
        }
        try expect(cases, toBe: verdicts)
    }

    /// Verdicts that begin with `error:` are compared up to the name of the exception.
    private func expect(_ cases: [String: CaseFile], toBe expected: [String: String]) throws {
        let found = try IndependentVerifier.verdicts(on: cases)
        #expect(found.count == cases.count)
        for (name, verdict) in expected.sorted(by: { $0.key < $1.key }) {
            let words = found[name]?.split(separator: ":").prefix(2).joined(separator: ":")
            #expect(words == verdict, "\(name)")
        }
    }
}
