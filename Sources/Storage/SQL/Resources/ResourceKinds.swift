import AppCheck

extension Resource {
    var record: any StoredResource {
        switch self {
        case .project(let project): project
        case .app(let app): app
        case .debugToken(let token): token
        case .service(let service): service
        case .apiKey(let key): key
        case .customTokenKey(let key): key
        case .adminToken(let token): token
        }
    }

    var table: ResourceTable { name.collection.table }
}

extension ResourceCollection {
    var table: ResourceTable {
        switch self {
        case .projects: .projects
        case .apps: .apps
        case .debugTokens: .debugTokens
        case .services: .services
        case .apiKeys: .apiKeys
        case .customTokenKeys: .customTokenKeys
        case .adminTokens: .adminTokens
        }
    }

    /// What the key columns of all its rows begin with.
    var parentKey: [SQLValue] {
        switch self {
        case .projects, .adminTokens: []
        case .apps(let project), .services(let project), .apiKeys(let project), .customTokenKeys(let project):
            [.text(project)]
        case .debugTokens(let project, let app): [.text(project), .text(app)]
        }
    }
}

extension ResourceName {
    /// The values of the key columns.
    var key: [SQLValue] {
        switch self {
        case .project(let id), .adminToken(let id), .app(_, let id), .debugToken(_, _, let id), .service(_, let id),
            .apiKey(_, let id), .customTokenKey(_, let id):
            collection.parentKey + [.text(id)]
        }
    }
}
