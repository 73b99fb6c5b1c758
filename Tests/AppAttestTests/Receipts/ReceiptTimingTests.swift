import AppAttest
import AppAttestSimulator
import FoundationEssentials
import TestSupport
import Testing

@Suite("A receipt and the moment") struct ReceiptTimingTests {
    private static let creation = Simulation.moment
    /// The signer's certificate, from 30 days before the day (midnight is 12 hours before), 395 days long.
    private static let (signerNotBefore, signerNotAfter) = (
        creation - 43_200 - 30 * 86_400, creation - 43_200 + 365 * 86_400
    )

    private func reason(
        _ timing: ReceiptTiming, _ distance: TimeInterval, leeway: Int = 0
    ) throws -> RejectionReason? {
        var specimen = try ReceiptSpecimen()
        (specimen.expectation.timing, specimen.expectation.clockLeeway) = (timing, leeway)
        specimen.moment = Self.creation + distance
        return specimen.reason
    }

    @Test(
        "at arrival, must have been made within 5 minutes, before or after",
        arguments: [(0, nil), (300, nil), (-300, nil), (301, .receiptNotFresh), (-301, .receiptNotFresh)]
            + [(360, .receiptNotFresh), (86_400, .receiptNotFresh), (.infinity, .receiptChainExpired)]
            as [(TimeInterval, RejectionReason?)])
    func arrival(_ distance: TimeInterval, _ expected: RejectionReason?) throws {
        #expect(try reason(.arrival, distance) == expected)
    }

    @Test("at arrival, may be older by the leeway") func leeway() throws {
        #expect(try reason(.arrival, 360, leeway: 60) == nil)
        #expect(try reason(.arrival, -361, leeway: 60) == .receiptNotFresh)
        #expect(try reason(.arrival, 301, leeway: -60) == .receiptNotFresh)
        #expect(try reason(.arrival, 86_400 + 301, leeway: .max) == .receiptNotFresh)
    }

    @Test(
        "kept, passes whenever it is read, long after its signer's certificate too",
        arguments: [0, 360, 400 * 86_400, 40_000 * 86_400, -400 * 86_400, .infinity, -.infinity] as [TimeInterval])
    func kept(_ distance: TimeInterval) throws {
        #expect(try reason(.kept, distance) == nil)
    }

    @Test("recorded, passes as long as its certificates are valid") func recorded() throws {
        let (start, end) = (Self.signerNotBefore, Self.signerNotAfter)
        for (moment, leeway, expected) in [
            (start, 0, nil), (end, 0, nil), (start - 1, 0, .receiptChainNotYetValid),
            (end + 1, 0, .receiptChainExpired),
            (start - 60, 60, nil), (end + 60, 60, nil), (end + 61, 60, .receiptChainExpired),
        ] as [(Date, Int, RejectionReason?)] {
            let distance = moment.timeIntervalSince(Self.creation)
            #expect(try reason(.recorded, distance, leeway: leeway) == expected, "\(distance)")
        }
    }

    @Test(
        "was not made while its signer's certificate was not valid, at whatever moment it is read",
        arguments: ReceiptTiming.allCases)
    func creation(_ timing: ReceiptTiming) throws {
        for (damage, expected) in [
            (ReceiptDamage.signerExpired, RejectionReason.receiptChainExpired),
            (.signerNotYetValid, .receiptChainNotYetValid),
        ] {
            var specimen = try ReceiptSpecimen { try $0.receipt($1, damage: damage) }
            specimen.expectation.timing = timing
            #expect(specimen.reason == expected)
            // A moment at which the certificate is valid does not help.
            specimen.moment = Self.creation + (damage == .signerExpired ? -2 : 2) * 86_400
            #expect(specimen.reason == expected)
        }
    }

    @Test(
        "tells its times with no or up to nine digits of a fraction, in UTC",
        arguments: [
            ("2021-01-10T11:08:28Z", 1_610_276_908), ("2021-01-10T11:08:28.001Z", 1_610_276_908.001),
            ("2020-11-21T22:16:46.39Z", 1_605_997_006.39), ("2021-01-10T11:08:28.1Z", 1_610_276_908.1),
            ("2021-01-10T11:08:28.000000001Z", 1_610_276_908), ("1970-01-01T00:00:00.000Z", 0),
            ("2024-02-29T23:59:59.999Z", 1_709_251_199.999),
        ] as [(String, TimeInterval)])
    func times(_ text: String, _ seconds: TimeInterval) throws {
        let date = try #require(ReceiptTime.date(Array(text.utf8)))
        #expect(abs(date.timeIntervalSince1970 - seconds) < 0.000_01)
    }

    @Test(
        "tells no time in any other form",
        arguments: [
            "", "Z", "2021-01-10", "2021-01-10T11:08:28", "2021-01-10 11:08:28Z", "2021-01-10T11:08:28.Z",
            "2021-01-10T11:08:28,5Z", "2021-01-10T11:08:28+00:00", "2021-01-10T11:08:28z", "2021-13-10T11:08:28Z",
            "2021-02-29T11:08:28Z", "2021-01-10T24:00:00Z", "2021-01-10T11:08:60Z", "2021-01-10T11:08:28.1234567890Z",
            "+021-01-10T11:08:28Z", "2021-01-10T11:08:28.-1Z", "2021-01-10T11:08: 8Z", "２021-01-10T11:08:28Z",
            "20210-01-10T11:08:28Z", "2021-01-10T11:08Z",
        ])
    func malformedTimes(_ text: String) { #expect(ReceiptTime.date(Array(text.utf8)) == nil) }
}
