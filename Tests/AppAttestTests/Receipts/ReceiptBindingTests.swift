import AppAttest
import AppAttestSimulator
import TestSupport
import Testing

@Suite("A receipt and the attestation that it is for") struct ReceiptBindingTests {
    @Test("have the same leaf certificate, or at least its key") func key() throws {
        let specimen = try ReceiptSpecimen()
        let contents = try specimen.verify().contents
        var other = specimen
        other.expectation.key = .publicKey(contents.publicKey)
        #expect(other.reason == nil)
        for key in [
            ReceiptExpectation.Key.publicKey(try Simulation.device().publicKeyX963), .publicKey([]),
            .publicKey(contents.attestedCertificate), .leafCertificate(contents.publicKey), .leafCertificate([]),
            .leafCertificate(try ReceiptSpecimen().verify().contents.attestedCertificate),
        ] {
            other.expectation.key = key
            #expect(other.reason == .receiptKeyMismatch)
        }
    }

    @Test("are of the same app, in the same letters") func app() throws {
        var specimen = try ReceiptSpecimen()
        for appID in [
            Simulation.otherAppID, AppID(teamID: "SIMTEAM123", bundleID: "com.example.App"),
            AppID(teamID: "", bundleID: "com.example.app"), AppID(teamID: "SIMTEAM123", bundleID: ""),
        ] {
            specimen.expectation.appID = appID
            #expect(specimen.reason == .receiptAppMismatch)
        }
    }

    @Test(
        "have the same client data hash, of whatever length, and none is guessed",
        arguments: [[UInt8](0..<32), Array("raw challenge".utf8), [0xFF]])
    func clientDataHash(_ hash: [UInt8]) throws {
        var specimen = try ReceiptSpecimen(clientDataHash: hash)
        #expect(specimen.reason == nil)
        for other in [AttestationVerifier.clientDataHash(ofChallenge: hash), hash + [0], hash.dropLast(), []] {
            specimen.expectation.clientDataHash = other
            #expect(specimen.reason == .receiptClientDataMismatch)
        }
        specimen.expectation.clientDataHash = nil
        #expect(specimen.reason == nil)
    }

    @Test("are not compared by hash where Apple has damaged it") func damagedHash() throws {
        var specimen = try ReceiptSpecimen(.receipt, clientDataHash: [0xFF, 0xFE])
        #expect(try specimen.verify().contents.clientHash == [0xEF, 0xBF, 0xBD, 0xEF, 0xBF, 0xBD])
        specimen.expectation.clientDataHash = [1]
        #expect(specimen.reason == nil)
    }

    @Test("are of the same environment, where both say which", arguments: AttestationEnvironment.allCases)
    func environment(_ environment: AttestationEnvironment) throws {
        let whole = try ReceiptSpecimen(.attest, environment)
        let silent = try ReceiptSpecimen(.attest, environment) { try $0.receipt($1, variant: .environmentLeftOut) }
        for expected in AttestationEnvironment.allCases {
            var (specimen, other) = (whole, silent)
            specimen.expectation.environment = expected
            #expect(specimen.reason == (expected == environment ? nil : .receiptEnvironmentMismatch))
            other.expectation.environment = expected
            #expect(other.reason == nil)
        }
        var specimen = whole
        specimen.expectation.environment = nil
        #expect(specimen.reason == nil)
    }

    @Test("are of the type that is expected, or of either where none is", arguments: ReceiptType.allCases)
    func type(_ type: ReceiptType) throws {
        var specimen = try ReceiptSpecimen(type)
        for expected in ReceiptType.allCases {
            specimen.expectation.type = expected
            #expect(specimen.reason == (expected == type ? nil : .receiptTypeUnexpected))
        }
        specimen.expectation.type = nil
        #expect(specimen.reason == nil)
    }

    @Test(
        "tell a risk metric that is a number, text that is none, or nothing, which is not 0",
        arguments: [
            ("3", 3), ("0", 0), ("1000000", 1_000_000), ("007", 7), ("-1", nil), ("", nil), ("1.5", nil), (" 1", nil),
            ("٣", nil), ("9999999999", nil), ("many", nil),
        ] as [(String, UInt32?)])
    func riskMetric(_ text: String, _ count: UInt32?) throws {
        let metric = try ReceiptSpecimen(.receipt, riskMetric: text).verify().contents.riskMetric
        #expect(metric?.text == text)
        #expect(metric?.count == count)
        #expect(try ReceiptSpecimen(.attest, riskMetric: text).verify().contents.riskMetric == nil)
    }
}
