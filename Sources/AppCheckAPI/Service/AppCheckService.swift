internal import AppCheck
package import HTTP
private import StrictJSON

/// The REST surface: requests in, answers out. The only place that knows statuses and JSON.
package struct AppCheckService: Sendable {
    private struct APIRoute: Sendable {
        let method: APIMethod
        let version: APIVersion
    }

    private let services: @Sendable () -> APIServices?
    private let requests: RequestGuard
    private let crossOrigin: CrossOrigin
    private let router: Router<APIRoute>

    /// - Parameter services: nil until the server has its store; until then only its health is told.
    package init(
        _ services: @escaping @Sendable () -> APIServices?, requests: RequestGuard,
        crossOrigin: CrossOrigin = CrossOrigin(.any)
    ) throws(RouteTemplateError) {
        (self.services, self.requests, self.crossOrigin) = (services, requests, crossOrigin)
        var routes: [Route<APIRoute>] = []
        for method in APIMethods.all {
            for (prefix, version) in method.surface.prefixes {
                routes.append(
                    try Route(method.verb, prefix + method.template.path, APIRoute(method: method, version: version)))
            }
        }
        router = try Router(routes)
    }

    package func answer(_ request: HTTPRequest) async -> HTTPResponse {
        if CrossOrigin.isPreflight(request), let response = preflight(request) { return response }
        let meant = MethodOverride(request)
        var writer = ResponseWriter()
        do throws(APIError) {
            let (route, captures) = try find(meant.request, &writer)
            // On a line of its own: the call changes what the writer knows of the request.
            let answer = try await answer(meant, route, captures, &writer)
            return writer.response(answer)
        } catch {
            writer.parameters = SystemParameters.look(request.target)
            return writer.response(to: error)
        }
    }

    /// The answer to a request that the listener turned away.
    package static func response(to refusal: HTTPRefusal) -> HTTPResponse {
        ResponseWriter().response(to: APIError(refusal))
    }

    private func find(
        _ request: HTTPRequest, _ writer: inout ResponseWriter
    ) throws(APIError) -> (APIRoute, RouteCaptures) {
        switch router.match(method: request.method, rawPath: request.target.rawPath) {
        case .matched(let route, let captures):
            writer.route = route.template.description
            return (route.payload, captures)
        case .methodNotAllowed(let allowed):
            throw APIError(
                http: 405, status: .unimplemented,
                message: "This path is served for \(allowed.joined(separator: ", ")).",
                reason: APIError.Reason.methodNotAllowed.rawValue,
                headers: [("Allow", allowed.joined(separator: ", "))])
        case .notFound:
            throw APIError(
                http: 404, status: .notFound, message: "No such method is served here.",
                reason: APIError.Reason.noSuchMethod.rawValue)
        case .badPath:
            throw .invalid(.invalidPath, "The path cannot be decoded.")
        }
    }

    /// Lets the caller in and reads the request, the cheapest check first; only then is the method asked.
    private func answer(
        _ meant: MethodOverride, _ route: APIRoute, _ captures: RouteCaptures, _ writer: inout ResponseWriter
    ) async throws(APIError) -> APIAnswer {
        let request = meant.request
        let (method, project) = (route.method, captures["project"])
        let services = self.services()
        if method.isForBrowsers { writer.crossOriginHeaders = crossOrigin.headers(for: request) }
        try requests.admit(request, to: method, app: bucket(method, captures, services))
        guard let services else {
            guard method.id == Operations.healthID else { throw Self.waiting }
            return Operations.healthy
        }
        var caller: Caller?
        if case .bearer(let permission) = method.access {
            caller = try await self.caller(of: request, for: permission, captures, services.access)
        }
        let (system, query) = try SystemParameters.read(
            meant.target(), own: method.query, requiring: method.requiredQuery)
        writer.parameters = system
        if method.access == .apps {
            try await admitApp(request, to: method, key: system.apiKey, project: project ?? "", services.access)
        }
        var body = Message()
        if let schema = method.request {
            body = try MessageReader.read(RequestBody.read(request), as: schema, requiring: method.required)
        }
        return try await method.answer(
            APICall(
                services: services, version: route.version, captures: captures, query: query, body: body,
                caller: caller, headers: request.headers))
    }

    private func caller(
        of request: HTTPRequest, for permission: Permission, _ captures: RouteCaptures, _ access: AccessControl
    ) async throws(APIError) -> Caller {
        let (project, app) = (captures["project"], captures["app"])
        let resource = "projects" + (project.map { "/\($0)" } ?? "") + (app.map { "/apps/\($0)" } ?? "")
        do {
            let caller = try await access.caller(bearing: BearerToken.text(request.headers))
            try await access.authorize(caller, for: permission, project: project, resource: resource)
            return caller
        } catch {
            throw APIError(error)
        }
    }

    private func admitApp(
        _ request: HTTPRequest, to method: APIMethod, key: String?, project: String, _ access: AccessControl
    ) async throws(APIError) {
        // An empty field is an unset one, as the parameter is.
        let sent = request.headers["X-Goog-Api-Key"].flatMap { $0.isEmpty ? nil : $0 }
        do {
            try await access.admit(
                apiKey: sent ?? key, bearer: BearerToken.text(request.headers),
                bundleID: request.headers["X-Ios-Bundle-Identifier"], project: project,
                grantsNothing: method.grantsNothing)
        } catch {
            throw APIError(error)
        }
    }

    /// Apps that were served a moment ago have buckets of their own.
    private func bucket(_ method: APIMethod, _ captures: RouteCaptures, _ services: APIServices?) -> String {
        guard method.access == .apps, let app = captures["app"], let project = captures["project"],
            let services, services.exchanges.remembers(appID: app, inProject: project)
        else { return "" }
        return app
    }

    private static let waiting = APIError.unavailable(
        APIError.Reason.notReady.rawValue, "The server waits for its database.", retryAfter: 5)

    /// The answer to a browser that asks whether it may ask; nil where browsers have no business.
    private func preflight(_ request: HTTPRequest) -> HTTPResponse? {
        let wanted = request.headers["Access-Control-Request-Method"] ?? ""
        guard case .matched(let route, _) = router.match(method: wanted, rawPath: request.target.rawPath),
            route.payload.method.isForBrowsers
        else { return nil }
        var response = crossOrigin.preflight(request, allowedMethods: [route.method])
        response.annotations.route = route.template.description
        return response
    }
}

extension APIMethod {
    /// Web pages may call what needs no bearer token: they have none to keep.
    var isForBrowsers: Bool {
        switch access {
        case .anyone, .apps: true
        case .bearer: false
        }
    }
}
