/// A resource as one of its kind; nil if it is of another.
extension Resource {
    package var project: RegisteredProject? { if case .project(let project) = self { project } else { nil } }
    package var app: RegisteredApp? { if case .app(let app) = self { app } else { nil } }
    package var debugToken: DebugToken? { if case .debugToken(let token) = self { token } else { nil } }
    package var service: ProtectedService? { if case .service(let service) = self { service } else { nil } }
    package var apiKey: APIKey? { if case .apiKey(let key) = self { key } else { nil } }
    package var customTokenKey: CustomTokenKey? { if case .customTokenKey(let key) = self { key } else { nil } }
    package var adminToken: AdminToken? { if case .adminToken(let token) = self { token } else { nil } }
}
