internal import HTTP
internal import StrictJSON

/// Turns what a method answered, or why there is no answer, into a response.
struct ResponseWriter {
    /// The template of the route, for the log.
    var route: String?
    var parameters = SystemParameters.standard
    /// What browsers must be told for a page to read the answer.
    var readers = Readers.noPage

    /// Which web pages may read an answer.
    enum Readers {
        case noPage
        case anyPage
        /// Those that these fields speak of.
        case pages(HTTPHeaders)
    }

    func response(_ answer: APIAnswer) -> HTTPResponse {
        response(200, answer.content, headers(caching: answer.caching), ResponseAnnotations(route: route))
    }

    func response(to error: APIError) -> HTTPResponse {
        var headers = HTTPHeaders(expecting: Self.usualCount)
        headers.append("Cache-Control", "no-store")
        for (name, value) in error.headers { headers.append(name, value) }
        headers.append(contentsOf: Self.standard)
        tellPages(&headers)
        return response(
            error.http, error.body(legacy: parameters.wantsLegacyErrors), headers,
            ResponseAnnotations(route: route, reason: error.reason, detail: error.detail))
    }

    /// Few answers have more.
    private static let usualCount = 6
    private static let standard: HTTPHeaders = [
        "Content-Type": "application/json; charset=UTF-8", "X-Content-Type-Options": "nosniff",
    ]
    /// Those of most answers: no cache may keep them, and any page may read them.
    private static let usual = ResponseWriter(readers: .anyPage).newHeaders(caching: "no-store")

    private func headers(caching: String) -> HTTPHeaders {
        if case .anyPage = readers, caching == "no-store" { return Self.usual }
        return newHeaders(caching: caching)
    }

    private func newHeaders(caching: String) -> HTTPHeaders {
        var headers = HTTPHeaders(expecting: Self.usualCount)
        headers.append("Cache-Control", caching)
        headers.append(contentsOf: Self.standard)
        tellPages(&headers)
        return headers
    }

    private func tellPages(_ headers: inout HTTPHeaders) {
        switch readers {
        case .noPage: break
        case .anyPage: headers.append(contentsOf: CrossOrigin.toAny)
        case .pages(let told): headers.append(contentsOf: told)
        }
    }

    private func response(
        _ status: Int, _ content: JSONText, _ headers: HTTPHeaders, _ annotations: ResponseAnnotations
    ) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: headers, body: content.encoded(pretty: parameters.isPretty),
            annotations: annotations)
    }
}
