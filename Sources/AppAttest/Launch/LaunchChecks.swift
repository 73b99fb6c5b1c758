private import Encodings

/// The rules of a launch policy, one function a rule, each for a rule that asks something. Each returns words for the trace.
enum LaunchChecks {
    /// Attestations and assertions alike: a category that was seen at the attestation must come again, for a system that
    /// sends one does not stop to.
    static func category(
        _ rule: LaunchPolicy.Rule<Set<ValidationCategory>>, _ launch: Launch
    ) throws(Finding) -> String {
        let allowed = rule.limit.sorted { $0.rawValue < $1.rawValue }.map(\.description)
        let expected = "validation category \(allowed.isEmpty ? "of an empty list" : allowed.joined(separator: " or "))"
        guard let category = launch.validationCategory else {
            if let attested = launch.attested?.validationCategory {
                throw Finding(
                    .validationCategoryMissing, expected: "validation category \(attested), as at the attestation",
                    found: "none")
            }
            return try missing(
                rule, launch,
                Finding(.validationCategoryMissing, expected: expected, found: "none"))
        }
        guard rule.limit.contains(category) else {
            throw Finding(.validationCategoryNotAllowed, expected: expected, found: category.description)
        }
        if let attested = launch.attested?.validationCategory, attested != category {
            throw Finding(
                .validationCategoryChanged, expected: "validation category \(attested), as at the attestation",
                found: category.description)
        }
        return "validation category \(category)"
    }

    /// Attestations and assertions alike: a version that was seen at the attestation must come again, and may only have
    /// risen. One of the attestation's that cannot be read is compared with nothing.
    static func bundleVersion(_ rule: LaunchPolicy.Rule<DottedVersion>, _ launch: Launch) throws(Finding) -> String {
        guard let text = launch.bundleVersion else {
            if let attested = launch.attested?.bundleVersion {
                throw Finding(
                    .bundleVersionMissing, expected: "a bundle version, as at the attestation (\(attested))",
                    found: "none")
            }
            return try missing(
                rule, launch,
                Finding(.bundleVersionMissing, expected: "bundle version \(rule.limit) or newer", found: "none"))
        }
        let version = try version(text, rule.limit, unreadable: .bundleVersionUnreadable, low: .bundleVersionTooLow)
        if let attested = launch.attested?.bundleVersion.flatMap({ DottedVersion($0) }), version < attested {
            throw Finding(
                .bundleVersionWentBack, expected: "version \(attested), as at the attestation, or newer",
                found: version.description)
        }
        return "bundle version \(version)"
    }

    /// - Parameter text: what the attestation said; nil where it said nothing or is not known.
    static func osVersion(_ rule: LaunchPolicy.Rule<DottedVersion>, _ text: String?) throws(Finding) -> String {
        guard let text else {
            guard rule.demand == .require else { return nothing }
            throw Finding(.osVersionMissing, expected: "version \(rule.limit) or newer", found: "none")
        }
        let version = try version(text, rule.limit, unreadable: .osVersionUnreadable, low: .osVersionTooLow)
        return "version \(version) of the system"
    }

    /// - Parameter environment: that of the attestation; nil only where that is not known.
    static func environment(
        _ rule: LaunchPolicy.Rule<Set<AttestationEnvironment>>, _ environment: AttestationEnvironment?
    ) throws(Finding) -> String {
        if environment == nil, rule.demand != .require { return nothing }
        guard let environment, rule.limit.contains(environment) else {
            let allowed = rule.limit.map(\.rawValue).sorted().joined(separator: " or ")
            throw Finding(
                .environmentNotAllowed,
                expected: allowed.isEmpty ? "an environment of an empty list" : "a key of the \(allowed) environment",
                found: environment.map { "one of the \($0.rawValue) environment" } ?? "one of an unknown environment")
        }
        return environment.rawValue
    }

    /// Attestations alone.
    static func keyAccess(
        _ rule: LaunchPolicy.Rule<LaunchPolicy.KeyAccess>, _ value: [UInt8]?
    ) throws(Finding) -> String {
        let name = "extension \(Certificate.ExtensionID.keyAccessControl)"
        guard let value else {
            guard rule.demand == .require else { return nothing }
            throw Finding(.keyAccessMissing, expected: name, found: "no such extension in the leaf")
        }
        guard value == rule.limit.encoded else {
            throw Finding(
                .keyAccessMismatch, expected: "\(name): \(Hexadecimal.encode(rule.limit.encoded))",
                found: Hexadecimal.encode(value))
        }
        return "the value that Apple publishes"
    }

    private static let nothing = "none, which the policy lets pass"

    /// An extension that is absent, and was not seen at the attestation either.
    private static func missing<Limit>(
        _ rule: LaunchPolicy.Rule<Limit>, _ launch: Launch, _ finding: Finding
    ) throws(Finding) -> String {
        guard rule.demand == .require else { return nothing }
        guard launch.isOlderSystem, rule.missingOnOlderSystems == .allow else {
            throw Finding(finding.reason, expected: finding.expected, found: "none, and \(launch.system)")
        }
        return "none, which the policy lets pass for \(launch.system)"
    }

    private static func version(
        _ text: String, _ minimum: DottedVersion, unreadable: RejectionReason, low: RejectionReason
    ) throws(Finding) -> DottedVersion {
        guard let version = DottedVersion(text) else {
            throw Finding(unreadable, expected: "a version of whole numbers and dots", found: text)
        }
        guard version >= minimum else { throw Finding(low, expected: "version \(minimum) or newer", found: text) }
        return version
    }
}

extension LaunchPolicy.KeyAccess {
    /// The whole value of the extension.
    var encoded: [UInt8] {
        switch self {
        case .macOS: Self.publishedForMacs
        }
    }

    /// SEQUENCE { [3] OCTET STRING }, as the extension of iOS has it. The octet string is the one that Apple publishes in
    /// "Validating apps that connect to your server" (2026) for Macs in full security mode with System Integrity
    /// Protection: base64 `MEAMAjExMDowCQwCb2uhAwEB/zAJDAJvYaEDAQH/MAsMBG9kZWyhAwEB/zAVDARvc2duoAYMBHJzZWMwBaYDAgEB`.
    /// Its parts: "11"; ok, oa and odel are true; osgn takes "rsec" and 1.
    private static let publishedForMacs: [UInt8] = [
        0x30, 0x46, 0xA3, 0x44, 0x04, 0x42,
        0x30, 0x40, 0x0C, 0x02, 0x31, 0x31, 0x30, 0x3A,
        0x30, 0x09, 0x0C, 0x02, 0x6F, 0x6B, 0xA1, 0x03, 0x01, 0x01, 0xFF,
        0x30, 0x09, 0x0C, 0x02, 0x6F, 0x61, 0xA1, 0x03, 0x01, 0x01, 0xFF,
        0x30, 0x0B, 0x0C, 0x04, 0x6F, 0x64, 0x65, 0x6C, 0xA1, 0x03, 0x01, 0x01, 0xFF,
        0x30, 0x15, 0x0C, 0x04, 0x6F, 0x73, 0x67, 0x6E, 0xA0, 0x06, 0x0C, 0x04, 0x72, 0x73, 0x65, 0x63,
        0x30, 0x05, 0xA6, 0x03, 0x02, 0x01, 0x01,
    ]
}
