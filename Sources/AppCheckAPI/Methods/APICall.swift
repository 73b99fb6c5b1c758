package import AppCheck
internal import HTTP
internal import StrictJSON

/// One call of a method: let in, and read by the method's schema.
struct APICall: Sendable {
    let services: APIServices
    let version: APIVersion
    private let captures: RouteCaptures
    let query: Message
    let body: Message
    /// Set where the method needs a bearer token.
    let caller: Caller?
    /// What the client reached the server by.
    let headers: HTTPHeaders
    /// The app of the path, if it was found a moment ago and the method may answer at once.
    let remembered: RememberedApp?

    init(
        services: APIServices, version: APIVersion, captures: RouteCaptures, query: Message, body: Message,
        caller: Caller?, headers: HTTPHeaders, remembered: RememberedApp? = nil
    ) {
        self.remembered = remembered
        (self.services, self.version, self.captures) = (services, version, captures)
        (self.query, self.body, self.caller, self.headers) = (query, body, caller, headers)
    }

    /// A segment of the path; empty if the method has none of that name.
    subscript(capture: String) -> String { captures[capture] ?? "" }

    /// The project as the client named it: by number or id. Answers name it the same way (AIP-2510).
    var project: String { self["project"] }
    var app: String { self["app"] }
    /// `projects/{project}`
    var projectName: String { "projects/\(project)" }
    /// `projects/{project}/apps/{app}`
    var appName: String { "\(projectName)/apps/\(app)" }

    /// Who it is to the record of changes. Methods that change something need a bearer token.
    var actor: Actor { caller?.actor ?? Actor("nobody") }

    var administration: Administration { services.administration }

    /// Of what the caller read, from the body or the query; nil if it does not insist on one.
    var etag: String? { body.etag ?? query.etag }

    func mask(updatable: [String]) throws(APIError) -> FieldMask {
        try FieldMask.read(query.text("update_mask"), updatable: updatable)
    }

    /// That a resource's name in the body is missing, or the one that the path names. The project may be named by its
    /// number in one place and by its id in the other.
    /// - Parameter rest: what follows the project, such as `apps/1:1234:ios:ab/appAttestConfig`; empty for the project.
    func requireName(_ rest: String = "") async throws(APIError) {
        guard let given = body.text("name"), !given.isEmpty else { return }
        let parts = given.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == (rest.isEmpty ? 2 : 3), parts[0].utf8.elementsEqual("projects".utf8),
            rest.isEmpty || parts[2].utf8.elementsEqual(rest.utf8)
        else { throw Self.otherName }
        if parts[1].utf8.elementsEqual(project.utf8) { return }
        let named = try await administer { administration, _ throws(AdministrationError) in
            try await administration.project(project).project
        }
        guard [named.number, named.id].contains(where: { parts[1].utf8.elementsEqual($0.utf8) }) else {
            throw Self.otherName
        }
    }

    private static let otherName = APIError.invalidField(
        "name", .invalidValue, "Invalid value at 'name', the path names another resource.")

    /// Runs a use case of administration.
    /// - Parameter element: what comes before the names of fields of one among several, by its place.
    func administer<Value>(
        element: (Int) -> String = { _ in "" },
        _ body: (Administration, Actor) async throws(AdministrationError) -> Value
    ) async throws(APIError) -> Value {
        do { return try await body(administration, actor) } catch { throw APIError(error, self, element: element) }
    }

    /// Runs a use case around exchanges.
    func exchange<Value>(
        _ body: (Exchanges) async throws(ExchangeError) -> Value
    ) async throws(APIError) -> Value {
        do { return try await body(services.exchanges) } catch { throw APIError(error) }
    }
}

/// What methods work with. A class, because each request takes it in hand several times.
package final class APIServices: Sendable {
    package let exchanges: Exchanges
    package let administration: Administration
    package let access: AccessControl
    /// Whether the server can write and is not stopping.
    package let isReady: @Sendable () async -> Bool
    /// The address that clients reach the server under, without a slash at its end; nil for the one they used.
    package let publicURL: String?
    package let version: String

    package init(
        exchanges: Exchanges, administration: Administration, access: AccessControl, publicURL: String? = nil,
        version: String, isReady: @escaping @Sendable () async -> Bool
    ) {
        (self.exchanges, self.administration, self.access) = (exchanges, administration, access)
        (self.publicURL, self.version, self.isReady) = (publicURL, version, isReady)
    }
}
