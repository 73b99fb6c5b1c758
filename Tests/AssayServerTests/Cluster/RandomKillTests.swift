import Foundation
import Testing
import TestSupport

@Suite("Servers that are killed at random while they work", .serialized, .onSQLite("names both databases itself"))
struct RandomKillTests {
    @Test(
        "lose no registration, counter or consumption that was acknowledged, on either database",
        .timeLimit(.minutes(Plan.kills > 20 ? 60 : 4)), arguments: TestStore.all)
    func kills(_ kind: TestStore) async throws {
        var chance = SeededChance(state: Plan.seed)
        try await Workshop.with(on: kind) { workshop async throws in
            try await Crew.with(2, workshop) { crew async throws in
                try await DeviceLoad.with(4, crew) { ledger, load async throws in
                    for _ in 0..<Plan.kills {
                        await ledger.grows(by: Int.random(in: 3...40, using: &chance))
                        let victim = Int.random(in: 0..<2, using: &chance)
                        try await crew.replace(victim)
                        try await load.checkSpent(at: crew.phone(victim))
                    }
                    await ledger.grows(by: 20)
                    ledger.end()
                    try await load.checkSpent(at: crew.phone())
                    try await ledger.checkDevices(crew)
                    let tally = ledger.statuses.sorted { $0.key < $1.key }.map { "\($0.value) of \($0.key)" }
                    print(
                        """
                        \(kind.testDescription), seed \(Plan.seed): \(Plan.kills) servers killed; \
                        \(ledger.acknowledged) things acknowledged, none lost; answers: \
                        \(tally.joined(separator: ", ")); \(ledger.unanswered) requests unanswered
                        """)
                    #expect(Set(ledger.statuses.keys).isSubset(of: [200, 403, 429, 503]))
                }
            }
        }
    }
}

/// What `make soak` asks for more of.
private enum Plan {
    static let kills = number("ASSAY_TEST_KILLS") ?? 6
    static let seed = UInt64(number("ASSAY_TEST_SEED") ?? 20_260_115)

    private static func number(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap(Int.init)
    }
}

/// The same numbers for the same seed (SplitMix64).
struct SeededChance: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
