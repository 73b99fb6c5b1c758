import AppCheck
import Testing

@Suite("The risk of a key") struct RiskJudgementTests {
    /// High is above 5, for three days.
    private static let policy = RiskPolicy(action: .refuseAssertions, threshold: 5, duration: 3 * day)
    private static let day: Int64 = 86_400
    private static let now = Specimen.moment

    /// Values by how many days ago they were measured.
    private static func history(_ values: KeyValuePairs<Int64, String>) -> [RiskMeasurement] {
        values.map { RiskMeasurement(measuredAt: now - $0.key * day, metric: $0.value) }
    }

    private func isAtRisk(_ history: [RiskMeasurement], policy: RiskPolicy = policy) -> Bool {
        policy.isAtRisk(history, at: Self.now)
    }

    @Test("follows from values that stayed high for the duration") func high() {
        #expect(isAtRisk(Self.history([3: "6", 2: "9", 1: "1000000", 0: "6"])))
        #expect(isAtRisk(Self.history([3: "6", 0: "6"])))
        // What was before it stayed high does not matter.
        #expect(isAtRisk(Self.history([9: "6", 5: "1", 3: "6", 0: "6"])))
    }

    @Test("follows from nothing, nor from one value, however high") func oneValue() {
        #expect(!isAtRisk([]))
        for metric in ["6", "1000000", "999999999"] {
            for ago: Int64 in [0, 3, 29] { #expect(!isAtRisk(Self.history([ago: metric]))) }
        }
        // Nor from one that was told twice, whatever the duration.
        let none = RiskPolicy(action: .refuseAssertions, threshold: 5, duration: 0)
        #expect(!isAtRisk(Self.history([1: "1000000", 1: "1000000"]), policy: none))
        #expect(!isAtRisk(Self.history([1: "1000000"]), policy: none))
        #expect(isAtRisk(Self.history([2: "6", 1: "6"]), policy: none))
    }

    @Test("does not follow from values that stayed high for a second less") func duration() {
        let history = [
            RiskMeasurement(measuredAt: Self.now - 3 * Self.day + 1, metric: "9"),
            RiskMeasurement(measuredAt: Self.now, metric: "9"),
        ]
        #expect(!isAtRisk(history))
        #expect(isAtRisk([RiskMeasurement(measuredAt: Self.now - 3 * Self.day, metric: "9"), history[1]]))
    }

    @Test("does not follow from values below the threshold or at it") func threshold() {
        for metric in ["0", "3", "5", "005"] {
            #expect(!isAtRisk(Self.history([9: metric, 6: metric, 3: metric, 0: metric])))
        }
        #expect(isAtRisk(Self.history([3: "006", 0: "6"])))
        let highest = RiskPolicy(action: .refuseAssertions, threshold: 1_000_000, duration: 3 * Self.day)
        #expect(!isAtRisk(Self.history([3: "1000000", 0: "1000000"]), policy: highest))
        #expect(isAtRisk(Self.history([3: "1000001", 0: "1000001"]), policy: highest))
    }

    /// What is no number of at most nine digits.
    private static let words = [
        "", " ", "-1", "+7", "7.0", "0x9", "1e6", " 9", "9 ", "many", "९", "1234567890", "9\u{0}", "null",
    ]

    @Test("rests on no value that is no number", arguments: words) func noNumber(_ word: String) {
        #expect(RiskMeasurement(measuredAt: 0, metric: word).count == nil)
        // Not high:
        #expect(!isAtRisk(Self.history([9: word, 6: word, 3: word, 0: word])))
        #expect(!isAtRisk(Self.history([3: word, 1: "9", 0: word])))
        // Not low:
        #expect(isAtRisk(Self.history([3: "6", 1: word, 0: "6"])))
        #expect(isAtRisk(Self.history([5: word, 4: "6", 1: "6", 0: word])))
        // And not a link between values that lie too far apart.
        #expect(!isAtRisk(Self.history([40: "6", 20: word, 0: "6"])))
    }

    @Test("ends with the first low value, and begins anew after it") func low() {
        #expect(!isAtRisk(Self.history([9: "9", 6: "9", 3: "9", 0: "5"])))
        #expect(!isAtRisk(Self.history([9: "9", 6: "9", 2: "1", 1: "9", 0: "9"])))
        #expect(!isAtRisk(Self.history([4: "9", 3: "0", 2: "9", 0: "9"])))
    }

    @Test("does not bridge a gap that is longer than the metric looks back") func gap() {
        #expect(isAtRisk(Self.history([30: "9", 0: "9"])))
        #expect(!isAtRisk(Self.history([31: "9", 0: "9"])))
        // After the gap it counts by itself.
        #expect(!isAtRisk(Self.history([80: "9", 60: "9", 2: "9", 0: "9"])))
        #expect(isAtRisk(Self.history([80: "9", 60: "9", 3: "9", 0: "9"])))
        let longest = RiskPolicy(action: .refuseAssertions, threshold: 5, duration: 60 * Self.day)
        #expect(isAtRisk(Self.history([60: "9", 30: "9", 0: "9"]), policy: longest))
        #expect(!isAtRisk(Self.history([60: "9", 0: "9"]), policy: longest))
    }

    @Test("does not follow from a history that ended longer ago than the metric looks back") func stale() {
        #expect(isAtRisk(Self.history([40: "9", 30: "9"])))
        #expect(!isAtRisk(Self.history([41: "9", 31: "9"])))
        // A word that came since makes it no fresher.
        #expect(!isAtRisk(Self.history([41: "9", 31: "9", 0: "many"])))
    }

    @Test("is the same in whatever order the values come") func order() {
        let atRisk = Self.history([9: "1", 4: "9", 2: "9", 0: "9"])
        let isNot = Self.history([9: "9", 4: "9", 2: "9", 0: "1"])
        for turn in 0..<4 {
            #expect(isAtRisk(Array(atRisk[turn...] + atRisk[..<turn])))
            #expect(isAtRisk(Array(atRisk[turn...] + atRisk[..<turn]).reversed()))
            #expect(!isAtRisk(Array(isNot[turn...] + isNot[..<turn])))
            #expect(!isAtRisk(Array(isNot[turn...] + isNot[..<turn]).reversed()))
        }
    }

    @Test("is not found where one moment has two values, of which one is low") func contradiction() {
        for pair in [["9", "1"], ["1", "9"]] {
            #expect(!isAtRisk(Self.history([4: "9", 0: pair[0], 0: pair[1]])))
            #expect(!isAtRisk(Self.history([4: pair[0], 4: pair[1], 2: "9", 0: "9"])))
        }
    }

    @Test("is judged at all moments that there are") func extremes() {
        let ends = [
            RiskMeasurement(measuredAt: .min, metric: "9"), RiskMeasurement(measuredAt: .max, metric: "9"),
        ]
        for now in [Int64.min, 0, .max] {
            #expect(!Self.policy.isAtRisk(ends, at: now))
            for end in ends { #expect(!Self.policy.isAtRisk([end], at: now)) }
        }
        // A clock that is behind takes nothing back of what was measured.
        let measured = Self.history([3: "9", 0: "9"])
        #expect(Self.policy.isAtRisk(measured, at: Self.now - 365 * Self.day))
    }
}
