import AppAttest

/// A launch rule as an option has it: what a good value is, then words with colons before them; or `none`.
struct RuleText<Limit: Sendable & Hashable> {
    let rule: PolicyChanges.RuleChange<Limit>

    /// - Parameters:
    ///   - option: its name, for faults.
    ///   - expectation: what a good value looks like.
    ///   - limit: reads one; nil for a text that is none.
    init(_ option: String, _ text: String, _ expectation: String, _ limit: (String) -> Limit?) throws(Failure) {
        var words = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let value = words.removeFirst()
        guard value != "none" || !words.isEmpty else {
            rule = .remove
            return
        }
        guard let limit = limit(value) else { throw .usage("--\(option) \(value): expected \(expectation)") }
        var made = LaunchPolicy.Rule(.require, limit)
        var demand: LaunchPolicy.Demand?
        for word in words {
            let named = Self.demands.first { $0.word == word }?.demand
            guard (named != nil && demand == nil) || (word == "report-only" && !made.reportOnly) else {
                throw .usage(
                    "--\(option) \(text): expected at most one of :require, :if-present and :ignore, and :report-only")
            }
            if let named { demand = named } else { made.reportOnly = true }
        }
        made.demand = demand ?? .require
        rule = .set(made)
    }

    private static var demands: [(word: String, demand: LaunchPolicy.Demand)] {
        [("require", .require), ("if-present", .ifPresent), ("ignore", .ignore)]
    }
}
