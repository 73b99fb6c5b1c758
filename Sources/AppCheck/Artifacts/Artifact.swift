private import Encodings
package import AppAttest

/// What a client gets for an attestation and hands back with each assertion. Times are seconds since 1970.
package struct Artifact: Hashable, Sendable {
    package let projectNumber: String
    package let appID: String
    package let attestedAppID: AppID
    /// What later assertions are compared with; in artifacts of format 1 the environment alone.
    package let facts: AttestedFacts
    /// The uncompressed X9.63 point on P-256: 65 bytes.
    package let publicKey: [UInt8]
    /// Fingerprint of the root that vouched for the key: 32 bytes.
    package let trustAnchor: [UInt8]
    package let createdAt: Int64

    package init(
        projectNumber: String, appID: String, attestedAppID: AppID, facts: AttestedFacts, publicKey: [UInt8],
        trustAnchor: [UInt8], createdAt: Int64
    ) {
        (self.projectNumber, self.appID, self.attestedAppID) = (projectNumber, appID, attestedAppID)
        (self.facts, self.publicKey) = (facts, publicKey)
        (self.trustAnchor, self.createdAt) = (trustAnchor, createdAt)
    }

    package var environment: AttestationEnvironment { facts.environment }

    /// How the contents are laid out.
    enum Format: UInt8 {
        /// Environment (1 byte: 1 production, 2 development), created (8 bytes, big-endian), public key (65 bytes),
        /// fingerprint of the root (32 bytes), then four texts in UTF-8, each after its length (1 byte): project number,
        /// app id, team id, bundle id.
        case one = 1
        /// As before, then two texts more, empty where there is none: bundle version and version of the operating system;
        /// and where there is a validation category, its 4 bytes, big-endian.
        case two = 2
    }

    /// In format 2.
    var encoded: [UInt8] {
        var bytes: [UInt8] = [environment == .production ? 1 : 2]
        bytes += UInt64(bitPattern: createdAt).bigEndianBytes + publicKey + trustAnchor
        // A version that is too long to be kept is no version either: it is compared with nothing later on.
        let versions = [facts.bundleVersion, facts.osVersion].map { text in
            text.flatMap { $0.utf8.count <= DottedVersion.maximumByteCount ? $0 : nil } ?? ""
        }
        for text in [projectNumber, appID, attestedAppID.teamID, attestedAppID.bundleID] + versions {
            // Registration keeps every one of these far below 256 bytes.
            bytes.append(UInt8(clamping: text.utf8.count))
            bytes += text.utf8.prefix(255)
        }
        if let category = facts.validationCategory { bytes += category.rawValue.bigEndianBytes }
        return bytes
    }

    /// - Returns: nil for bytes that are not of the format.
    init?(encoded bytes: [UInt8], _ format: Format) {
        var rest = bytes[...]
        func take(_ count: Int) -> ArraySlice<UInt8>? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        func text() -> String? {
            guard let length = take(1)?.first, let bytes = take(Int(length)) else { return nil }
            return String(validating: bytes, as: UTF8.self)
        }
        guard let environment = take(1)?.first, environment == 1 || environment == 2,
            let created = take(8)?.reduce(UInt64(0), { $0 << 8 | UInt64($1) }), let publicKey = take(65),
            let trustAnchor = take(32),
            let projectNumber = text(), let appID = text(), let teamID = text(), let bundleID = text()
        else { return nil }
        var facts = AttestedFacts(environment: environment == 1 ? .production : .development)
        if format == .two {
            guard let bundleVersion = text(), let osVersion = text() else { return nil }
            facts.bundleVersion = bundleVersion.isEmpty ? nil : bundleVersion
            facts.osVersion = osVersion.isEmpty ? nil : osVersion
            if !rest.isEmpty {
                guard let category = take(4) else { return nil }
                facts.validationCategory = ValidationCategory(
                    rawValue: category.reduce(0) { $0 << 8 | UInt32($1) })
            }
        }
        guard rest.isEmpty else { return nil }
        self.init(
            projectNumber: projectNumber, appID: appID, attestedAppID: AppID(teamID: teamID, bundleID: bundleID),
            facts: facts, publicKey: Array(publicKey), trustAnchor: Array(trustAnchor),
            createdAt: Int64(bitPattern: created))
    }
}

/// Why an artifact is not taken.
package enum ArtifactFault: String, Error, Sendable, CaseIterable {
    /// Not in the format of this server's artifacts: another server's, or cut.
    case malformed = "ARTIFACT_MALFORMED"
    /// Sealed under a key that this server does not have: another server's artifact.
    case foreign = "ARTIFACT_FOREIGN"
    /// Altered after it was sealed.
    case altered = "ARTIFACT_ALTERED"
    /// Issued for another app of this server.
    case otherApp = "ARTIFACT_FOR_OTHER_APP"
}
