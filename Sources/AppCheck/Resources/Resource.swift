/// Something that administrators make and change.
package enum Resource: Hashable, Sendable {
    case project(RegisteredProject)
    case app(RegisteredApp)
    case debugToken(DebugToken)
    case service(ProtectedService)
    case apiKey(APIKey)
    case customTokenKey(CustomTokenKey)
    case adminToken(AdminToken)

    package var name: ResourceName {
        switch self {
        case .project(let project): .project(project.project.number)
        case .app(let app): .app(project: app.project.number, app.appID)
        case .debugToken(let token): .debugToken(project: token.projectNumber, app: token.appID, token.id)
        case .service(let service): .service(project: service.projectNumber, service.id)
        case .apiKey(let key): .apiKey(project: key.projectNumber, key.id)
        case .customTokenKey(let key): .customTokenKey(project: key.projectNumber, key.id)
        case .adminToken(let token): .adminToken(token.id)
        }
    }
}

/// Which resource; projects are named by their number.
package enum ResourceName: Hashable, Sendable, CustomStringConvertible {
    case project(String)
    case app(project: String, String)
    case debugToken(project: String, app: String, String)
    case service(project: String, String)
    case apiKey(project: String, String)
    case customTokenKey(project: String, String)
    case adminToken(String)

    /// As a path, such as `projects/1234567890/apps/1:1234567890:ios:aa`.
    package var description: String {
        switch self {
        case .adminToken(let id): "adminTokens/\(id)"
        case .project(let number): "projects/\(number)"
        case .app(let project, let id): "projects/\(project)/apps/\(id)"
        case .debugToken(let project, let app, let id): "projects/\(project)/apps/\(app)/debugTokens/\(id)"
        case .service(let project, let id): "projects/\(project)/services/\(id)"
        case .apiKey(let project, let id): "projects/\(project)/apiKeys/\(id)"
        case .customTokenKey(let project, let id): "projects/\(project)/customTokenKeys/\(id)"
        }
    }

    package var collection: ResourceCollection {
        switch self {
        case .project: .projects
        case .app(let project, _): .apps(project: project)
        case .debugToken(let project, let app, _): .debugTokens(project: project, app: app)
        case .service(let project, _): .services(project: project)
        case .apiKey(let project, _): .apiKeys(project: project)
        case .customTokenKey(let project, _): .customTokenKeys(project: project)
        case .adminToken: .adminTokens
        }
    }

    /// The last part of the path.
    package var id: String {
        switch self {
        case .project(let id), .app(_, let id), .debugToken(_, _, let id), .service(_, let id), .apiKey(_, let id),
            .customTokenKey(_, let id), .adminToken(let id):
            id
        }
    }

    /// The number of the project that the resource belongs to or is; nil for what belongs to none.
    package var projectNumber: String? {
        switch self {
        case .project(let number): number
        case .app(let project, _), .debugToken(let project, _, _), .service(let project, _), .apiKey(let project, _),
            .customTokenKey(let project, _):
            project
        case .adminToken: nil
        }
    }
}

/// The resources of one kind under one parent.
package enum ResourceCollection: Hashable, Sendable {
    case projects
    case apps(project: String)
    case debugTokens(project: String, app: String)
    case services(project: String)
    case apiKeys(project: String)
    case customTokenKeys(project: String)
    case adminTokens
}
