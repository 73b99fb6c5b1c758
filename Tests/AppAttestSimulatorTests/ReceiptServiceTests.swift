import AppAttest
import AppAttestSimulator
import Foundation
import Testing

@Suite("The simulated service for receipts") struct ReceiptServiceTests {
    private let now = ReceiptServiceSpecimen.now

    @Test("answers a device's receipt with one that a server accepts as having just come from Apple")
    func refreshes() throws {
        let specimen = try ReceiptServiceSpecimen(riskMetric: 7)
        let answer = try specimen.answer()
        #expect(answer.status == 200)
        let contents = try specimen.verify(specimen.newerReceipt(answer)).contents
        #expect(contents.type == .receipt)
        #expect(contents.riskMetric?.text == "7")
        #expect(contents.createdAt == now)
        #expect(contents.refreshNotBefore == now + 86_400)
        #expect(contents.expiresAt == now + 7_776_000)
        #expect(contents.environment == "production")
        #expect(contents.attestedCertificate == specimen.receipt.subject.leafCertificate)
    }

    @Test("keeps the token, and has the client hash damaged as Apple has it") func keptFields() throws {
        let specimen = try ReceiptServiceSpecimen()
        let old = try specimen.oldReceipt()
        let before = try specimen.receipt.verify(old).contents
        let body = Array(specimen.base64(old).utf8)
        let first = try specimen.newerReceipt(specimen.answer(body: body))
        let after = try specimen.verify(first).contents
        #expect(before.token?.count == 88)
        #expect(after.token == before.token)
        // 0 to 31: text already, so that nothing is replaced.
        #expect(after.clientHash == [UInt8](0..<32))

        var subject = specimen.receipt.subject
        subject.clientDataHash = [0x41, 0xFF, 0x42]
        let other = try specimen.receipt.device.receipt(subject)
        let damaged = try specimen.newerReceipt(specimen.answer(body: Array(specimen.base64(other).utf8)))
        #expect(try specimen.verify(damaged).contents.clientHash == [0x41, 0xEF, 0xBF, 0xBD, 0x42])
    }

    @Test("gives a receipt that can be exchanged again from its field 19 on, and not before") func again() throws {
        let specimen = try ReceiptServiceSpecimen()
        let first = try specimen.answer().body
        let (early, due) = (now + 86_399, now + 86_400)
        var later = specimen
        later.claims = #"{"iss":"SIMTEAM123","iat":1781614799}"#
        let tooEarly = try later.answer(body: first, at: early)
        #expect(tooEarly.status == 304)
        #expect(tooEarly.body.isEmpty)
        let second = try later.answer(body: first, at: due)
        #expect(second.status == 200)
        #expect(try later.verify(later.newerReceipt(second), at: due).contents.createdAt == due)
    }

    @Test("has a risk metric for each key as it is told") func riskByKey() throws {
        var specimen = try ReceiptServiceSpecimen()
        let keyID = specimen.receipt.device.keyID
        specimen.service.riskMetric = { $0 == keyID ? "12" : "1" }
        #expect(try specimen.verify(specimen.newerReceipt(specimen.answer())).contents.riskMetric?.count == 12)
        let other = try ReceiptServiceSpecimen()
        let body = Array(other.base64(try other.oldReceipt()).utf8)
        #expect(try other.verify(other.newerReceipt(specimen.answer(body: body))).contents.riskMetric?.count == 1)
    }

    @Test("has no data for the keys that it was told to have none for") func noData() throws {
        var specimen = try ReceiptServiceSpecimen()
        specimen.service.keysWithoutData = [specimen.receipt.device.keyID]
        let answer = try specimen.answer()
        #expect((answer.status, answer.body) == (404, []))
        #expect(try ReceiptServiceSpecimen().answer().status == 200)
    }

    @Test("takes the base64 text of a receipt for a body, and nothing else") func bodyForms() throws {
        let specimen = try ReceiptServiceSpecimen()
        let receipt = try specimen.oldReceipt()
        let text = specimen.base64(receipt)
        #expect(try specimen.answer(body: Array(text.utf8)).status == 200)
        for (body, name) in [
            (receipt, "raw bytes"), (Array("{\"receipt\":\"\(text)\"}".utf8), "JSON"), ([], "nothing"),
            (Array("\"\(text)\"".utf8), "a JSON string"), (Array("\(text)\n".utf8), "a line"),
            (Array("AAAA\(text)".utf8), "other bytes"), (Array(text.utf8.dropLast(8)), "a part"),
            (Array(specimen.base64(Array(text.utf8)).utf8), "base64 twice"),
            ([UInt8](repeating: 0x41, count: 45_060), "too much"),
            (Array(text.replacing("+", with: "-").replacing("/", with: "_").utf8), "the other alphabet"),
        ] {
            let answer = try specimen.answer(body: body)
            #expect((answer.status, answer.body) == (400, []), "\(name)")
        }
    }

    @Test("takes receipts that its own authority made, and no others") func foreignReceipts() throws {
        let specimen = try ReceiptServiceSpecimen()
        let device = specimen.receipt.device
        for damage in [ReceiptDamage.authorityForeign, .contentEdited, .signerNotMarked, .signatureBit] {
            let receipt = try device.receipt(specimen.receipt.subject, damage: damage)
            #expect(try specimen.answer(body: Array(specimen.base64(receipt).utf8)).status == 400, "\(damage)")
        }
        for variant in [ReceiptVariant.der, .environmentLeftOut] {
            let receipt = try device.receipt(specimen.receipt.subject, variant: variant)
            let answer = try specimen.answer(body: Array(specimen.base64(receipt).utf8))
            #expect(answer.status == 200, "\(variant)")
            #expect(throws: Never.self) { try specimen.verify(specimen.newerReceipt(answer)) }
        }
    }

    @Test("takes receipts of its environments until they end") func otherEnvironmentAndEnd() throws {
        var specimen = try ReceiptServiceSpecimen()
        specimen.service.environments = [.development]
        #expect(try specimen.answer().status == 400)
        specimen.service.environments = [.production]
        #expect(try specimen.answer().status == 200)

        // 90 days after the attestation.
        let end = Specimen.moment + 7_776_000
        specimen.claims = #"{"iss":"SIMTEAM123","iat":1789300800}"#
        #expect(try specimen.answer(at: end).status == 200)
        #expect(try specimen.answer(at: end + 1).status == 400)
    }

    @Test("names no moment that certificates cannot name") func unnameableMoment() throws {
        let specimen = try ReceiptServiceSpecimen()
        for moment in [-700_000_000.0, 253_402_300_799, .infinity, .nan] {
            #expect(throws: SimulationError.self) {
                try specimen.answer(at: Date(timeIntervalSince1970: moment))
            }
        }
    }
}
