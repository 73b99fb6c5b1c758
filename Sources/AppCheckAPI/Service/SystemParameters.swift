package import HTTP
internal import StrictJSON

/// The query parameters that every method of a Google API takes. Nothing else may stand in a query here.
package struct SystemParameters: Sendable, Equatable {
    package private(set) var isPretty = true
    /// `$.xgafv=1` asks for the older error list too.
    package private(set) var wantsLegacyErrors = false

    /// Taken and without effect: credentials that no method here asks for, quotas, upload protocols, and the partial
    /// response selector, which only ever makes an answer smaller.
    private static let withoutEffect: Set<String> = [
        "access_token", "fields", "key", "oauth_token", "quotaUser", "uploadType", "upload_protocol",
    ]

    package static let standard = SystemParameters()

    private init() {}

    package init(_ target: RequestTarget) throws(APIError) {
        let parameters: [QueryParameter]
        do { parameters = try target.queryParameters(limit: 64) } catch {
            throw .invalid(.invalidQuery, "The query string cannot be decoded.")
        }
        for parameter in parameters {
            switch parameter.name {
            case "alt":
                guard parameter.value == "json" else {
                    throw .invalidField("alt", .invalidQuery, "Invalid value at 'alt', only json is served.")
                }
            case "prettyPrint":
                guard parameter.value == "true" || parameter.value == "false" else {
                    throw .invalidField(
                        "prettyPrint", .invalidQuery, "Invalid value at 'prettyPrint', expected true or false.")
                }
                isPretty = parameter.value == "true"
            case "$.xgafv":
                guard parameter.value == "1" || parameter.value == "2" else {
                    throw .invalidField("$.xgafv", .invalidQuery, "Invalid value at '$.xgafv', expected 1 or 2.")
                }
                wantsLegacyErrors = parameter.value == "1"
            case "callback":
                throw .invalidField("callback", .invalidQuery, "Invalid value at 'callback', JSONP is not served.")
            case let name where Self.withoutEffect.contains(name):
                continue
            case let name:
                let name = String(name.prefix(100))
                throw .invalidField(
                    name, .invalidQuery,
                    "Invalid JSON payload received. Unknown name \(name.quotedForJSON): Cannot bind query parameter. "
                        + "Field \(name.quotedForJSON) could not be found in request message.")
            }
        }
    }
}
