import AppAttest
import AppAttestSimulator
import Foundation

/// One object to judge, in the JSON format that `verify_cases.py` reads.
struct CaseFile: Encodable {
    let kind: String
    let teamId: String
    let bundleId: String
    let environment: String
    let keyId: String
    let clientDataHash: String
    let attestationObject: String?
    let assertion: String?
    let receipt: String?
    let publicKey: String?
    let previousCounter: UInt32?
    let counter: UInt32?
    let validAt: String
    let expected: String
    let rootCertificates: [String]
    let receiptRootCertificates: [String]?

    /// - Parameter judgesReceipt: whether the receipt in it is judged too.
    init(
        attestation: [UInt8], by device: SimulatedDevice, judgesReceipt: Bool = false, expected: String = "valid"
    ) throws {
        try self.init("attestation", device, expected, attestationObject: attestation, judgesReceipt: judgesReceipt)
    }

    init(receipt: [UInt8], by device: SimulatedDevice, expected: String = "valid") throws {
        try self.init("receipt", device, expected, receipt: receipt, judgesReceipt: true)
    }

    init(
        assertion: [UInt8], by device: SimulatedDevice, previousCounter: UInt32, counter: UInt32,
        expected: String = "valid"
    ) throws {
        try self.init(
            "assertion", device, expected, assertion: assertion, previousCounter: previousCounter, counter: counter)
    }

    private init(
        _ kind: String, _ device: SimulatedDevice, _ expected: String, attestationObject: [UInt8]? = nil,
        assertion: [UInt8]? = nil, receipt: [UInt8]? = nil, previousCounter: UInt32? = nil, counter: UInt32? = nil,
        judgesReceipt: Bool = false
    ) throws {
        self.kind = kind
        teamId = device.appID.teamID
        bundleId = device.appID.bundleID
        environment = device.environment.rawValue
        keyId = Data(device.keyID).base64EncodedString()
        clientDataHash = Data(Specimen.clientDataHash).base64EncodedString()
        self.attestationObject = attestationObject.map { Data($0).base64EncodedString() }
        self.assertion = assertion.map { Data($0).base64EncodedString() }
        self.receipt = receipt.map { Data($0).base64EncodedString() }
        publicKey = assertion ?? receipt == nil ? nil : device.publicKeyPEM
        (self.previousCounter, self.counter) = (previousCounter, counter)
        validAt = "2026-06-15T12:00:00Z"
        self.expected = expected
        rootCertificates = [try Specimen.authority.get().rootCertificatePEM]
        receiptRootCertificates = judgesReceipt ? rootCertificates : nil
    }
}
