package import HTTP
internal import StrictJSON

/// The query parameters that every method of a Google API takes.
package struct SystemParameters: Sendable, Equatable {
    package private(set) var isPretty = true
    /// `$.xgafv=1` asks for the older error list too.
    package private(set) var wantsLegacyErrors = false
    /// `key`: an API key; nil if there is none.
    package private(set) var apiKey: String?

    /// Taken and without effect: credentials that are taken from headers only, quotas, upload protocols, and the partial
    /// response selector, which only ever makes an answer smaller.
    package static let withoutEffect: Set<String> = [
        "access_token", "fields", "oauth_token", "quotaUser", "uploadType", "upload_protocol",
    ]

    package static let standard = SystemParameters()

    private init() {}

    /// Sorts a query into what every method takes and what this one does.
    /// - Parameters:
    ///   - fields: the method's own parameters, each known by either spelling of its name.
    ///   - required: original names of those that must be there.
    package static func read(
        _ target: RequestTarget, own fields: [FieldSchema] = [], requiring required: [String] = []
    ) throws(APIError) -> (system: SystemParameters, own: Message) {
        if target.rawQuery == nil, required.isEmpty { return (.standard, Message()) }
        let parameters: [QueryParameter]
        do { parameters = try target.queryParameters(limit: 256) } catch {
            throw .invalid(.invalidQuery, "The query string cannot be decoded.")
        }
        var system = SystemParameters()
        var own = QueryReader(fields: fields)
        for parameter in parameters where try !own.take(parameter) { try system.take(parameter) }
        return (system, try own.message(requiring: required))
    }

    /// What a query says about the look of an error, whatever else is wrong with it.
    package static func look(_ target: RequestTarget) -> SystemParameters {
        var system = SystemParameters()
        for parameter in (try? target.queryParameters(limit: 256)) ?? [] { try? system.take(parameter) }
        return system
    }

    private mutating func take(_ parameter: QueryParameter) throws(APIError) {
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
        case "key":
            apiKey = parameter.value.isEmpty ? apiKey : parameter.value
        case let name where Self.withoutEffect.contains(name):
            return
        case let name:
            let name = String(name.prefix(100))
            throw .invalidField(
                name, .invalidQuery,
                "Invalid JSON payload received. Unknown name \(name.quotedForJSON): Cannot bind query parameter. "
                    + "Field \(name.quotedForJSON) could not be found in request message.")
        }
    }
}
