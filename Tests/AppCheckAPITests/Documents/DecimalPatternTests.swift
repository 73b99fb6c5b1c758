import AppCheckAPI
import Testing

@Suite("A pattern for a range of numbers") struct DecimalPatternTests {
    @Test("is written in as few pieces as there are digits to tell apart") func text() {
        #expect(DecimalPattern.matching(0...9) == "([0-9])")
        #expect(DecimalPattern.matching(7...7) == "(7)")
        #expect(
            DecimalPattern.matching(1800...604_800)
                == "(1[8-9][0-9]{2}|[2-9][0-9]{3}|[1-9][0-9]{4}|[1-5][0-9]{5}|60[0-3][0-9]{3}|604[0-7][0-9]{2}|604800)")
    }

    @Test(
        "takes exactly the numbers within",
        arguments: [0...0, 0...10, 5...123, 9...10, 99...101, 100...199, 1_000...1_000, 17...1_204, 0...1_300])
    func exact(_ range: ClosedRange<Int64>) throws {
        let pattern = try Regex(DecimalPattern.matching(range))
        let taken = try (Int64(0)...1_300).filter { try pattern.wholeMatch(in: String($0)) != nil }
        #expect(taken == Array(range))
    }

    @Test("takes nothing around a number", arguments: ["", "05", "5 ", "+5", "-5", "5.0", "٥"])
    func others(_ text: String) throws {
        #expect(try Regex(DecimalPattern.matching(0...10)).wholeMatch(in: text) == nil)
    }
}
