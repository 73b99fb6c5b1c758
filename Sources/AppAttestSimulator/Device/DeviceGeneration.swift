internal import FoundationEssentials

/// The age of a simulated device. Attestations have changed over the years, and every age is still in the field.
public enum DeviceGeneration: String, CaseIterable, Sendable {
    /// Few claims in the leaf, three days of life.
    case iOS14
    /// Builds among the claims, a leaf that lives for most of a year.
    case iOS17
    /// Key access control and an extended key usage in the leaf, three days of life.
    case iOS26
    /// Signed extensions in authenticator data although the ED flag is clear.
    case iOS27EDClear
    /// Signed extensions in authenticator data, announced by the ED flag.
    case iOS27EDSet

    /// The version the leaf states.
    public var osVersion: String {
        switch self {
        case .iOS14: "14.4"
        case .iOS17: "17.2.1"
        case .iOS26: "26.3"
        case .iOS27EDClear: "27.0"
        case .iOS27EDSet: "27.0.1"
        }
    }

    /// The build the leaf states; leaves of iOS 14 state none.
    public var build: String? {
        switch self {
        case .iOS14: nil
        case .iOS17: "21C66"
        case .iOS26: "23D127"
        case .iOS27EDClear: "24A325"
        case .iOS27EDSet: "24A446"
        }
    }

    /// Whether authenticator data ends in a map of signed extensions.
    public var hasSignedExtensions: Bool {
        switch self {
        case .iOS14, .iOS17, .iOS26: false
        case .iOS27EDClear, .iOS27EDSet: true
        }
    }

    /// AT, always set, and ED (WebAuthn Level 2 section 6.1).
    var flags: UInt8 {
        switch self {
        case .iOS14, .iOS17, .iOS26, .iOS27EDClear: 0x40
        case .iOS27EDSet: 0xC0
        }
    }

    /// The build as numbers, claim 1420.
    var dottedBuild: String? {
        switch self {
        case .iOS14: nil
        case .iOS17: "21.3.66.0.0,0"
        case .iOS26: "23.4.127.0.0,0"
        case .iOS27EDClear: "24.1.325.0.0,0"
        case .iOS27EDSet: "24.1.446.0.0,0"
        }
    }

    /// Claim 1401.
    var componentVersion: String? {
        switch self {
        case .iOS14, .iOS17: nil
        case .iOS26: "1.0.213"
        case .iOS27EDClear, .iOS27EDSet: "1.0.216"
        }
    }

    /// Whether the leaf is of the kind made since iOS 26.
    var isRecent: Bool { componentVersion != nil }
    var hasExtendedKeyUsage: Bool { isRecent }
    var hasKeyAccessControl: Bool { isRecent }

    /// Seconds from the leaf's `notBefore` to its `notAfter`.
    var leafLifetime: TimeInterval {
        switch self {
        case .iOS14, .iOS26, .iOS27EDClear, .iOS27EDSet: 3 * 86_400
        case .iOS17: 300 * 86_400
        }
    }
}
