import AppAttest
import AppCheck
import AssayServer

/// The policies of an app as options: words for what is common, and a file for all that launch rules can say.
enum PolicyOptions {
    static let all = [
        Option("unusable-receipts", "WORD", "attestations whose receipt cannot be used: record, refuse or report"),
        Option(
            "risk", "WORD", "assertions of keys whose risk metric stays high: observe, refuse, or shorten their tokens"),
        Option("risk-threshold", "N", "a metric above it is high: 1 to 1000000 (default 10)"),
        Option("risk-duration", "TIME", "how long it must stay high: 1d to 60d (default 3d)"),
        Option("risk-ttl", "TIME", "lifetime of shortened tokens: 30m to 7d (default 30m)"),
        Option("risk-report-only", "count what --risk would do, and do nothing"),
        Option("category", "RULE", "where code may come from, such as app-store,test-flight; none for no rule"),
        Option("min-version", "RULE", "lowest CFBundleVersion, such as 1.4; none for no rule"),
        Option("min-os", "RULE", "lowest version of the operating system, such as 17.2; none for no rule"),
        Option("older-systems", "WORD", "allow or refuse systems before 27, which never tell category and version"),
        Option(
            "launch-policy", "FILE", "JSON file with all launch rules, in place of those there are; none for no rules"),
    ]

    /// How the values of options that are rules are written.
    static let details = """
        A RULE is required unless words follow it, with colons: require, if-present, ignore, and report-only, as in
        --min-version 1.4:if-present:report-only. Rules on category and version need --older-systems where they are required.
        Categories: \(CategoryName.all.joined(separator: ", ")), or numbers.
        """

    /// - Returns: what the options say, to be put in the place of what an app has; nil where they say nothing.
    static func changes(_ arguments: Arguments) throws(Failure) -> PolicyChanges? {
        guard all.contains(where: { arguments.isSet($0.name) }) else { return nil }
        var changes = PolicyChanges()
        changes.receipt = try receipt(arguments)
        changes.risk = RiskChanges(
            action: try action(arguments),
            threshold: try arguments.number("risk-threshold", RiskPolicy.thresholdRange),
            duration: try duration("risk-duration", arguments), tokenTTL: try duration("risk-ttl", arguments),
            reportOnly: arguments.isSet("risk-report-only"))
        changes.category = try arguments.value("category").map { text throws(Failure) in
            try RuleText("category", text, "categories such as app-store,test-flight", CategoryName.categories).rule
        }
        changes.version = try arguments.value("min-version").map { text throws(Failure) in
            try RuleText("min-version", text, versions, DottedVersion.init).rule
        }
        changes.system = try arguments.value("min-os").map { text throws(Failure) in
            try RuleText("min-os", text, versions, DottedVersion.init).rule
        }
        changes.olderSystems = try arguments.choice("older-systems", LaunchPolicy.MissingValue.self)
        if let path = arguments.value("launch-policy") {
            for name in ["category", "min-version", "min-os", "older-systems"] where arguments.isSet(name) {
                throw .usage("--launch-policy has all rules: leave --\(name) out")
            }
            changes.launch = path == "none" ? LaunchPolicy.none : try LaunchPolicyFile.read(path)
        }
        return changes
    }

    private static let versions = "numbers with dots between them, such as 17.2"

    private static func receipt(_ arguments: Arguments) throws(Failure) -> ReceiptPolicy? {
        guard let word = arguments.value("unusable-receipts") else { return nil }
        switch word {
        case "record": return ReceiptPolicy()
        case "refuse": return ReceiptPolicy(unusable: .refuse)
        case "report": return ReceiptPolicy(unusable: .refuse, reportOnly: true)
        default: throw .usage("--unusable-receipts \(word): expected record, refuse, report")
        }
    }

    private static func action(_ arguments: Arguments) throws(Failure) -> RiskPolicy.Action? {
        guard let word = arguments.value("risk") else { return nil }
        switch word {
        case "observe": return .observe
        case "refuse": return .refuseAssertions
        case "shorten": return .shortenTokens
        default: throw .usage("--risk \(word): expected observe, refuse, shorten")
        }
    }

    private static func duration(_ name: String, _ arguments: Arguments) throws(Failure) -> Int64? {
        guard let text = arguments.value(name) else { return nil }
        guard let seconds = DurationText.seconds(text) else {
            throw .usage("--\(name) \(text): expected a duration such as 30m, 12h or 3d")
        }
        return seconds
    }
}

/// The names of validation categories as options have them: `app-store` for `APP_STORE`.
enum CategoryName {
    static let all = [
        ValidationCategory.appStore, .testFlight, .enterprise, .developerID, .development, .operatingSystem, .other,
    ].map(text)

    static func text(_ category: ValidationCategory) -> String {
        category.name.lowercased().replacing("_", with: "-")
    }

    /// - Parameter text: names or numbers with commas between them.
    /// - Returns: nil where one of them is none; 0, of code that is not valid, is never allowed.
    static func categories(_ text: String) -> Set<ValidationCategory>? {
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        let categories = words.compactMap { word in
            ValidationCategory(name: word.uppercased().replacing("-", with: "_"))
        }
        guard categories.count == words.count, !categories.contains(.invalid) else { return nil }
        return Set(categories)
    }
}
