internal import HTTP
internal import StrictJSON

/// Turns what a method answered, or why there is no answer, into a response.
struct ResponseWriter {
    /// The template of the route, for the log.
    var route: String?
    var parameters = SystemParameters.standard
    /// What browsers must be told for a page to read the answer.
    var crossOriginHeaders = HTTPHeaders()

    func response(_ answer: APIAnswer) -> HTTPResponse {
        response(
            200, answer.content, ["Cache-Control": answer.caching], ResponseAnnotations(route: route))
    }

    func response(to error: APIError) -> HTTPResponse {
        var headers: HTTPHeaders = ["Cache-Control": "no-store"]
        for (name, value) in error.headers { headers.append(name, value) }
        return response(
            error.http, error.body(legacy: parameters.wantsLegacyErrors), headers,
            ResponseAnnotations(route: route, reason: error.reason, detail: error.detail))
    }

    private static let fields = [
        HTTPHeaders.Field(name: "Content-Type", value: "application/json; charset=UTF-8"),
        HTTPHeaders.Field(name: "X-Content-Type-Options", value: "nosniff"),
    ]

    private func response(
        _ status: Int, _ content: JSONText, _ headers: HTTPHeaders, _ annotations: ResponseAnnotations
    ) -> HTTPResponse {
        var fields: [HTTPHeaders.Field] = []
        fields.reserveCapacity(headers.count + Self.fields.count + crossOriginHeaders.count)
        fields += headers.fields
        fields += Self.fields
        fields += crossOriginHeaders.fields
        return HTTPResponse(
            status: status, headers: HTTPHeaders(fields), body: content.encoded(pretty: parameters.isPretty),
            annotations: annotations)
    }
}
