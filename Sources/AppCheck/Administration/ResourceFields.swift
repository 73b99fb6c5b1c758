private import AppAttest
private import AppCheckTokens
private import Cryptography
private import Encodings

extension Resource {
    /// What may be known of a resource, by the names of its fields on the wire and without secrets: what the audit record
    /// keeps, and what the etag is made from.
    package var fields: [String: String] {
        switch self {
        case .project(let project):
            [
                "projectNumber": project.project.number, "projectId": project.project.id,
                "displayName": project.displayName,
            ]
        case .app(let app):
            [
                "appId": app.appID, "displayName": app.displayName, "teamId": app.teamID,
                "bundleIds": app.bundleIDs.joined(separator: ","),
                "environments": app.environments.map(\.rawValue).sorted().joined(separator: ","),
                "trustAnchors": app.trustAnchors.map { "sha256:\(Hexadecimal.encode($0.fingerprint))" }
                    .joined(separator: ","),
                "tokenTtl": "\(app.tokenTTL)s", "debugTokenLimit": "\(app.debugTokenLimit)",
            ].merging(app.policies.fields) { own, _ in own }
        case .debugToken(let token):
            ["displayName": token.displayName].adding("expireTime", token.expiresAt)
        case .service(let service):
            [
                "enforcementMode": service.enforcement.rawValue,
                "replayProtection": service.replayProtection.rawValue,
            ]
        case .apiKey(let key):
            ["displayName": key.displayName, "bundleIds": key.bundleIDs.joined(separator: ",")]
        case .customTokenKey(let key):
            [
                "keyId": key.id, "serviceAccount": key.serviceAccount,
                "publicKey": "sha256:\(Hexadecimal.encode(SHA256.hash(key.publicKey)))",
            ]
        case .adminToken(let token):
            [
                "displayName": token.displayName, "role": token.role.rawValue,
                "projectNumber": token.projectNumber ?? "-",
            ].adding("expireTime", token.expiresAt)
        }
    }

    /// Seconds since 1970.
    package var updatedAt: Int64 {
        switch self {
        case .project(let project): project.updatedAt
        case .app(let app): app.updatedAt
        case .debugToken(let token): token.updatedAt
        case .service(let service): service.updatedAt
        case .apiKey(let key): key.updatedAt
        case .customTokenKey(let key): key.createdAt
        case .adminToken(let token): token.createdAt
        }
    }

    /// A checksum of the resource (RFC 9110 section 8.8.3, without the quotes): 16 characters of base64url. Equal
    /// resources have equal ones.
    package var etag: String {
        var input = Self.framed(name.description) + Self.framed(String(updatedAt))
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) { input += Self.framed(name) + Self.framed(value) }
        return Base64URL.encode(Array(SHA256.hash(Array("assay etag 1".utf8), input).prefix(12)))
    }

    /// The text after its length, so that no two lists of texts make the same bytes.
    private static func framed(_ text: String) -> [UInt8] { UInt64(text.utf8.count).bigEndianBytes + Array(text.utf8) }
}

extension [String: String] {
    fileprivate func adding(_ name: String, _ seconds: Int64?) -> Self {
        guard let seconds else { return self }
        return merging([name: "\(seconds)"]) { _, new in new }
    }
}
