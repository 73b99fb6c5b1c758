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
        let headers = answer.caching == "no-store" ? Self.notKept : Self.headers(caching: answer.caching)
        return response(200, answer.content, headers, ResponseAnnotations(route: route))
    }

    func response(to error: APIError) -> HTTPResponse {
        var headers = HTTPHeaders(expecting: Self.usualCount)
        headers.append("Cache-Control", "no-store")
        for (name, value) in error.headers { headers.append(name, value) }
        headers.append(contentsOf: Self.standard)
        return response(
            error.http, error.body(legacy: parameters.wantsLegacyErrors), headers,
            ResponseAnnotations(route: route, reason: error.reason, detail: error.detail))
    }

    /// Few answers have more.
    private static let usualCount = 6
    private static let standard: HTTPHeaders = [
        "Content-Type": "application/json; charset=UTF-8", "X-Content-Type-Options": "nosniff",
    ]
    /// Those of answers that no cache may keep, which most are.
    private static let notKept = headers(caching: "no-store")

    private static func headers(caching: String) -> HTTPHeaders {
        var headers = HTTPHeaders(expecting: usualCount)
        headers.append("Cache-Control", caching)
        headers.append(contentsOf: standard)
        return headers
    }

    private func response(
        _ status: Int, _ content: JSONText, _ headers: HTTPHeaders, _ annotations: ResponseAnnotations
    ) -> HTTPResponse {
        var headers = headers
        headers.append(contentsOf: crossOriginHeaders)
        return HTTPResponse(
            status: status, headers: headers, body: content.encoded(pretty: parameters.isPretty),
            annotations: annotations)
    }
}
