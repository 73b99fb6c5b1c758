import AppAttest
import AppAttestSimulator
import Foundation
import HTTP

/// Requests as the listener hands them over, with the fields that Google's client for iOS sends.
enum Requests {
    static func post(_ method: String, _ body: [UInt8]) throws -> HTTPRequest {
        HTTPRequest(
            method: "POST", target: try RequestTarget(parsing: "\(Server.path):\(method)"),
            headers: [
                "Host": "appcheck.example.com", "Content-Type": "application/json", "Accept": "*/*",
                "X-Ios-Bundle-Identifier": Server.appID.bundleID, "Accept-Language": "en-GB,en;q=0.9",
                "User-Agent": "App/1 CFNetwork/3826.400.120 Darwin/24.3.0", "Content-Length": String(body.count),
                "Connection": "keep-alive",
            ], body: body, peerAddress: "192.0.2.1", id: "0123456789abcdef")
    }

    static func get(_ path: String) throws -> HTTPRequest {
        HTTPRequest(
            method: "GET", target: try RequestTarget(parsing: path),
            headers: ["Host": "appcheck.example.com", "Accept": "*/*"], peerAddress: "192.0.2.1",
            id: "0123456789abcdef")
    }

    static func attestation(_ object: [UInt8], keyID: [UInt8], _ challenge: [UInt8]) throws -> HTTPRequest {
        try post(
            "exchangeAppAttestAttestation",
            Array(
                """
                {"attestationStatement":"\(base64(object))","challenge":"\(base64(challenge))",\
                "keyId":"\(base64(keyID))"}
                """.utf8))
    }

    static func attestation(
        of device: SimulatedDevice, _ challenge: [UInt8], damage: AttestationDamage? = nil
    ) throws -> HTTPRequest {
        let hash = AttestationVerifier.clientDataHash(ofChallenge: challenge)
        let object =
            if let damage {
                try device.attest(clientDataHash: hash, at: Server.date, damage: damage)
            } else { try device.attest(clientDataHash: hash, at: Server.date) }
        return try attestation(object, keyID: device.keyID, challenge)
    }

    static func assertion(
        of device: SimulatedDevice, _ artifact: [UInt8], _ challenge: [UInt8], counter: UInt32,
        damage: AssertionDamage? = nil
    ) throws -> HTTPRequest {
        let hash = AssertionVerifier.clientDataHash(of: artifact + challenge)
        let object =
            if let damage {
                try device.assert(clientDataHash: hash, previousCounter: counter - 1, damage: damage)
            } else { try device.assert(clientDataHash: hash, counter: counter) }
        return try post(
            "exchangeAppAttestAssertion",
            Array(
                """
                {"artifact":"\(base64(artifact))","assertion":"\(base64(object))","challenge":"\(base64(challenge))"}
                """.utf8))
    }

    private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}

/// What the answer to an attestation has for later requests.
struct AttestationAnswer: Decodable {
    let artifact: Data

    static func artifact(in response: HTTPResponse) throws -> [UInt8] {
        Array(try JSONDecoder().decode(Self.self, from: Data(response.body)).artifact)
    }
}
