import AppAttest
import AppAttestSimulator
import Cryptography
import Foundation
import TestSupport

/// A receipt and a request that a simulated service answers with 200, to break one thing of.
struct ReceiptServiceSpecimen {
    /// An hour after the attestation.
    static let now = Specimen.moment + 3600
    static let teamID = "SIMTEAM123"

    let receipt: ReceiptSpecimen
    let key: SimulatedDeviceCheckKey
    var service: SimulatedReceiptService
    var head = #"{"alg":"ES256","kid":"KEYKEY2345"}"#
    /// Issued at the moment of the request.
    var claims = #"{"iss":"SIMTEAM123","iat":1781528400}"#

    init(_ type: ReceiptType = .attest, riskMetric: Int = 1) throws {
        receipt = try ReceiptSpecimen(type)
        let made = try SimulatedDeviceCheckKey(teamID: Self.teamID)
        key = try SimulatedDeviceCheckKey(teamID: Self.teamID, keyID: "KEYKEY2345", pem: made.pem())
        service = SimulatedReceiptService(authority: try Specimen.authority.get(), riskMetric: riskMetric)
    }

    /// The receipt as the device has it.
    func oldReceipt() throws -> [UInt8] { try receipt.device.receipt(receipt.subject) }

    /// The bearer token, signed with the key.
    func token() throws -> String {
        let signed = "\(base64URL(Array(head.utf8))).\(base64URL(Array(claims.utf8)))"
        let lines = try key.pem().split(separator: "\n").dropFirst().dropLast()
        let key = try P256.PrivateKey(privateKeyInfo: Array(Data(base64Encoded: lines.joined()) ?? Data()))
        return "\(signed).\(base64URL(try key.rawSignature(for: Array(signed.utf8))))"
    }

    func answer(
        token: String? = nil, body: [UInt8]? = nil, at moment: Date = now
    ) throws -> SimulatedReceiptService.Answer {
        try service.answer(
            authorization: token ?? self.token(), body: body ?? Array(base64(oldReceipt()).utf8), at: moment)
    }

    /// The receipt in an answer.
    func newerReceipt(_ answer: SimulatedReceiptService.Answer) throws -> [UInt8] {
        struct NotBase64: Error {}
        guard let data = Data(base64Encoded: Data(answer.body)) else { throw NotBase64() }
        return Array(data)
    }

    /// What a server would do with a receipt that has just come from the service.
    func verify(_ newer: [UInt8], at moment: Date = now) throws(Rejection) -> VerifiedReceipt {
        let anchors: [TrustAnchor]
        do { anchors = [try Specimen.authority.get().trustAnchor] } catch { anchors = [] }
        return try ReceiptVerifier().verify(
            newer,
            expecting: ReceiptExpectation(
                appID: Specimen.appID, key: .publicKey(receipt.device.publicKeyX963), timing: .arrival, type: .receipt,
                environment: .production, trustAnchors: anchors),
            at: moment)
    }

    func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    func base64URL(_ bytes: [UInt8]) -> String {
        base64(bytes).replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
