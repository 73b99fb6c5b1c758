package import AppAttest

/// An app that may exchange attestations for tokens, and under which conditions.
package struct RegisteredApp: Hashable, Sendable {
    package let project: Project
    /// The name clients use, such as `1:1234567890:ios:0a1b2c3d4e5f`: 1 to 128 of letters, digits and `:._-`.
    package let appID: String
    /// Apple team id or App ID prefix: ten upper-case letters and digits.
    package let teamID: String
    /// One or more bundle identifiers that share this registration, such as an app and its extension.
    package let bundleIDs: [String]
    /// Which App Attest environments its keys may come from; production alone unless asked for.
    package let environments: Set<AttestationEnvironment>
    /// Where chains must end instead of at Apple's root; empty for Apple's. Anything else is for simulated devices.
    package let trustAnchors: [TrustAnchor]
    /// Lifetime of a session token in seconds: 1800 to 604800.
    package let tokenTTL: Int64

    package static let defaultTokenTTL: Int64 = 3600
    package static let tokenTTLRange: ClosedRange<Int64> = 1800...604_800

    /// - Throws: ``RegistrationFault`` naming the first part that is missing or malformed.
    package init(
        project: Project, appID: String, teamID: String, bundleIDs: [String],
        environments: Set<AttestationEnvironment> = [.production], trustAnchors: [TrustAnchor] = [],
        tokenTTL: Int64 = defaultTokenTTL
    ) throws(RegistrationFault) {
        try Self.require(appID, "app id", 1...128, extra: ":._-")
        guard teamID.utf8.count == 10, teamID.utf8.allSatisfy({ 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 }) else {
            throw RegistrationFault("team id", "ten upper-case letters and digits", teamID)
        }
        guard !bundleIDs.isEmpty else { throw RegistrationFault("bundle id", "at least one", "none") }
        for bundleID in bundleIDs { try Self.require(bundleID, "bundle id", 1...155, extra: ".-_") }
        guard Set(bundleIDs).count == bundleIDs.count else {
            throw RegistrationFault("bundle id", "each one once", bundleIDs.joined(separator: ", "))
        }
        guard !environments.isEmpty else { throw RegistrationFault("environment", "production or development", "none") }
        guard Self.tokenTTLRange.contains(tokenTTL) else {
            throw RegistrationFault("token TTL", "30 minutes to 7 days (1800 to 604800 seconds)", String(tokenTTL))
        }
        (self.project, self.appID, self.teamID, self.bundleIDs) = (project, appID, teamID, bundleIDs)
        (self.environments, self.trustAnchors, self.tokenTTL) = (environments, trustAnchors, tokenTTL)
    }

    /// The App IDs that App Attest vouches for, in the order of the bundle ids.
    package var attestableAppIDs: [AppID] { bundleIDs.map { AppID(teamID: teamID, bundleID: $0) } }

    /// Where chains of the app's devices must end: at Apple's root, or at one of ``trustAnchors`` if there are any.
    package var acceptedTrustAnchors: [TrustAnchor] {
        trustAnchors.isEmpty ? [.appleAppAttestationRootCA] : trustAnchors
    }

    private static func require(
        _ text: String, _ field: String, _ length: ClosedRange<Int>, extra: String
    ) throws(RegistrationFault) {
        let allowed = Set(extra.utf8)
        let fine = text.utf8.allSatisfy {
            0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || allowed.contains($0)
        }
        // `-` and dots alone mean other things in paths.
        guard length.contains(text.utf8.count), fine, text.utf8.first.map({ !allowed.contains($0) }) == true else {
            throw RegistrationFault(
                field,
                "\(length.lowerBound) to \(length.upperBound) letters, digits and \(extra), beginning with a letter or digit",
                text)
        }
    }
}
