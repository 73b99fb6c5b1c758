import AppAttest
import AppAttestSimulator
import FoundationEssentials
import TestSupport

/// Receipts, and the fields inside them on their own.
enum ReceiptSeeds {
    /// Both types, and every damage and variant of the one that comes with attestations.
    static func minted() throws -> [Seed] {
        // 2025-01-01 to 2035-01-01, and 2026-06-15 12:00:00 UTC.
        let authority = try SimulatedAuthority(
            notBefore: Date(timeIntervalSince1970: 1_735_689_600), notAfter: Date(timeIntervalSince1970: 2_051_222_400))
        let moment = Date(timeIntervalSince1970: 1_781_524_800)
        let device = try authority.makeDevice(
            appID: AppID(teamID: "SIMTEAM123", bundleID: "com.example.app"), environment: .production,
            generation: .iOS26)
        let attestation = try device.attest(clientDataHash: [UInt8](0..<32), at: moment)
        let leaf = try AttestationObject(attestation).certificates[0]
        func subject(_ type: ReceiptType) -> ReceiptSubject {
            ReceiptSubject(
                type: type, leafCertificate: leaf, clientDataHash: [UInt8](0..<32), riskMetric: "3", at: moment)
        }
        var seeds = try ReceiptType.allCases.map {
            Seed(name: "\($0)", bytes: try device.receipt(subject($0)))
        }
        seeds += try ReceiptVariant.allCases.map {
            Seed(name: $0.rawValue, bytes: try device.receipt(subject(.attest), variant: $0))
        }
        seeds += try ReceiptDamage.allCases.map {
            Seed(name: $0.rawValue, bytes: try device.receipt(subject(.attest), damage: $0))
        }
        return seeds + fields(of: seeds)
    }

    /// Receipts of cases, alone and in attestations.
    static func real() throws -> [Seed] {
        var seeds: [Seed] = []
        for name in CaseFolder.names {
            let document = try CaseFolder.fields(of: name)
            if let text = document.receipt { seeds.append(Seed(name: name, bytes: try bytes(base64: text))) }
            guard let text = document.attestationObject, let object = try? AttestationObject(bytes(base64: text)) else {
                continue
            }
            seeds.append(Seed(name: name, bytes: object.receipt))
        }
        return seeds + fields(of: seeds)
    }

    private static func fields(of receipts: [Seed]) -> [Seed] {
        receipts.compactMap { receipt in
            (try? ReceiptContainer(receipt.bytes)).map { Seed(name: "\(receipt.name)-fields", bytes: $0.content) }
        }
    }
}
