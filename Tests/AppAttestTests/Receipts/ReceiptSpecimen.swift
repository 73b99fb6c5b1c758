import AppAttest
import AppAttestSimulator
import FoundationEssentials
import TestSupport

/// A receipt with all that it is judged by, every part open to change.
struct ReceiptSpecimen {
    var receipt: [UInt8]
    var expectation: ReceiptExpectation
    var moment: Date

    /// Of a simulated device, with whatever is wanted of its bytes.
    init(
        _ type: ReceiptType = .attest, _ environment: AttestationEnvironment = .production, riskMetric: String = "3",
        clientDataHash: [UInt8] = Simulation.clientDataHash, createdAt: Date = Simulation.moment,
        _ mint: (SimulatedDevice, ReceiptSubject) throws -> [UInt8] = { try $0.receipt($1) }
    ) throws {
        let device = try Simulation.device(.iOS26, environment)
        let attestation = try device.attest(clientDataHash: clientDataHash, at: createdAt)
        let leaf = try AttestationParts(attestation).certificates[0]
        receipt = try mint(
            device,
            ReceiptSubject(
                type: type, leafCertificate: leaf, clientDataHash: clientDataHash, riskMetric: riskMetric,
                at: createdAt))
        expectation = ReceiptExpectation(
            appID: Simulation.appID, key: .leafCertificate(leaf), timing: .arrival, type: type,
            clientDataHash: clientDataHash, environment: environment,
            trustAnchors: [try Simulation.authority.get().trustAnchor])
        moment = createdAt
    }

    /// A case of real device data.
    init(real name: String) throws {
        let specimen = try AppAttestCase(json: CaseFolder.contents(of: name))
        guard case .receipt(let object, let publicKey, _, let validAt) = specimen.subject else {
            throw MalformedFixture()
        }
        (receipt, moment) = (object, validAt)
        expectation = ReceiptExpectation(
            appID: specimen.appID, key: .publicKey(publicKey), timing: .arrival, environment: specimen.environment)
    }

    /// The receipt in an attestation of real device data.
    init(inReal name: String) throws {
        let specimen = try AttestationSpecimen(real: name)
        let attestation = try specimen.verify()
        (receipt, moment) = (attestation.receipt, specimen.moment)
        expectation = ReceiptExpectation(embeddedIn: attestation, clientDataHash: specimen.clientDataHash)
    }

    func judge() -> Judgement<VerifiedReceipt> { ReceiptVerifier().judge(receipt, expecting: expectation, at: moment) }

    func verify() throws(Rejection) -> VerifiedReceipt {
        try ReceiptVerifier().verify(receipt, expecting: expectation, at: moment)
    }

    var reason: RejectionReason? { judge().rejection?.reason }

    /// Names of the real receipts that stand alone.
    static func realNames() throws -> [String] {
        try CaseFolder.names(kind: "receipt").filter { !$0.hasPrefix("neg-") }
    }

    static func realAttestationNames() throws -> [String] {
        try CaseFolder.names(kind: "attestation").filter { !$0.hasPrefix("neg-") }
    }
}
