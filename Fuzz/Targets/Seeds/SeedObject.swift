import AppAttest
import AppAttestSimulator
import FoundationEssentials
import TestSupport

/// An attestation or assertion object, good or damaged, and what can be taken out of it.
struct SeedObject {
    let name: String
    let bytes: [UInt8]

    var authenticatorData: [UInt8]? {
        (try? AttestationObject(bytes))?.authenticatorData ?? (try? AssertionObject(bytes))?.authenticatorData
    }

    var certificates: [[UInt8]] { (try? AttestationObject(bytes))?.certificates ?? [] }

    /// Every age of device, and every damage and variant of the youngest.
    static func minted() throws -> [SeedObject] {
        // 2025-01-01 to 2035-01-01, and 2026-06-15 12:00:00 UTC.
        let authority = try SimulatedAuthority(
            notBefore: Date(timeIntervalSince1970: 1_735_689_600), notAfter: Date(timeIntervalSince1970: 2_051_222_400))
        let moment = Date(timeIntervalSince1970: 1_781_524_800)
        let hash = [UInt8](0..<32)
        let appID = AppID(teamID: "SIMTEAM123", bundleID: "com.example.app")
        func device(_ generation: DeviceGeneration) throws -> SimulatedDevice {
            try authority.makeDevice(appID: appID, environment: .production, generation: generation)
        }
        var objects: [SeedObject] = []
        for generation in DeviceGeneration.allCases {
            var device = try device(generation)
            objects += [
                SeedObject(
                    name: "attestation-\(generation)", bytes: try device.attest(clientDataHash: hash, at: moment)),
                SeedObject(name: "assertion-\(generation)", bytes: try device.assert(clientDataHash: hash)),
            ]
        }
        let youngest = try device(.iOS27EDSet)
        objects += try AttestationVariant.allCases.map {
            SeedObject(
                name: "attestation-\($0.rawValue)",
                bytes: try youngest.attest(clientDataHash: hash, at: moment, variant: $0))
        }
        objects += try AttestationDamage.allCases.map {
            SeedObject(
                name: "attestation-\($0.rawValue)",
                bytes: try youngest.attest(clientDataHash: hash, at: moment, damage: $0)
            )
        }
        objects += try AssertionVariant.allCases.map {
            SeedObject(
                name: "assertion-\($0.rawValue)",
                bytes: try youngest.assert(clientDataHash: hash, counter: 2, variant: $0))
        }
        objects += try AssertionDamage.allCases.map {
            SeedObject(
                name: "assertion-\($0.rawValue)",
                bytes: try youngest.assert(clientDataHash: hash, previousCounter: 1, damage: $0))
        }
        return objects
    }

    static func real() throws -> [SeedObject] {
        var objects: [SeedObject] = []
        for name in CaseFolder.names {
            let fields = try CaseFolder.fields(of: name)
            guard let text = fields.attestationObject ?? fields.assertion else { continue }
            objects.append(SeedObject(name: name, bytes: try TestSupport.bytes(base64: text)))
        }
        return objects
    }

    /// Cases that are a leaf certificate and nothing else.
    static func loneCertificates() throws -> [Seed] {
        var seeds: [Seed] = []
        for name in CaseFolder.names {
            guard let text = try CaseFolder.fields(of: name).certificate else { continue }
            seeds.append(Seed(name: name, bytes: try TestSupport.bytes(base64: text)))
        }
        return seeds
    }
}
