/// What the holder of a bearer token may do.
package enum Role: String, Hashable, Sendable, CaseIterable {
    /// Everything.
    case admin
    /// Reads everything that is no secret.
    case viewer
    /// Mints tokens, and nothing else.
    case minter
    /// Has tokens verified and used up, and nothing else.
    case verifier

    package func allows(_ permission: Permission) -> Bool {
        switch self {
        case .admin: true
        case .viewer: permission.verb == .read
        case .minter: permission == .mintTokens
        case .verifier: permission == .verifyTokens
        }
    }
}

/// What a method needs, by the name that refusals give it. Names that the reference service has are its own.
package enum Permission: String, Hashable, Sendable, CaseIterable {
    case readAppAttestConfig = "firebaseappcheck.appAttestConfig.get"
    case updateAppAttestConfig = "firebaseappcheck.appAttestConfig.update"
    case readDebugTokens = "firebaseappcheck.debugTokens.get"
    case updateDebugTokens = "firebaseappcheck.debugTokens.update"
    case readServices = "firebaseappcheck.services.get"
    case updateServices = "firebaseappcheck.services.update"
    case mintTokens = "firebaseappcheck.googleapis.com/tokens.mint"
    case verifyTokens = "firebaseappcheck.appCheckTokens.verify"
    case readProjects = "assay.projects.get"
    case createProjects = "assay.projects.create"
    case updateProjects = "assay.projects.update"
    case deleteProjects = "assay.projects.delete"
    case readApps = "assay.apps.get"
    case updateApps = "assay.apps.update"
    case readAPIKeys = "assay.apiKeys.get"
    case updateAPIKeys = "assay.apiKeys.update"
    case readCustomTokenKeys = "assay.customTokenKeys.get"
    case updateCustomTokenKeys = "assay.customTokenKeys.update"
    case readAuditEntries = "assay.auditEntries.list"
    case readAttestedKeys = "assay.attestedKeys.get"
    case revokeAttestedKeys = "assay.attestedKeys.revoke"
    case readExchangeCounts = "assay.exchangeCounts.list"

    enum Verb { case read, change, use }

    var verb: Verb {
        switch self {
        case .readAppAttestConfig, .readDebugTokens, .readServices, .readProjects, .readApps, .readAPIKeys,
            .readCustomTokenKeys, .readAuditEntries, .readAttestedKeys, .readExchangeCounts:
            .read
        case .updateAppAttestConfig, .updateDebugTokens, .updateServices, .createProjects, .updateProjects,
            .deleteProjects, .updateApps, .updateAPIKeys, .updateCustomTokenKeys, .revokeAttestedKeys:
            .change
        case .mintTokens, .verifyTokens: .use
        }
    }
}
