package import AppCheck
internal import StrictJSON

/// Where a method is served.
package enum APISurface: Sendable, Equatable {
    /// The interface of App Check, under `/v1` and `/v1beta`.
    case appCheck
    /// The administration of Assay's own, under `/assay/v1`.
    case administration
    /// Paths without a version.
    case operations

    /// What stands before the method's path, for each version it is served in.
    package var prefixes: [(prefix: String, version: APIVersion)] {
        switch self {
        case .appCheck: APIVersion.allCases.map { ("/\($0.rawValue)/", $0) }
        case .administration: [("/assay/v1/", .v1)]
        case .operations: [("/", .v1)]
        }
    }
}

/// Who may call a method.
package enum APIAccess: Sendable, Equatable {
    case anyone
    /// Apps: anyone, or whoever has an API key where the project has any.
    case apps
    /// Whoever has a bearer token with the permission.
    case bearer(Permission)
}

/// Which limit the calls of a method count towards.
package enum RateClass: String, Sendable, CaseIterable {
    case exchange
    case debugExchange
    /// Minting and using up, which backends do for each request of their own.
    case tokenUse
    case administration
    case open

    /// Among all of them, from 0 on.
    var place: Int {
        switch self {
        case .exchange: 0
        case .debugExchange: 1
        case .tokenUse: 2
        case .administration: 3
        case .open: 4
        }
    }
}

/// A method of the API: what it takes, what it gives, who may call it, and what answers it. The one description from
/// which requests are served and the documents of the API are made. A class, because each request takes one in hand several
/// times.
package final class APIMethod: Sendable {
    /// As discovery documents name it, such as `projects.apps.debugTokens.create`. Unique.
    package let id: String
    /// `GET`, `POST`, `PATCH` or `DELETE`.
    package let verb: String
    package let template: ResourceTemplate
    package let surface: APISurface
    package let access: APIAccess
    package let rate: RateClass
    /// Whether what it answers is worth nothing without an exchange that the store decides about: then it goes on, for apps
    /// that were served before, while the store cannot be asked.
    package let grantsNothing: Bool
    /// In a sentence or two.
    package let summary: String
    /// The body; nil for a method that has none.
    package let request: MessageSchema?
    /// Original names of the fields of the body that must be there.
    package let required: [String]
    /// The parameters of the query, beside those of every method.
    package let query: [FieldSchema]
    /// Original names of the parameters of the query that must be there.
    package let requiredQuery: [String]
    package let response: MessageSchema
    let answer: @Sendable (APICall) async throws(APIError) -> APIAnswer
    /// The same without waiting; gives nil where there is something to wait for. Nil for a method that always waits.
    let answerAtOnce: (@Sendable (APICall) throws(APIError) -> APIAnswer?)?

    init(
        _ id: String, _ verb: String, _ template: String, on surface: APISurface, for access: APIAccess,
        rate: RateClass? = nil, grantsNothing: Bool = false, _ summary: String, request: MessageSchema? = nil,
        requiring required: [String] = [],
        query: [FieldSchema] = [], requiringQuery requiredQuery: [String] = [], response: MessageSchema,
        answerAtOnce: (@Sendable (APICall) throws(APIError) -> APIAnswer?)? = nil,
        answer: @escaping @Sendable (APICall) async throws(APIError) -> APIAnswer
    ) {
        self.answerAtOnce = answerAtOnce
        (self.id, self.verb, self.template) = (id, verb, ResourceTemplate(template))
        (self.surface, self.access, self.summary) = (surface, access, summary)
        self.grantsNothing = grantsNothing
        (self.request, self.required, self.response) = (request, required, response)
        (self.query, self.requiredQuery, self.answer) = (query, requiredQuery, answer)
        let own: RateClass =
            switch access {
            case .anyone: .open
            case .apps: .exchange
            case .bearer: .administration
            }
        self.rate = rate ?? own
    }
}

/// What a method answers when all is well.
struct APIAnswer: Sendable {
    let content: JSONText
    /// What caches may do with it.
    var caching = "no-store"

    init(_ content: JSONText) { self.content = content }

    static let empty = APIAnswer(.object([]))
}
