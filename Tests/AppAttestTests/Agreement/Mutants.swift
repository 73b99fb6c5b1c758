import AppAttest
import FoundationEssentials
import TestSupport

/// Real cases with one bit changed, or cut, as files for both verifiers.
struct Mutants {
    /// By name: the case's number, what was done to it, and the byte.
    private(set) var cases: [String: CaseDocument] = [:]

    private static let attestations = [
        "veehaitch-ios14.2-dev-attestation", "worldcoin-ios26.3-dev-attestation1",
        "apple-guide-2026-ios27.0-prod-attestation-ed-clear",
    ]
    private static let assertions = ["veehaitch-ios14.2-dev-assertion", "zcam1-ios26.1-dev-assertion"]

    init() throws {
        // With a root named, the independent verifier leaves the receipt inside attestations out of judgement.
        let root = try String(contentsOfFile: "\(CaseFolder.path)/Apple_App_Attestation_Root_CA.pem", encoding: .utf8)
        for (number, name) in Self.attestations.enumerated() {
            var document = try CaseFolder.fields(of: name)
            document.rootCertificates = [root]
            let object = try bytes(base64: document.attestationObject)
            let offsets = try Self.offsets(object, phase: number, of: Self.attestations.count)
            add("attestation\(number)", document, object, offsets, cuts: stride(from: 0, to: object.count, by: 97))
        }
        for (number, name) in Self.assertions.enumerated() {
            var document = try CaseFolder.fields(of: name)
            document.rootCertificates = [root]
            let object = try bytes(base64: document.assertion)
            add(
                "assertion\(number)", document, object, Array(object.indices),
                cuts: stride(from: 0, to: object.count, by: 1))
        }
    }

    /// Every byte of the object's own structure and of authenticator data, one certificate byte in three, so that the
    /// three cases together cover each, and the odd byte of the receipt, which nothing in an attestation covers.
    private static func offsets(_ object: [UInt8], phase: Int, of count: Int) throws -> [Int] {
        let parts = try AttestationParts(object)
        var kept = Set(object.indices)
        for (contents, step) in parts.certificates.map({ ($0, count) }) + [(parts.receipt, 101)] {
            guard let place = object.firstRange(of: contents) else { throw MalformedFixture() }
            kept.subtract(place.filter { ($0 - place.lowerBound) % step != phase })
        }
        return kept.sorted()
    }

    private mutating func add(
        _ name: String, _ document: CaseDocument, _ object: [UInt8], _ offsets: [Int], cuts: StrideTo<Int>
    ) {
        add("\(name)-whole-0", document, object)
        for offset in offsets {
            var mutant = object
            mutant[offset] ^= 1 << UInt8(offset % 8)
            add("\(name)-bit-\(offset)", document, mutant)
        }
        for count in cuts { add("\(name)-cut-\(count)", document, Array(object.prefix(count))) }
    }

    private mutating func add(_ name: String, _ document: CaseDocument, _ object: [UInt8]) {
        var document = document
        if document.kind == "attestation" {
            document.attestationObject = base64(object)
        } else {
            document.assertion = base64(object)
        }
        cases[name] = document
    }
}
