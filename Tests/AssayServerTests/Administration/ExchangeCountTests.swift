import AppAttest
import AppAttestSimulator
import AppCheck
import AssayServer
import Storage
import StrictJSON
import TestSupport
import Testing

@Suite("What was counted of exchanges, over REST") struct ExchangeCountTests {
    private static let path = "/assay/v1/projects/shop/apps/\(Site.appID)/exchangeCounts"
    /// 2026-01-15 in days since 1970.
    private static let today: Int64 = 20_468

    private func tally(
        _ day: Int64, _ ending: ExchangeTally.Ending = .granted, _ reason: String = "", app: String = Site.appID
    ) -> ExchangeTally {
        ExchangeTally(projectNumber: Site.project, appID: app, day: day, ending: ending, reason: reason)
    }

    @Test("is told by day, ending and reason, for 30 days or since a day") func counts() async throws {
        try await LiveServer.with { live async throws in
            let today = Self.today
            try await live.site.store.add([
                tally(today): 12, tally(today, .refused, "COUNTER_STALE"): 3,
                tally(today, .reported, "RISK_TOO_HIGH"): 1, tally(today - 29): 5, tally(today - 30): 7_000_000_000,
                tally(today, app: Site.otherAppID): 9,
            ])
            let viewer = try await live.administrator(.viewer, project: "shop")
            let response = try await viewer.call("GET", "\(Self.path)?prettyPrint=false")
            #expect(
                response.text == """
                    {"exchangeCounts":[{"day":"2025-12-17","ending":"GRANTED","count":5},\
                    {"day":"2026-01-15","ending":"GRANTED","count":12},\
                    {"day":"2026-01-15","ending":"REFUSED","reason":"COUNTER_STALE","count":3},\
                    {"day":"2026-01-15","ending":"REPORTED","reason":"RISK_TOO_HIGH","count":1}]}
                    """)
            let older = try await viewer.object("GET", "\(Self.path)?since=2025-12-16").objects("exchangeCounts")
            #expect(older.first?.integer("count") == 4_294_967_295)
            #expect(older.count == 5)
            let none = try await viewer.call("GET", "\(Self.path)?since=2026-01-16&prettyPrint=false")
            #expect(none.text == "{}")
            #expect(try await viewer.object("GET", "\(Self.path)?since=").objects("exchangeCounts").count == 4)
        }
    }

    @Test("is not told since a day that no calendar has, nor of an app that is not there") func refused() async throws {
        try await LiveServer.with { live async throws in
            let viewer = try await live.administrator(.viewer)
            for day in ["2026-02-30", "2026-1-1", "yesterday", "2026-01-15T00:00:00Z", "0000-01-01", "20468"] {
                let response = try await viewer.call("GET", "\(Self.path)?since=\(day)")
                try expectError(response, 400, "INVALID_ARGUMENT", "INVALID_VALUE", fields: ["since"], day)
            }
            for day in ["0001-01-01", "9999-12-31"] {
                #expect(try await viewer.call("GET", "\(Self.path)?since=\(day)").status == 200, "\(day)")
            }
            let none = Self.path.replacing(Site.appID, with: "none")
            try await expectError(viewer.call("GET", none), 404, "NOT_FOUND", "NOT_FOUND")
        }
    }
}
