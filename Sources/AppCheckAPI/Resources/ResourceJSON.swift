package import AppCheck
package import StrictJSON

/// Resources as the API shows them, for other surfaces that show them by the same names. Without secrets.
package enum ResourceJSON {
    /// - Parameter project: number or id, as whoever asks names the project; not looked at for what belongs to none.
    package static func json(_ resource: Resource, project: String) -> JSONText {
        let parent = "projects/\(project)"
        return switch resource {
        case .project(let project): Projects.json(project, name: parent)
        case .app(let app): Apps.json(app, in: parent)
        case .debugToken(let token): DebugTokens.json(token, in: "\(parent)/apps/\(token.appID)")
        case .service(let service): Services.json(service, in: parent)
        case .apiKey(let key): APIKeys.json(key, in: parent)
        case .customTokenKey(let key): CustomTokenKeys.json(key, in: parent)
        case .adminToken(let token): json(token)
        }
    }

    /// - Parameters:
    ///   - history: of the key's risk metric; nil to leave it out.
    ///   - project: as for resources.
    package static func json(
        _ record: KeyRecord, history: [RiskMeasurement]? = nil, project: String
    ) -> JSONText {
        AttestedKeyMessages.json(record, history, in: "projects/\(project)/apps/\(record.key.appID)")
    }

    package static func json(_ count: ExchangeCount) -> JSONText { ExchangeCounts.json(count) }

    package static func json(_ entry: AuditEntry) -> JSONText { AuditEntries.json(entry) }

    /// Bearer tokens are not served by REST: one that leaks must not make others.
    private static func json(_ token: AdminToken) -> JSONText {
        let resource = Resource.adminToken(token)
        var members = Members(name: resource.name.description)
        members.add("displayName", token.displayName)
        members.add("role", token.role.rawValue)
        members.add("projectNumber", token.projectNumber ?? "")
        members.add("createTime", at: token.createdAt)
        members.add("expireTime", at: token.expiresAt)
        members.add("etag", resource.etag)
        return members.json
    }
}
