internal import AppCheck
package import HTTP
private import StrictJSON

/// The REST surface: requests in, answers out. The only place that knows statuses and JSON.
package struct AppCheckService: Sendable {
    private final class APIRoute: Sendable {
        let method: APIMethod
        /// The method's place in the table of methods.
        let number: Int
        let version: APIVersion
        /// The template, for the log.
        let name: String

        init(_ method: APIMethod, _ number: Int, _ version: APIVersion, _ name: String) {
            (self.method, self.number, self.version, self.name) = (method, number, version, name)
        }
    }

    private let services: @Sendable () -> APIServices?
    private let requests: RequestGuard
    private let crossOrigin: CrossOrigin
    private let routes: [APIRoute]
    private let table: RouteTable

    /// - Parameter services: nil until the server has its store; until then only its health is told.
    package init(
        _ services: @escaping @Sendable () -> APIServices?, requests: RequestGuard,
        crossOrigin: CrossOrigin = CrossOrigin(.any)
    ) throws(RouteTemplateError) {
        (self.services, self.requests, self.crossOrigin) = (services, requests, crossOrigin)
        var routes: [APIRoute] = []
        for (number, method) in APIMethods.all.enumerated() {
            for (prefix, version) in method.surface.prefixes {
                routes.append(APIRoute(method, number, version, prefix + method.template.path))
            }
        }
        self.routes = routes
        var lines: [(String, RouteTemplate)] = []
        for route in routes { lines.append((route.method.verb, try RouteTemplate(parsing: route.name))) }
        table = try RouteTable(lines)
    }

    package func answer(_ request: HTTPRequest) async -> HTTPResponse {
        switch begin(request) {
        case .ready(let response): response
        case .later(let work): await work()
        }
    }

    /// Answers what can be answered without waiting, and otherwise says what is to be done for an answer.
    package func begin(_ request: HTTPRequest) -> HTTPAnswer {
        if CrossOrigin.isPreflight(request), let response = preflight(request) { return .ready(response) }
        guard let meant = MethodOverride(request) else { return begin(request, hasQueryInBody: false) }
        return begin(meant.request, hasQueryInBody: meant.hasQueryInBody)
    }

    /// - Parameter request: with the method that is meant.
    private func begin(_ request: HTTPRequest, hasQueryInBody: Bool) -> HTTPAnswer {
        var writer = ResponseWriter()
        do throws(APIError) {
            let (route, captures) = try find(request, &writer)
            let (services, method) = (services(), route.method)
            if method.isForBrowsers {
                writer.readers = crossOrigin.isForAny ? .anyPage : .pages(crossOrigin.headers(for: request))
            }
            let app = remembered(method, captures, services)
            try requests.admit(
                request, to: method, number: route.number, app: app == nil ? "" : captures["app"] ?? "")
            guard let services else {
                guard method.id == Operations.healthID else { throw Self.waiting }
                return .ready(writer.response(Operations.healthy))
            }
            if let answer = try answerAtOnce(request, hasQueryInBody, route, captures, services, app, &writer) {
                return .ready(writer.response(answer))
            }
            return .later { [writer] in
                var writer = writer
                do throws(APIError) {
                    // On a line of its own: the call changes what the writer knows of the request.
                    let answer = try await answer(request, hasQueryInBody, route, captures, services, &writer)
                    return writer.response(answer)
                } catch {
                    return Self.response(to: error, for: request, writer)
                }
            }
        } catch {
            return .ready(Self.response(to: error, for: request, writer))
        }
    }

    private static func response(
        to error: APIError, for request: HTTPRequest, _ writer: ResponseWriter
    ) -> HTTPResponse {
        var writer = writer
        writer.parameters = SystemParameters.look(request.target)
        return writer.response(to: error)
    }

    /// The answer to a request that the listener turned away.
    package static func response(to refusal: HTTPRefusal) -> HTTPResponse {
        ResponseWriter().response(to: APIError(refusal))
    }

    private func find(
        _ request: HTTPRequest, _ writer: inout ResponseWriter
    ) throws(APIError) -> (APIRoute, RouteCaptures) {
        switch table.find(request.method, request.target.rawPath) {
        case .matched(let index, let captures):
            writer.route = routes[index].name
            return (routes[index], captures)
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

    /// The answer of a method that may have one without waiting, to whom is let in without waiting; nil if there is none.
    private func answerAtOnce(
        _ request: HTTPRequest, _ hasQueryInBody: Bool, _ route: APIRoute, _ captures: RouteCaptures,
        _ services: APIServices, _ app: RememberedApp?, _ writer: inout ResponseWriter
    ) throws(APIError) -> APIAnswer? {
        guard let answer = route.method.answerAtOnce else { return nil }
        switch route.method.access {
        case .anyone: break
        case .apps:
            guard let app, services.access.admitsAnyone(toProject: captures["project"] ?? "", at: app.moment) else {
                return nil
            }
        case .bearer: return nil
        }
        let query = try query(request, hasQueryInBody, route.method, &writer).own
        return try answer(call(request, route, captures, services, query, app: app))
    }

    /// Lets the caller in and reads the request, the cheapest check first; only then is the method asked.
    private func answer(
        _ request: HTTPRequest, _ hasQueryInBody: Bool, _ route: APIRoute, _ captures: RouteCaptures,
        _ services: APIServices, _ writer: inout ResponseWriter
    ) async throws(APIError) -> APIAnswer {
        let (method, project) = (route.method, captures["project"])
        var caller: Caller?
        if case .bearer(let permission) = method.access {
            caller = try await self.caller(of: request, for: permission, captures, services.access)
        }
        let (system, query) = try query(request, hasQueryInBody, method, &writer)
        if method.isForApps {
            try await admitApp(request, to: method, key: system.apiKey, project: project ?? "", services.access)
        }
        return try await method.answer(call(request, route, captures, services, query, caller: caller))
    }

    private func query(
        _ request: HTTPRequest, _ hasQueryInBody: Bool, _ method: APIMethod, _ writer: inout ResponseWriter
    ) throws(APIError) -> (system: SystemParameters, own: Message) {
        let read = try SystemParameters.read(
            request.target(withQueryInBody: hasQueryInBody), own: method.query, requiring: method.requiredQuery)
        writer.parameters = read.system
        return read
    }

    /// Reads the body.
    private func call(
        _ request: HTTPRequest, _ route: APIRoute, _ captures: RouteCaptures, _ services: APIServices,
        _ query: Message, caller: Caller? = nil, app: RememberedApp? = nil
    ) throws(APIError) -> APICall {
        let method = route.method
        var body = Message()
        if let schema = method.request {
            body = try MessageReader.read(RequestBody.read(request), as: schema, requiring: method.required)
        }
        return APICall(
            services: services, version: route.version, captures: captures, query: query, body: body,
            caller: caller, headers: request.headers, remembered: app)
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
    private func remembered(
        _ method: APIMethod, _ captures: RouteCaptures, _ services: APIServices?
    ) -> RememberedApp? {
        guard method.isForApps, let app = captures["app"], let project = captures["project"] else { return nil }
        return services?.exchanges.remembered(appID: app, inProject: project)
    }

    private static let waiting = APIError.unavailable(
        APIError.Reason.notReady.rawValue, "The server waits for its database.", retryAfter: 5)

    /// The answer to a browser that asks whether it may ask; nil where browsers have no business.
    private func preflight(_ request: HTTPRequest) -> HTTPResponse? {
        let wanted = request.headers["Access-Control-Request-Method"] ?? ""
        guard case .matched(let index, _) = table.find(wanted, request.target.rawPath),
            routes[index].method.isForBrowsers
        else { return nil }
        var response = crossOrigin.preflight(request, allowedMethods: [routes[index].method.verb])
        response.annotations.route = routes[index].name
        return response
    }
}

extension APIMethod {
    fileprivate var isForApps: Bool {
        switch access {
        case .apps: true
        case .anyone, .bearer: false
        }
    }

    /// Web pages may call what needs no bearer token: they have none to keep.
    var isForBrowsers: Bool {
        switch access {
        case .anyone, .apps: true
        case .bearer: false
        }
    }
}
