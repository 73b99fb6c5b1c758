import AppleServices
import Cryptography
import Encodings
import Testing

@Suite("A DeviceCheck key") struct DeviceCheckKeyTests {
    private static let team = "ABCDE12345"
    private static let name = "KEYID67890"

    private func fault(_ pem: String, team: String = team, name: String = name) -> DeviceCheckKey.Fault? {
        do {
            _ = try DeviceCheckKey(teamID: team, keyID: name, pem: pem)
            return nil
        } catch { return error }
    }

    @Test("is read from one PEM block, with line breaks of either kind and white space around it") func reading() throws
    {
        let text = try pem(P256.PrivateKey())
        for variant in [text, text.replacing("\n", with: "\r\n"), "\n\n" + text + "\n", String(text.dropLast())] {
            #expect(fault(variant) == nil)
        }
    }

    @Test("does not show itself") func secrecy() throws {
        let key = try DeviceCheckKey(teamID: Self.team, keyID: Self.name, pem: pem(P256.PrivateKey()))
        #expect("\(key)" == "DeviceCheck key KEYID67890 of team ABCDE12345")
        #expect(String(reflecting: key) == "DeviceCheck key KEYID67890 of team ABCDE12345")
        #expect(Mirror(reflecting: key).children.isEmpty)
    }

    @Test(
        "has ids of ten upper-case letters and digits",
        arguments: [
            "", "ABCDE1234", "ABCDE123456", "abcde12345", "ABCDE-1234", "ABCDE1234\n", "ÄBCDE1234", "ABCDE1234\"",
        ])
    func identifiers(_ text: String) throws {
        let good = try pem(P256.PrivateKey())
        #expect(fault(good, team: text) == .teamID)
        #expect(fault(good, name: text) == .keyID)
    }

    @Test("is not in a text that is not one block") func blocks() throws {
        let good = try pem(P256.PrivateKey())
        for text in ["", "nothing", good + good, "note\n" + good, good + "note", String(good.dropLast(30))] {
            #expect(fault(text) == .notOneBlock)
        }
        #expect(fault(good.replacing("MI", with: "M!")) == .notOneBlock)
    }

    @Test(
        "is not in a block of another type", arguments: ["PUBLIC KEY", "EC PRIVATE KEY", "ENCRYPTED PRIVATE KEY", ""])
    func types(_ type: String) throws {
        #expect(fault(PEM.block(type, try P256.PrivateKey().privateKeyInfo())) == .otherBlock)
    }

    @Test("is on P-256, whole, and nothing follows it") func kinds() throws {
        let good = try P256.PrivateKey().privateKeyInfo()
        let others = [
            [], [0x30, 0x00], Array(good.dropLast()), good + [0], try P384.PrivateKey().privateKeyInfo(),
            try RSA.PrivateKey(bits: 2_048).privateKeyInfo(),
        ]
        for bytes in others { #expect(fault(PEM.block("PRIVATE KEY", bytes)) == .notP256) }
    }

    @Test("says in its faults nothing of what it was given", arguments: DeviceCheckKey.Fault.allCases)
    func words(_ fault: DeviceCheckKey.Fault) { #expect(fault.description.hasPrefix("expected ") || fault == .notP256) }
}
