import AppAttestSimulator
import Foundation
import Testing

@Suite("The simulated service for receipts, given a bearer token") struct BearerTokenTests {
    @Test("takes a bare JWT, and no other value of the header") func forms() throws {
        let specimen = try ReceiptServiceSpecimen()
        let token = try specimen.token()
        #expect(try specimen.answer(token: token).status == 200)
        let body = Array(specimen.base64(try specimen.oldReceipt()).utf8)
        #expect(
            try specimen.service.answer(authorization: nil, body: body, at: ReceiptServiceSpecimen.now).status == 401)
        let parts = token.split(separator: ".")
        for value in [
            "", "Bearer \(token)", "bearer \(token)", " \(token)", "\(token) ", "\(token).", ".\(token)", "..",
            "\(parts[0]).\(parts[1])", "\(parts[0]).\(parts[1]).", "\(token)=", "\(parts[0]).\(parts[1]).AAAA",
            "\(parts[0]).\(parts[1]).\(parts[2])AA", "\(parts[1]).\(parts[0]).\(parts[2])",
        ] {
            let answer = try specimen.answer(token: value)
            #expect((answer.status, answer.body) == (401, []), "\(value)")
        }
    }

    @Test(
        "needs ES256 and the name of the key in the token's header",
        arguments: [
            #"{"alg":"ES384","kid":"KEYKEY2345"}"#, #"{"alg":"none","kid":"KEYKEY2345"}"#, #"{"kid":"KEYKEY2345"}"#,
            #"{"alg":"ES256"}"#, #"{"alg":"ES256","kid":""}"#, #"{"alg":"ES256","kid":1}"#, "[]", "no JSON",
        ]) func heads(_ head: String) throws
    {
        var specimen = try ReceiptServiceSpecimen()
        specimen.head = head
        #expect(try specimen.answer().status == 401)
    }

    @Test(
        "needs the team, and a moment of issue within the last hour",
        arguments: [
            (#"{"iss":"SIMTEAM123","iat":1781528400}"#, 200), (#"{"iss":"SIMTEAM123","iat":1781524800}"#, 200),
            (#"{"iss":"SIMTEAM123","iat":1781524799}"#, 401), (#"{"iss":"SIMTEAM123","iat":1781528401}"#, 401),
            (#"{"iss":"SIMTEAM123","iat":"1781528400"}"#, 401), (#"{"iss":"SIMTEAM123"}"#, 401),
            (#"{"iat":1781528400}"#, 401), (#"{"iss":"","iat":1781528400}"#, 401),
        ]) func claims(_ claims: String, _ status: Int) throws
    {
        var specimen = try ReceiptServiceSpecimen()
        specimen.claims = claims
        #expect(try specimen.answer().status == status)
    }

    @Test("checks the signature where it has the key, and the form alone where it has none") func signatures() throws {
        var specimen = try ReceiptServiceSpecimen()
        let other = try SimulatedDeviceCheckKey(teamID: "SIMTEAM123")
        let (key, point) = (specimen.key.bearerKey, other.bearerKey.publicKeyX963)
        for (keys, status) in [
            ([], 200), ([key], 200), ([other.bearerKey, key], 200), ([other.bearerKey], 401),
            ([BearerKey(teamID: key.teamID, keyID: key.keyID, publicKeyX963: point)], 401),
            ([BearerKey(teamID: "OTHERTEAM0", keyID: key.keyID, publicKeyX963: key.publicKeyX963)], 401),
            ([BearerKey(teamID: key.teamID, keyID: key.keyID, publicKeyX963: [4])], 401),
        ] {
            specimen.service.bearerKeys = keys
            #expect(try specimen.answer().status == status, "\(keys)")
        }
    }

    @Test("is given a key like Apple's files have them") func keyFile() throws {
        let key = try SimulatedDeviceCheckKey(teamID: "SIMTEAM123")
        let pem = try key.pem()
        #expect(pem.hasPrefix("-----BEGIN \("PRIVATE KEY")-----\n"))
        #expect(pem.hasSuffix("\n-----END \("PRIVATE KEY")-----\n"))
        #expect(key.keyID.count == 10)
        #expect(key.keyID.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) })
        let read = try SimulatedDeviceCheckKey(teamID: "SIMTEAM123", keyID: key.keyID, pem: pem)
        #expect(read.bearerKey == key.bearerKey)
        for text in ["", "-----BEGIN \("PRIVATE KEY")-----\nAAAA\n-----END \("PRIVATE KEY")-----\n", pem + pem] {
            #expect(throws: SimulationError.self) {
                try SimulatedDeviceCheckKey(teamID: "SIMTEAM123", keyID: "A", pem: text)
            }
        }
    }
}
