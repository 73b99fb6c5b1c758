internal import AppAttest

/// What is demanded of an app's launch, as a part of its registration: a message for each rule.
enum LaunchPolicySchema {
    static let policy = MessageSchema(
        "LaunchPolicy",
        [
            FieldSchema(
                "validation_category",
                rule(
                    "ValidationCategoryRule",
                    FieldSchema(
                        "allowed", .list(.string(category), most: 64),
                        "Where the running code may come from: `APP_STORE`, `TEST_FLIGHT`, `DEVELOPMENT`, `ENTERPRISE`, `DEVELOPER_ID`, `OPERATING_SYSTEM`, `OTHER`, or the number of a category without a name."
                    ), isNewIn27: true),
                "Where the running code may come from (iOS 27, macOS 27 and later). Assertions must have the attestation's category, too."
            ),
            FieldSchema(
                "bundle_version",
                rule("BundleVersionRule", minimum("The lowest `CFBundleVersion`, such as `1.4`."), isNewIn27: true),
                "The app's own version (iOS 27, macOS 27 and later). It may rise after the attestation, not fall."),
            FieldSchema(
                "os_version",
                rule("OsVersionRule", minimum("The lowest version of the operating system, such as `17.2`.")),
                "The version of the operating system at the attestation."),
            FieldSchema(
                "environment",
                rule(
                    "EnvironmentRule",
                    FieldSchema(
                        "allowed", .list(.enumeration(AttestationEnvironment.allCases.map(\.wireName)), most: 2),
                        "Which.")), "Fewer environments than `environments` has."),
            FieldSchema(
                "key_access",
                rule(
                    "KeyAccessRule",
                    FieldSchema(
                        "value", .enumeration(LaunchPolicy.KeyAccess.allCases.map(\.rawValue)),
                        "`MAC_OS`: what Apple publishes for Macs. For apps that run on Macs alone.")),
                "The key's access control, at the attestation."),
        ])

    private static func rule(_ name: String, _ limit: FieldSchema, isNewIn27: Bool = false) -> FieldType {
        let missing = isNewIn27 ? [missingOnOlderSystems] : []
        return .message(
            MessageSchema(name, [demand, limit] + missing + [reportOnly], requiring: ["demand", limit.name]))
    }

    private static let demand = FieldSchema(
        "demand", .enumeration(LaunchPolicy.Demand.allCases.map(\.rawValue)),
        "`IGNORE`: the rule is not in force. `IF_PRESENT`: a value that is there must be a good one. `REQUIRE`: a good value must be there."
    )

    private static let missingOnOlderSystems = FieldSchema(
        "missing_on_older_systems", .enumeration(LaunchPolicy.MissingValue.allCases.map(\.rawValue)),
        "What `REQUIRE` does on systems older than 27, which send no value: must be said with `REQUIRE`. Whoever claims to have such a system then cannot be told from those who have one."
    )

    private static let reportOnly = Policies.reportOnly("Whether it refuses nothing, and only counts what it would.")

    private static func minimum(_ meaning: String) -> FieldSchema {
        FieldSchema(
            "minimum",
            .string(TextForm(pattern: "^[0-9]+([.][0-9]+)*$", length: 1...DottedVersion.maximumByteCount)), meaning)
    }

    /// By name where there is one; `INVALID` (0) is never allowed.
    private static let category = TextForm(
        pattern: "^(" + (known.map(\.name) + unnamed.map(DecimalPattern.matching)).joined(separator: "|") + ")$",
        length: 1...16)
    private static let known: [ValidationCategory] = [
        .operatingSystem, .testFlight, .development, .appStore, .enterprise, .developerID, .other,
    ]
    private static let unnamed: [ClosedRange<Int64>] = [7...9, 11...Int64(UInt32.max)]
}
