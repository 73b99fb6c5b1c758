import AppCheck
import Foundation
import Testing
import TestSupport

@Suite("assay app counts") struct AppCountsCommandTests {
    private static func tally(
        _ day: Int64, _ ending: ExchangeTally.Ending, _ reason: String = "", app: String = Bench.app
    ) -> ExchangeTally {
        ExchangeTally(projectNumber: "123456789012", appID: app, day: day, ending: ending, reason: reason)
    }

    @Test("shows what was granted, refused and reported, a line for each day and reason") func lines() async throws {
        try await Bench.with { bench in
            let none = try bench.succeed("app", "counts", "shop", Bench.app)
            #expect(none.output.isEmpty)
            #expect(none.errors == "app \(Bench.app) had no exchanges in these days\n")
            let (start, dates) = (Int64(Date().timeIntervalSince1970) / 86_400, ISO8601DateFormatter())
            try await StoredKeys(bench: bench).add([
                Self.tally(start, .granted): 12, Self.tally(start, .refused, "NONCE_MISMATCH"): 3,
                Self.tally(start, .reported, "RISK_TOO_HIGH"): 1, Self.tally(start - 5, .granted): 7,
                Self.tally(start - 40, .granted): 9, Self.tally(start, .granted, app: "other"): 100,
            ])
            func day(_ number: Int64) -> String {
                String(dates.string(from: Date(timeIntervalSince1970: TimeInterval(number) * 86_400)).prefix(10))
            }
            let recent = [
                [day(start), "GRANTED", "-", "12"], [day(start), "REFUSED", "NONCE_MISMATCH", "3"],
                [day(start), "REPORTED", "RISK_TOO_HIGH", "1"],
            ]
            #expect(try bench.fields("app", "counts", "shop", Bench.app, "--days", "2") == recent)
            let month = try bench.fields("app", "counts", "shop", Bench.app)
            #expect(month == [[day(start - 5), "GRANTED", "-", "7"]] + recent)
            #expect(try bench.fields("app", "counts", "shop", Bench.app, "--days", "50").count == 5)
            let object = try #require(bench.objects("app", "counts", "shop", Bench.app, "--days", "2").last)
            #expect(
                object == ["day": day(start), "ending": "REPORTED", "reason": "RISK_TOO_HIGH", "count": "1"])
        }
    }

    @Test("knows no app that is not there") func unknown() async throws {
        try await Bench.with { bench in
            let outcome = try bench.run(["app", "counts", "shop", "none"])
            #expect(outcome.status == 1)
            #expect(outcome.errors.hasPrefix("assay: error: there is no app none in project shop\n"))
        }
    }
}
