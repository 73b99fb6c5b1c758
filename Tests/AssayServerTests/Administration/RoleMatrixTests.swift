import AppCheck
import AppCheckAPI
import StrictJSON
import TestSupport
import Testing

@Suite("Roles") struct RoleMatrixTests {
    /// What each role may do on its project, by the wire contract's matrix and ours; written down apart from the code.
    private static func mayCall(_ role: Role, _ id: String, _ verb: String) -> Bool {
        switch role {
        case .admin: true
        case .viewer: verb == "GET"
        case .minter: id == "projects.apps.mintAppCheckToken"
        case .verifier: id == "projects.verifyAppCheckToken"
        }
    }

    /// A path of the method that names things which do not exist, but for the project and the app.
    private static func paths(_ method: APIMethod, project: String) -> [String] {
        var path = method.template.path
        for name in method.template.captures {
            let value =
                switch name {
                case "project": project
                case "app": Site.appID
                default: "none"
                }
            path = path.replacing("{\(name)}", with: value)
        }
        return method.surface.prefixes.map { $0.prefix + path }
    }

    private static let bearerMethods = APIMethods.all.filter { if case .bearer = $0.access { true } else { false } }

    @Test("open their methods and no others, each on its project and on no other one", arguments: Role.allCases)
    func matrix(_ role: Role) async throws {
        try await LiveServer.with { live async throws in
            _ = try await live.administrator().object("POST", "/assay/v1/projects", "{\"projectId\":\"foreign\"}")
            let everywhere = try await live.administrator(role)
            let bound = try await live.administrator(role, project: "shop")
            for method in Self.bearerMethods {
                let isAboutOne = method.template.captures.contains("project")
                // Nothing keeps an administrator's deletion from being made, so only what is not there is deleted.
                let isDeletion = role == .admin && method.verb == "DELETE"
                for project in isDeletion ? ["foreign", "missing"] : ["shop", "1234567890", "foreign", "missing"] {
                    for path in Self.paths(method, project: project) {
                        let may = Self.mayCall(role, method.id, method.verb)
                        let isOwn = project == "shop" || project == "1234567890"
                        if !isDeletion || project == "missing" { try await check(everywhere, method, path, may) }
                        // The listing of projects shows a bound caller its own; all else that is about none is closed.
                        let isListing = method.id == "projects.list"
                        try await check(bound, method, path, may && (isAboutOne ? isOwn : isListing))
                    }
                }
            }
        }
    }

    /// That a call is let in, whatever then becomes of it, or is refused for want of the permission.
    private func check(_ caller: Administrator, _ method: APIMethod, _ path: String, _ may: Bool) async throws {
        // An unknown field keeps every change from being made; who may not call does not get that far.
        let response = try await caller.call(method.verb, path, method.request == nil ? nil : "{\"x\":1}")
        let what = "\(method.verb) \(path) \(response.text)"
        #expect((response.status == 403) == !may, "\(what)")
        #expect(response.status != 401 && response.status < 500, "\(what)")
        guard !may, case .bearer(let permission) = method.access else { return }
        try expectError(response, 403, "PERMISSION_DENIED", "PERMISSION_DENIED", what)
        #expect(try response.error?.message.contains("'\(permission.rawValue)'") == true, "\(what)")
    }

    @Test("are nothing without a good token: 401 everywhere") func anonymous() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let text = try #require(admin.token)
            let altered = text.dropLast() + (text.hasSuffix("0") ? "1" : "0")
            for method in Self.bearerMethods {
                for path in Self.paths(method, project: "shop") {
                    for authorization in [
                        [], ["Authorization: Bearer"], ["Authorization: Bearer \(altered)"],
                        ["Authorization: Basic \(text)"], ["Authorization: \(text)"],
                        ["Authorization: Bearer \(text)", "Authorization: Bearer \(text)"],
                        ["X-Goog-Api-Key: \(text)"],
                    ] {
                        let response = try await live.http.send(method.verb, path, [], headers: authorization)
                        try expectError(
                            response, 401, "UNAUTHENTICATED", "UNAUTHENTICATED", "\(path) \(authorization.count)")
                        #expect(response.headers["www-authenticate"]?.hasPrefix("Bearer") == true)
                    }
                    let query = try await live.http.send(method.verb, "\(path)?access_token=\(text)", [])
                    #expect(query.status == 401, "\(path)")
                }
            }
        }
    }

    @Test("end with their token: revoked or expired") func ending() async throws {
        try await LiveServer.with { live async throws in
            let administration = live.site.administration
            let made = try await administration.createAdminToken(
                displayName: "short", role: .viewer, lifetime: 60, by: Actor("a test"))
            let viewer = Administrator(http: live.http, token: made.text)
            #expect(try await viewer.call("GET", "/assay/v1/projects").status == 200)
            live.site.clock.advance(by: 60)
            #expect(try await viewer.call("GET", "/assay/v1/projects").status == 401)
            let other = try await administration.createAdminToken(
                displayName: "long", role: .viewer, by: Actor("a test"))
            let second = Administrator(http: live.http, token: other.text)
            #expect(try await second.call("GET", "/assay/v1/projects").status == 200)
            try await administration.revokeAdminToken(other.token.id, by: Actor("a test"))
            #expect(try await second.call("GET", "/assay/v1/projects").status == 401)
        }
    }

    @Test("need only the word Bearer in any case") func scheme() async throws {
        try await LiveServer.with { live async throws in
            let text = try #require(try await live.administrator().token)
            for scheme in ["bearer", "BEARER", "Bearer "] {
                let headers = ["Authorization: \(scheme) \(text)"]
                #expect(try await live.http.send("GET", "/assay/v1/projects", headers: headers).status == 200)
            }
        }
    }
}
