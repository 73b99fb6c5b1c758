import AppAttest
import TestSupport
import Testing

@Suite("A certificate") struct CertificateTests {
    private static let root = TrustAnchor.appleAppAttestationRootCA.der

    /// Apple's root with one thing replaced; lengths are put right by whoever asks.
    private func edited(_ old: String, _ new: String) throws -> [UInt8] {
        var der = Self.root
        let place = try #require(der.firstRange(of: bytes(old)))
        der.replaceSubrange(place, with: bytes(new))
        return der
    }

    private func refusal(_ der: [UInt8]) -> String? {
        #expect(throws: TrustAnchor.Invalid.self) { try TrustAnchor(der: der) }?.reason
    }

    @Test("is read whole, from the first byte to the last")
    func wholeness() throws {
        #expect(Self.root.count == 549)
        #expect(throws: Never.self) { try TrustAnchor(der: Self.root) }
        #expect(refusal(Self.root + [0]) == "certificate: 1 bytes are left over")
        for count in Self.root.indices { #expect(refusal(Array(Self.root.prefix(count))) != nil) }
    }

    @Test(
        "is refused with",
        arguments: [
            ("no version", "a003 0201 02", "a003 0201 01", "not version 3"),
            ("version 4", "a003 0201 02", "a003 0201 03", "not version 3"),
            (
                "another algorithm outside", "300a 0608 2a8648ce3d040303 0368", "300a 0608 2a8648ce3d040302 0368",
                "differs"
            ),
            (
                "another algorithm inside", "300a 0608 2a8648ce3d040303 3052", "300a 0608 2a8648ce3d040302 3052",
                "differs"
            ),
            ("unused bits in the signature", "0368 00", "0368 01", "whole bytes"),
            ("a month that does not exist", "3230303331383138", "3230313331383138", "does not exist"),
            ("a time without Z", "3138333235335a", "31383332353330", "not digits and Z"),
            ("a boolean that is not FF", "0101ff0405", "0101010405", "BOOLEAN"),
            ("a default that is written", "0101ff0405", "0101000405", "default value"),
            ("an extension twice", "0603551d0e", "0603551d0f", "occurs twice"),
            ("no extensions", "a3 42 3040", "a4 42 3040", "no extensions"),
            ("a padded serial number", "0210 0bf3", "0210 0073", "shortest form"),
            ("a constructed bit string", "0368 00", "2368 00", "expected bitString"),
        ])
    func refused(_ fault: String, _ old: String, _ new: String, _ words: String) throws {
        let reason = refusal(try edited(old, new))
        #expect(reason?.contains(words) == true, "\(fault): \(reason ?? "")")
    }

    @Test("never traps, whatever bit of it is changed")
    func everyBit() {
        for index in Self.root.indices {
            for bit in 0..<8 {
                var der = Self.root
                der[index] ^= 1 << bit
                _ = try? TrustAnchor(der: der)
            }
        }
    }
}

@Suite("A trust anchor in PEM") struct TrustAnchorPEMTests {
    private let root = TrustAnchor.appleAppAttestationRootCA

    @Test("is written in lines of 64 and read again, with any line ends and words around it")
    func roundTrip() throws {
        let pem = root.pem
        #expect(pem.split(separator: "\n").allSatisfy { $0.count <= 64 })
        #expect(pem.hasSuffix("-----END CERTIFICATE-----\n"))
        for text in [
            pem, pem.replacing("\n", with: "\r\n"), "Apple's root:\n" + pem + "\nthat was it",
            pem.replacing("\n", with: ""),
        ] {
            #expect(try TrustAnchor(pem: text) == root)
        }
    }

    @Test("is exactly one certificate")
    func refused() {
        let pem = root.pem
        for text in [
            "", pem + pem, pem.replacing("CERTIFICATE", with: "PRIVATE KEY"), "-----BEGIN CERTIFICATE-----",
            "-----BEGIN CERTIFICATE----------END CERTIFICATE-----",
            pem.replacing("-----END CERTIFICATE-----", with: ""),
            pem.replacing("MIIC", with: "MI!C"), pem.replacing("MIIC", with: "MIID"),
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
            "-----END CERTIFICATE-----\n-----BEGIN CERTIFICATE-----",
        ] { #expect(throws: TrustAnchor.Invalid.self) { try TrustAnchor(pem: text) } }
    }
}
