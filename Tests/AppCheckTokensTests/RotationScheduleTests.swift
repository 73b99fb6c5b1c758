import AppCheckTokens
import Testing

/// Keys for rings, made once: what they are does not matter, only that they differ.
enum KeyPool {
    static let keys = Result { try (0..<4).map { _ in try SigningKey.generate() } }
    static func key(_ index: Int) throws -> SigningKey { try keys.get()[index] }
}

@Suite("The rotation schedule") struct RotationScheduleTests {
    private static let day: Int64 = 86_400
    private static let lead: Int64 = 23_400
    private static let retention: Int64 = 628_200
    private static let start: Int64 = 1_800_000_000

    /// What the schedule says at a moment, in words without the names of keys.
    private enum Step: Equatable {
        case first, publish, activate, remove
        case wait(Int64)
    }

    /// Asks at each moment until the answer is to wait, doing what is asked with keys of the pool.
    private struct Walk {
        var ring = KeyRing()
        var made = 0

        mutating func at(_ now: Int64) throws -> [Step] {
            let schedule = RotationSchedule()
            var steps: [Step] = []
            while true {
                switch schedule.decide(ring, at: now) {
                case .makeFirst:
                    ring = try ring.makingFirst(KeyPool.key(made), at: now)
                    (steps, made) = (steps + [.first], made + 1)
                case .publishNext:
                    ring = try ring.publishingNext(KeyPool.key(made), at: now)
                    (steps, made) = (steps + [.publish], made + 1)
                case .activate(let kid):
                    ring = try ring.activating(kid, at: now, following: schedule)
                    steps.append(.activate)
                case .remove(let kid):
                    ring = try ring.removing(kid, at: now, following: schedule)
                    steps.append(.remove)
                case .wait(let until):
                    #expect(until > now)
                    return steps + [.wait(until - RotationScheduleTests.start)]
                }
            }
        }
    }

    private func walk(_ table: [(offset: Int64, steps: [Step], active: Int, served: [Int])]) throws {
        var walk = Walk()
        for row in table {
            #expect(try walk.at(Self.start + row.offset) == row.steps, "after \(row.offset) s")
            #expect(walk.ring.active?.kid == (try KeyPool.key(row.active).kid), "after \(row.offset) s")
            let served = try row.served.map { try KeyPool.key($0).kid }
            #expect(walk.ring.jwks.keys.map(\.kid) == served, "after \(row.offset) s")
        }
    }

    @Test("makes, publishes, activates and removes keys in their time") func regular() throws {
        let (day, lead, retention) = (Self.day, Self.lead, Self.retention)
        try walk([
            (0, [.first, .wait(30 * day - lead)], 0, [0]),
            (30 * day - lead - 1, [.wait(30 * day - lead)], 0, [0]),
            (30 * day - lead, [.publish, .wait(30 * day)], 0, [0, 1]),
            (30 * day - 1, [.wait(30 * day)], 0, [0, 1]),
            (30 * day, [.activate, .wait(30 * day + retention)], 1, [0, 1]),
            (30 * day + retention - 1, [.wait(30 * day + retention)], 1, [0, 1]),
            (30 * day + retention, [.remove, .wait(60 * day - lead)], 1, [1]),
            (60 * day - lead, [.publish, .wait(60 * day)], 1, [1, 2]),
            (60 * day, [.activate, .wait(60 * day + retention)], 2, [1, 2]),
        ])
    }

    @Test("never lets a key sign that was published for less than the lead, however long the server slept")
    func sleep() throws {
        let (day, lead, retention) = (Self.day, Self.lead, Self.retention)
        try walk([
            (0, [.first, .wait(30 * day - lead)], 0, [0]),
            // Slept past publication and activation: the old key signs on until the lead is over.
            (400 * day, [.publish, .wait(400 * day + lead)], 0, [0, 1]),
            (400 * day + lead - 1, [.wait(400 * day + lead)], 0, [0, 1]),
            // Slept again while the key was published: it has waited long enough.
            (500 * day, [.activate, .wait(500 * day + retention)], 1, [0, 1]),
            // Slept past the removal and the next publication.
            (600 * day, [.remove, .publish, .wait(600 * day + lead)], 1, [1, 2]),
            (600 * day + lead, [.activate, .wait(600 * day + lead + retention)], 2, [1, 2]),
        ])
    }

    @Test("only waits when the clock goes backwards") func backwards() throws {
        let (day, lead, retention) = (Self.day, Self.lead, Self.retention)
        try walk([
            (0, [.first, .wait(30 * day - lead)], 0, [0]),
            (-10 * day, [.wait(30 * day - lead)], 0, [0]),
            (30 * day - lead, [.publish, .wait(30 * day)], 0, [0, 1]),
            (0, [.wait(30 * day)], 0, [0, 1]),
            (30 * day, [.activate, .wait(30 * day + retention)], 1, [0, 1]),
            (-1000 * day, [.wait(30 * day + retention)], 1, [0, 1]),
            (30 * day + retention, [.remove, .wait(60 * day - lead)], 1, [1]),
        ])
    }

    @Test("lets an operator rotate at once, which still takes the lead") func onDemand() throws {
        var walk = Walk()
        _ = try walk.at(Self.start)
        walk.ring = try walk.ring.publishingNext(KeyPool.key(1), at: Self.start + 100)
        walk.made = 2
        #expect(try walk.at(Self.start + 100) == [.wait(100 + Self.lead)])
        #expect(
            try walk.at(Self.start + 100 + Self.lead) == [.activate, .wait(100 + Self.lead + Self.retention)])
        // Counted from the new key's own start.
        #expect(
            try walk.at(Self.start + 100 + Self.lead + Self.retention)
                == [.remove, .wait(100 + 30 * Self.day)])
    }

    @Test("can be asked at any moment there is") func extremes() throws {
        let ring = try KeyRing().makingFirst(KeyPool.key(0), at: 253_402_300_799)
        #expect(RotationSchedule().decide(ring, at: .min) == .wait(until: 253_404_869_399))
        #expect(RotationSchedule().decide(ring, at: .max) == .publishNext)
        #expect(RotationSchedule().decide(KeyRing(), at: .min) == .makeFirst)
    }

    @Test("is refused if verifiers would miss a key") func validation() throws {
        let shortest = try RotationSchedule(lifetime: 86_400, lead: 21_600, retention: 626_400)
        #expect(shortest.lead == 21_600)
        for (lifetime, lead, retention) in [
            (86_399, 21_600, 626_400), (86_400, 21_599, 626_400), (86_400, 21_600, 626_399),
            (86_400, 86_400, 626_400), (86_400, 21_600, 2_592_001), (315_360_001, 21_600, 626_400),
            (.max, .max, .max), (.min, .min, .min),
        ] as [(Int64, Int64, Int64)] {
            let error = #expect(throws: KeyRingError.self) {
                try RotationSchedule(lifetime: lifetime, lead: lead, retention: retention)
            }
            #expect(error?.code == .invalidSchedule)
        }
    }
}
