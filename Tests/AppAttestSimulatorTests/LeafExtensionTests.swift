import AppAttestSimulator
import Foundation
import Testing

@Suite("A simulated leaf's claims") struct LeafExtensionTests {
    private func leaf(_ generation: DeviceGeneration) throws -> [UInt8] {
        try AttestationParts(
            Specimen.device(generation).attest(clientDataHash: Specimen.clientDataHash, at: Specimen.moment)
        ).leaf
    }

    private let appID = bytes("BF8934 1C 04 1A") + Array("SIMTEAM123.com.example.app".utf8)

    @Test("name the app among the small numbers of its age") func applicationClaims() throws {
        let old =
            bytes("A403 02010A BF893003 020101 BF893103 020100 BF893203 020101 BF893303 020101") + appID
            + bytes("A506 0404 736B7320 BF893603 020105 BF893703 020100 BF893903 020100 BF893A03 020100")
        let recent =
            bytes("A403 02010A BF893003 020100 BF893103 020100 BF893203 020100 BF893303 020100") + appID
            + bytes("BF893603 020104 BF893703 020100 BF893903 020100 BF893A03 020100 BF893B03 020100 AA03 020100")
        let identifier = bytes("06 09 2A864886F763640805 04")
        #expect(try leaf(.iOS14).firstRange(of: identifier + bytes("67 30 65") + old) != nil)
        #expect(
            try leaf(.iOS17).firstRange(of: identifier + bytes("6E 30 6C") + old + bytes("BF893B03 020100")) != nil)
        #expect(try leaf(.iOS26).firstRange(of: identifier + bytes("6B 30 69") + recent) != nil)
    }

    @Test("state version and builds as far as its age does") func deviceClaims() throws {
        let identifier = bytes("06 09 2A864886F763640807 04")
        #expect(try leaf(.iOS14).firstRange(of: identifier + bytes("0C 30 0A BF8A7806 0404 31342E34")) != nil)
        let seventeen = bytes(
            """
            4A 30 48 BF8A7808 0406 31372E322E31 BF885007 020500FFFFFFFF BF8A7B07 0405 3231433636
            BF8A7D08 0406 31372E322E31 BF8A7E03 020100 BF8B0C0F 040D 32312E332E36362E302E302C30
            """)
        #expect(try leaf(.iOS17).firstRange(of: identifier + seventeen) != nil)
        let twentySix = bytes(
            """
            81C3 3081C0 BF8A7806 0404 32362E33 BF885003 020102 BF8A7909 0407 312E302E323133
            BF8A7B08 0406 323344313237 BF8A7C06 0404 32362E33 BF8A7D06 0404 32362E33 BF8A7E03 020100
            BF8A7F03 020100 BF8B0003 020100 BF8B0103 020100 BF8B0203 020100 BF8B0303 020100 BF8B0403 020101
            BF8B0503 020100 BF8B0A10 040E 32332E342E3132372E302E302C30 BF8B0B10 040E 32332E342E3132372E302E302C30
            BF8B0C10 040E 32332E342E3132372E302E302C30 BF88020A 0408 6970686F6E656F73
            """)
        #expect(try leaf(.iOS26).firstRange(of: identifier + twentySix) != nil)
    }

    @Test("come with key access control and a purpose since iOS 26 only") func recentExtensions() throws {
        let purpose = bytes("30 14 06 03 551D25 04 0D 30 0B 06 09 2A864886F763640418")
        let accessControl = bytes(
            """
            06 09 2A864886F763640806 04 4B 3049 A347 0445 3043 0C02 3131 303D 300A0C036F6B64A1030101FF
            30090C026F61A1030101FF 300B0C046F73676EA1030101FF 300B0C046F64656CA1030101FF 300A0C036F636BA1030101FF
            """)
        for generation in [DeviceGeneration.iOS26, .iOS27EDClear, .iOS27EDSet] {
            #expect(try leaf(generation).firstRange(of: purpose) != nil)
            #expect(try leaf(generation).firstRange(of: accessControl) != nil)
        }
        for generation in [DeviceGeneration.iOS14, .iOS17] {
            #expect(try leaf(generation).firstRange(of: bytes("06 03 551D25")) == nil)
            #expect(try leaf(generation).firstRange(of: bytes("2A864886F763640806")) == nil)
        }
    }

    @Test("stand under an intermediate that may issue leaves only") func intermediate() throws {
        let intermediate = try AttestationParts(
            Specimen.device(.iOS26).attest(clientDataHash: Specimen.clientDataHash, at: Specimen.moment)
        ).intermediate
        #expect(intermediate.firstRange(of: bytes("06 03 551D13 0101FF 0408 30060101FF020100")) != nil)
        #expect(intermediate.firstRange(of: bytes("06 03 551D0F 0101FF 0404 03020106")) != nil)
        #expect(intermediate.firstRange(of: bytes("06 03 551D23 0418 30168014")) != nil)
        #expect(intermediate.firstRange(of: bytes("06 03 551D0E 0416 0414")) != nil)
        #expect(intermediate.firstRange(of: Array("Simulated App Attestation Root CA".utf8)) != nil)
        #expect(intermediate.firstRange(of: Array("Apple".utf8)) == nil)
    }
}
