package import AppCheck
package import HTTP
private import StrictJSON

/// The REST surface: requests in, answers out. The only place that knows statuses and JSON.
package struct AppCheckService: Sendable {
    private let exchanges: Exchanges
    private let router: Router<APIRoute>
    private let isReady: @Sendable () async -> Bool

    /// - Parameter isReady: whether the server can write and is not stopping.
    package init(exchanges: Exchanges, isReady: @escaping @Sendable () async -> Bool) throws(RouteTemplateError) {
        (self.exchanges, self.isReady) = (exchanges, isReady)
        router = try APIRoutes.router()
    }

    package func answer(_ request: HTTPRequest) async -> HTTPResponse {
        var annotations = ResponseAnnotations()
        var parameters = SystemParameters.standard
        do throws(APIError) {
            let (route, captures) = try find(request, &annotations)
            parameters = try SystemParameters(request.target)
            return try await answer(request, route, captures, parameters, annotations)
        } catch {
            (annotations.reason, annotations.detail) = (error.reason, error.detail)
            return Self.response(to: error, parameters, annotations)
        }
    }

    /// The answer to a request that the listener turned away.
    package static func response(to refusal: HTTPRefusal) -> HTTPResponse {
        let error = APIError(refusal)
        return response(to: error, .standard, ResponseAnnotations(reason: error.reason))
    }

    private func find(
        _ request: HTTPRequest, _ annotations: inout ResponseAnnotations
    ) throws(APIError) -> (APIRoute, RouteCaptures) {
        switch router.match(method: request.method, rawPath: request.target.rawPath) {
        case .matched(let route, let captures):
            annotations.route = route.template.description
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

    private func answer(
        _ request: HTTPRequest, _ route: APIRoute, _ captures: RouteCaptures, _ parameters: SystemParameters,
        _ annotations: ResponseAnnotations
    ) async throws(APIError) -> HTTPResponse {
        let (project, appID) = (captures["project"] ?? "", captures["app"] ?? "")
        let content: JSONText
        var status = 200
        var headers: HTTPHeaders = ["Cache-Control": "no-store"]
        switch route.method {
        case .generateAppAttestChallenge:
            try AppAttestMessages.requireEmpty(request.body)
            content = AppAttestMessages.json(
                try await perform { () async throws(ExchangeError) in
                    try await exchanges.issueChallenge(appID: appID, inProject: project)
                })
        case .exchangeAppAttestAttestation:
            let submission = try AppAttestMessages.attestationSubmission(
                project: project, appID: appID, body: request.body)
            let grant = try await perform { () async throws(ExchangeError) in try await exchanges.exchange(submission) }
            content = AppAttestMessages.json(grant, route.version)
        case .exchangeAppAttestAssertion:
            let submission = try AppAttestMessages.assertionSubmission(
                project: project, appID: appID, body: request.body)
            let token = try await perform { () async throws(ExchangeError) in try await exchanges.exchange(submission) }
            content = AppAttestMessages.json(token, route.version)
        case .publicKeys:
            content = AppAttestMessages.json(exchanges.publicKeys)
            // Verifiers keep keys for six hours from when they fetched them, and what they fetched may have been in a
            // proxy's cache before. Both together must be over before a new key signs: the lead is six hours and a half.
            headers = ["Cache-Control": "public, max-age=900"]
        case .health:
            content = .object([("status", .string("ok"))])
        case .readiness:
            let ready = await isReady()
            status = ready ? 200 : 503
            content = .object([("status", .string(ready ? "ready" : "not ready"))])
        }
        return Self.response(status, content, headers, parameters, annotations)
    }

    private func perform<Value>(
        _ body: () async throws(ExchangeError) -> Value
    ) async throws(APIError) -> Value {
        do { return try await body() } catch { throw APIError(error) }
    }

    private static func response(
        to error: APIError, _ parameters: SystemParameters, _ annotations: ResponseAnnotations
    ) -> HTTPResponse {
        var headers: HTTPHeaders = ["Cache-Control": "no-store"]
        for (name, value) in error.headers { headers.append(name, value) }
        return response(
            error.http, error.body(legacy: parameters.wantsLegacyErrors), headers, parameters, annotations)
    }

    private static func response(
        _ status: Int, _ content: JSONText, _ headers: HTTPHeaders, _ parameters: SystemParameters,
        _ annotations: ResponseAnnotations
    ) -> HTTPResponse {
        var headers = headers
        headers.append("Content-Type", "application/json; charset=UTF-8")
        headers.append("X-Content-Type-Options", "nosniff")
        return HTTPResponse(
            status: status, headers: headers, body: content.encoded(pretty: parameters.isPretty),
            annotations: annotations)
    }
}
