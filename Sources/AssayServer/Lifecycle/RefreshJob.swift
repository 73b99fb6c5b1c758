package import AppCheck
package import Telemetry

/// Refreshes receipts until none is due, and tells the log what came of it.
package struct RefreshJob: Sendable {
    private let refresh: ReceiptRefresh
    private let log: Log

    package init(_ refresh: ReceiptRefresh, log: Log) { (self.refresh, self.log) = (refresh, log) }

    /// Returns when nothing is due any more, when it is better to wait a little, or soon after its task was cancelled.
    package func run() async {
        var goesOn = true
        while goesOn, !Task.isCancelled {
            let report = await refresh.round()
            record(report)
            goesOn = report.goesOn
        }
    }

    /// One line a round that had something to do: an error where a team's key is refused, since nobody else will notice.
    private func record(_ report: RefreshReport) {
        guard !report.isEmpty else { return }
        var fields: [(String, LogValue)] = [("asked", .number(report.asked))]
        for outcome in RefreshOutcome.allCases {
            guard let count = report.outcomes[outcome] else { continue }
            fields.append((outcome.rawValue.lowercased(), .number(count)))
        }
        for (name, count) in [
            ("deferred", report.deferred), ("released", report.released), ("claims_lost", report.lost),
        ] where count > 0 {
            fields.append((name, .number(count)))
        }
        if !report.rejections.isEmpty { fields.append(("rejections", .text(Self.text(report.rejections)))) }
        if !report.troubles.isEmpty { fields.append(("troubles", .text(Self.text(report.troubles)))) }
        if !report.faults.isEmpty {
            fields.append(("faults", .text(Self.text(report.faults.reduce(into: [:]) { $0[$1, default: 0] += 1 }))))
        }
        if !report.unauthorizedTeams.isEmpty {
            let teams = report.unauthorizedTeams.sorted().joined(separator: ", ")
            fields.append(("alarm", .text("the DeviceCheck key was refused")))
            fields.append(("teams", .text(teams)))
        }
        log.write(Self.level(report), "receipts refreshed", fields)
    }

    private static func level(_ report: RefreshReport) -> Log.Level {
        if !report.unauthorizedTeams.isEmpty { return .error }
        let isQuiet = report.rejections.isEmpty && report.troubles.isEmpty && report.faults.isEmpty
        return isQuiet ? .info : .warning
    }

    /// `RECEIPT_NOT_FRESH 2, RECEIPT_APP_MISMATCH 1`.
    private static func text(_ counts: [String: Int]) -> String {
        counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
}
