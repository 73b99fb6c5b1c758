package import AppAttest

/// An app that may exchange attestations for tokens, and under which conditions.
package struct RegisteredApp: Hashable, Sendable {
    package let project: Project
    /// The name clients use, such as `1:1234567890:ios:0a1b2c3d4e5f`: 1 to 128 of letters, digits and `:._-`.
    package let appID: String
    /// What people call it; may be empty.
    package let displayName: String
    /// Apple team id or App ID prefix: ten upper-case letters and digits.
    package let teamID: String
    /// One or more bundle identifiers that share this registration, such as an app and its extension; at most 50.
    package let bundleIDs: [String]
    /// Which App Attest environments its keys may come from; production alone unless asked for.
    package let environments: Set<AttestationEnvironment>
    /// Where chains must end instead of at Apple's root; empty for Apple's. Anything else is for simulated devices.
    package let trustAnchors: [TrustAnchor]
    /// Lifetime of a session token in seconds: 1800 to 604800.
    package let tokenTTL: Int64
    /// How many debug tokens it may have: 0 to 1000.
    package let debugTokenLimit: Int64
    /// What is demanded beyond Apple's steps.
    package let policies: AppPolicies
    /// Seconds since 1970.
    package let createdAt: Int64
    package let updatedAt: Int64
    /// Made once, because each challenge needs it.
    let challengeName: [UInt8]

    package static let defaultTokenTTL: Int64 = 3600
    package static let tokenTTLRange: ClosedRange<Int64> = 1800...604_800
    package static let defaultDebugTokenLimit: Int64 = 20
    package static let debugTokenLimitRange: ClosedRange<Int64> = 0...1000
    package static let mostTrustAnchors = 8

    /// - Throws: ``RegistrationFault`` naming the first part that is missing or malformed.
    package init(
        project: Project, appID: String, displayName: String = "", teamID: String, bundleIDs: [String],
        environments: Set<AttestationEnvironment> = [.production], trustAnchors: [TrustAnchor] = [],
        tokenTTL: Int64 = defaultTokenTTL, debugTokenLimit: Int64 = defaultDebugTokenLimit,
        policies: AppPolicies = .standard, createdAt: Int64 = 0,
        updatedAt: Int64 = 0
    ) throws(RegistrationFault) {
        try RegisteredText.requireName(appID, .appID, 1...128, extra: ":._-")
        try RegisteredText.requireDisplayName(displayName)
        guard teamID.utf8.count == 10, teamID.utf8.allSatisfy({ 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 }) else {
            throw RegistrationFault(.teamID, "ten upper-case letters and digits", teamID)
        }
        guard !bundleIDs.isEmpty else { throw RegistrationFault(.bundleIDs, "at least one", "none") }
        try RegisteredText.requireBundleIDs(bundleIDs)
        guard !environments.isEmpty else { throw RegistrationFault(.environments, "production or development", "none") }
        guard trustAnchors.count <= Self.mostTrustAnchors else {
            throw RegistrationFault(.trustAnchors, "at most \(Self.mostTrustAnchors)", "\(trustAnchors.count)")
        }
        guard Self.tokenTTLRange.contains(tokenTTL) else {
            throw RegistrationFault(.tokenTTL, "30 minutes to 7 days (1800 to 604800 seconds)", String(tokenTTL))
        }
        guard Self.debugTokenLimitRange.contains(debugTokenLimit) else {
            throw RegistrationFault(.debugTokenLimit, "0 to 1000", String(debugTokenLimit))
        }
        try policies.check()
        (self.project, self.appID, self.displayName) = (project, appID, displayName)
        (self.teamID, self.bundleIDs, self.environments) = (teamID, bundleIDs, environments)
        (self.trustAnchors, self.tokenTTL, self.debugTokenLimit) = (trustAnchors, tokenTTL, debugTokenLimit)
        (self.policies, self.createdAt, self.updatedAt) = (policies, createdAt, updatedAt)
        challengeName = Self.challengeName(appID: appID, projectNumber: project.number)
    }

    /// The App IDs that App Attest vouches for, in the order of the bundle ids.
    package var attestableAppIDs: [AppID] { bundleIDs.map { AppID(teamID: teamID, bundleID: $0) } }

    /// Where chains of the app's devices must end: at Apple's root, or at one of ``trustAnchors`` if there are any.
    package var acceptedTrustAnchors: [TrustAnchor] {
        trustAnchors.isEmpty ? [.appleAppAttestationRootCA] : trustAnchors
    }

    /// Where the certificates of receipts must end: at Apple's root for them, or at one of ``trustAnchors`` if there are any.
    package var acceptedReceiptTrustAnchors: [TrustAnchor] { trustAnchors.isEmpty ? [.appleRootCAG3] : trustAnchors }
}
