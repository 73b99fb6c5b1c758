internal import HTTP

/// What can be asked of the service.
package enum APIMethod: Sendable, Hashable {
    case generateAppAttestChallenge
    case exchangeAppAttestAttestation
    case exchangeAppAttestAssertion
    case publicKeys
    case health
    case readiness
}

struct APIRoute: Sendable {
    let method: APIMethod
    let version: APIVersion
}

/// The table of routes: the one place that says what is served.
enum APIRoutes {
    static func router() throws(RouteTemplateError) -> Router<APIRoute> {
        var routes: [Route<APIRoute>] = [
            try Route("GET", "/healthz", APIRoute(method: .health, version: .v1)),
            try Route("GET", "/readyz", APIRoute(method: .readiness, version: .v1)),
        ]
        for version in APIVersion.allCases {
            let app = "/\(version.rawValue)/projects/{project}/apps/{app}"
            let verbs: [(String, APIMethod)] = [
                ("generateAppAttestChallenge", .generateAppAttestChallenge),
                ("exchangeAppAttestAttestation", .exchangeAppAttestAttestation),
                ("exchangeAppAttestAssertion", .exchangeAppAttestAssertion),
            ]
            for (verb, method) in verbs {
                routes.append(try Route("POST", "\(app):\(verb)", APIRoute(method: method, version: version)))
            }
            routes.append(
                try Route("GET", "/\(version.rawValue)/jwks", APIRoute(method: .publicKeys, version: version)))
        }
        return try Router(routes)
    }
}
