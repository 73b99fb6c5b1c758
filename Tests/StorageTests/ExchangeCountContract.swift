import AppCheck
import Testing
import TestSupport

@Suite("Every store, when it counts exchanges") struct ExchangeCountContract {
    private static let app = "1:1234567890:ios:aa"

    private static func tally(
        _ ending: ExchangeTally.Ending = .granted, _ reason: String = "", day: Int64 = 20_000, app: String = app,
        project: String = "1234567890"
    ) -> ExchangeTally {
        ExchangeTally(projectNumber: project, appID: app, day: day, ending: ending, reason: reason)
    }

    @Test("adds to what was counted before", arguments: Backend.all) func adds(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            #expect(try await counts(store) == [])
            try await store.add([:])
            try await store.add([Self.tally(): 3, Self.tally(.refused, "A"): 1, Self.tally(.reported, "B"): 0])
            try await store.add([Self.tally(): 4_294_967_296, Self.tally(.refused, "B"): 2])
            #expect(
                try await counts(store) == [
                    Count(Self.tally(), 4_294_967_299), Count(Self.tally(.refused, "A"), 1),
                    Count(Self.tally(.refused, "B"), 2),
                ])
        }
    }

    @Test("gives an app's counts since a day, by day, ending and reason", arguments: Backend.all)
    func order(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let expected = [
                Count(Self.tally(.granted, day: -1), 1), Count(Self.tally(.granted, day: 9), 2),
                Count(Self.tally(.refused, "A-B", day: 9), 3), Count(Self.tally(.refused, "AB", day: 9), 4),
                Count(Self.tally(.refused, "A_B", day: 9), 5), Count(Self.tally(.reported, "A", day: 9), 6),
                Count(Self.tally(.granted, day: 10), 7),
            ]
            try await store.add(
                Dictionary(uniqueKeysWithValues: expected.shuffled().map { ($0.tally, $0.count) }))
            try await store.add([
                Self.tally(app: "1:1234567890:ios:ab"): 8, Self.tally(project: "123456789"): 9,
            ])
            #expect(try await counts(store, since: .min) == expected)
            #expect(try await counts(store, since: 9) == Array(expected[1...]))
            #expect(try await counts(store, since: 10) == [expected[6]])
            #expect(try await counts(store, since: .max) == [])
        }
    }

    @Test("forgets days before a day, no more than the limit at a time, the oldest first", arguments: Backend.all)
    func forgets(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            for day: Int64 in 1...5 { try await store.add([Self.tally(day: day): day]) }
            try await store.add([Self.tally(day: 1, app: "a", project: "1"): 1])
            for limit in [0, -1, .min] { #expect(try await store.forgetCounts(before: 9, limit: limit) == 0) }
            #expect(try await store.forgetCounts(before: 1, limit: 10) == 0)
            #expect(try await store.forgetCounts(before: 4, limit: 3) == 3)
            #expect(try await counts(store).map(\.count) == [3, 4, 5])
            #expect(try await store.forgetCounts(before: 4, limit: 3) == 1)
            #expect(try await counts(store).map(\.count) == [4, 5])
            #expect(try await store.forgetCounts(before: .max, limit: .max) == 2)
        }
    }

    @Test("adds up what is added at two stores at once", arguments: Backend.all)
    func races(_ backend: Backend) async throws {
        try await backend.with { open in
            let (first, second) = (try await open(), try await open())
            _ = try await atOnce(100) { number in
                let store = number.isMultiple(of: 2) ? first.store : second.store
                try await store.add([
                    Self.tally(): 1, Self.tally(.refused, "A"): 2, Self.tally(day: Int64(number)): 1,
                ])
            }
            #expect(
                try await counts(first.store, since: 20_000) == [
                    Count(Self.tally(), 100), Count(Self.tally(.refused, "A"), 200),
                ])
            #expect(try await counts(second.store).count == 102)
            await first.close()
            await second.close()
        }
    }

    private struct Count: Equatable {
        let tally: ExchangeTally
        let count: Int64

        init(_ tally: ExchangeTally, _ count: Int64) { (self.tally, self.count) = (tally, count) }
    }

    private func counts(_ store: any StorePorts, since day: Int64 = .min) async throws -> [Count] {
        try await store.counts(ofApp: Self.app, inProject: "1234567890", since: day).map { Count($0.tally, $0.count) }
    }
}
