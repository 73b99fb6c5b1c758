/// Which of Apple's two App Attest environments made a key.
///
/// Development-signed builds use `development` unless an entitlement says otherwise; TestFlight, App Store and
/// enterprise builds are always `production`.
public enum AttestationEnvironment: String, Hashable, Sendable, CaseIterable {
    case production
    case development

    /// The authenticator's identifier: 16 bytes, `appattest` and seven zeros, or `appattestdevelop`.
    public var aaguid: [UInt8] {
        switch self {
        case .production: Array("appattest".utf8) + [UInt8](repeating: 0, count: 7)
        case .development: Array("appattestdevelop".utf8)
        }
    }

    private static let known = (production: Self.production.aaguid, development: Self.development.aaguid)

    /// - Parameter aaguid: all 16 bytes must be those of an environment.
    init?(aaguid: [UInt8]) {
        if aaguid == Self.known.production {
            self = .production
        } else if aaguid == Self.known.development {
            self = .development
        } else {
            return nil
        }
    }
}
