internal import AppAttest
internal import AppCheck
internal import StrictJSON

extension APIMethods {
    static let appMethods: [APIMethod] = [
        APIMethod(
            "projects.apps.create", "POST", "{parent=projects/*}/apps", on: .administration, for: .bearer(.updateApps),
            "Registers an app.", request: Apps.schema, requiring: ["team_id", "bundle_ids"], response: Apps.schema,
            answer: Apps.create),
        APIMethod(
            "projects.apps.list", "GET", "{parent=projects/*}/apps", on: .administration, for: .bearer(.readApps),
            "Lists a project's apps.", query: Paging.query,
            response: MessageSchema(
                "ListAppsResponse",
                [
                    FieldSchema(
                        "apps", .list(.message(Apps.schema), most: Paging.mostSize), .outputOnly, "The apps, by id."),
                    Paging.nextPageToken,
                ]), answer: Apps.list),
        APIMethod(
            "projects.apps.get", "GET", "{name=projects/*/apps/*}", on: .administration, for: .bearer(.readApps),
            "Gets an app's registration.", response: Apps.schema, answer: Apps.get),
        APIMethod(
            "projects.apps.patch", "PATCH", "{app.name=projects/*/apps/*}", on: .administration,
            for: .bearer(.updateApps), "Changes an app's registration. Exchanges follow within a few seconds.",
            request: Apps.schema, query: [Fields.updateMask(Apps.updatable)], requiringQuery: ["update_mask"],
            response: Apps.schema,
            answer: Apps.patch),
        APIMethod(
            "projects.apps.delete", "DELETE", "{name=projects/*/apps/*}", on: .administration,
            for: .bearer(.updateApps),
            "Stops serving an app, and removes its debug tokens. Keys that were attested stay stored: registering the app again serves its installations as before.",
            query: [Fields.etagParameter], response: .empty, answer: Apps.delete),
    ]
}

enum Apps {
    fileprivate static let updatable =
        [
            "display_name", "team_id", "bundle_ids", "environments", "trust_anchors", "token_ttl", "debug_token_limit",
        ] + Policies.fields.map(\.name)

    static let schema = MessageSchema(
        "App",
        [
            FieldSchema("name", .string(.any), "`projects/{project}/apps/{app}`."),
            FieldSchema(
                "app_id", .string(TextForm(pattern: "^([A-Za-z0-9][A-Za-z0-9:._-]*)?$", length: 0...128)), .immutable,
                "The name that clients use, such as `1:1234567890:ios:0a1b2c3d4e5f`; made up if unset."),
            Fields.displayName(),
            FieldSchema(
                "team_id", .string(TextForm(pattern: "^[A-Z0-9]{10}$", length: 10...10)),
                "Apple team id or App ID prefix."),
            Fields.bundleIDs("One or more bundle ids that share the registration, such as an app and its extension."),
            FieldSchema(
                "environments", .list(.enumeration(AttestationEnvironment.allCases.map(\.wireName)), most: 2),
                "Which App Attest environments keys may come from; `PRODUCTION` if unset."),
            FieldSchema(
                "trust_anchors",
                .list(.string(TextForm(length: 1...16_384, format: "pem")), most: RegisteredApp.mostTrustAnchors),
                "PEM of roots to trust in place of Apple's, for simulated devices. Whoever holds their keys can forge devices."
            ),
            FieldSchema(
                "token_ttl", .duration(RegisteredApp.tokenTTLRange),
                "How long tokens are good for: half an hour to seven days; an hour if unset."),
            FieldSchema(
                "debug_token_limit", .integer(RegisteredApp.debugTokenLimitRange),
                "How many debug tokens the app may have; 20 if unset."),
        ] + Policies.fields + [Fields.createTime, Fields.updateTime, Fields.etag])

    static func json(_ app: RegisteredApp, in parent: String) -> JSONText {
        var members = Members(name: "\(parent)/apps/\(app.appID)")
        members.add("appId", app.appID)
        members.add("displayName", app.displayName)
        members.add("teamId", app.teamID)
        members.add("bundleIds", app.bundleIDs)
        let environments = AttestationEnvironment.allCases.filter(app.environments.contains)
        members.add("environments", environments.map(\.wireName))
        members.add("trustAnchors", app.trustAnchors.map(\.pem))
        members.add("tokenTtl", ProtoDuration.text(app.tokenTTL))
        members.add("debugTokenLimit", number: app.debugTokenLimit)
        members.add(Policies.members(app.policies))
        members.addState(of: .app(app), createdAt: app.createdAt)
        return members.json
    }

    static func create(_ call: APICall) async throws(APIError) -> APIAnswer {
        let settings = try settings(call.body) { call.body.has($0) }
        let appID = call.body.text("app_id").flatMap { $0.isEmpty ? nil : $0 }
        let app = try await call.administer { administration, actor throws(AdministrationError) in
            try await administration.createApp(appID, in: call.project, settings, by: actor)
        }
        return APIAnswer(json(app, in: call.projectName))
    }

    static func list(_ call: APICall) async throws(APIError) -> APIAnswer {
        try await Paging.answer(call, "apps", { json($0, in: call.projectName) }) { after, size throws(APIError) in
            try await call.administer { administration, _ throws(AdministrationError) in
                try await administration.apps(in: call.project, after: after, size: size)
            }
        }
    }

    static func get(_ call: APICall) async throws(APIError) -> APIAnswer {
        let app = try await call.administer { administration, _ throws(AdministrationError) in
            try await administration.app(call.app, in: call.project)
        }
        return APIAnswer(json(app, in: call.projectName))
    }

    static func patch(_ call: APICall) async throws(APIError) -> APIAnswer {
        let mask = try call.mask(updatable: updatable)
        let settings = try settings(call.body, mask.contains)
        try await call.requireName("apps/\(call.app)")
        let changed = try await call.administer { administration, actor throws(AdministrationError) in
            try await administration.updateApp(call.app, in: call.project, settings, etag: call.etag, by: actor)
        }
        return APIAnswer(json(changed, in: call.projectName))
    }

    static func delete(_ call: APICall) async throws(APIError) -> APIAnswer {
        try await call.administer { administration, actor throws(AdministrationError) in
            try await administration.deleteApp(call.app, in: call.project, etag: call.etag, by: actor)
        }
        return .empty
    }

    /// What a body says about the fields that `includes` names. A field that is named and unset gets its default.
    private static func settings(_ body: Message, _ includes: (String) -> Bool) throws(APIError) -> AppSettings {
        var settings = AppSettings()
        if includes("display_name") { settings.displayName = body.text("display_name") ?? "" }
        if includes("team_id") { settings.teamID = body.text("team_id") ?? "" }
        if includes("bundle_ids") { settings.bundleIDs = body.texts("bundle_ids") ?? [] }
        if includes("environments") {
            let chosen = (body.texts("environments") ?? []).compactMap(AttestationEnvironment.init(wireName:))
            settings.environments = chosen.isEmpty ? [.production] : Set(chosen)
        }
        if includes("trust_anchors") {
            var anchors: [TrustAnchor] = []
            for (index, pem) in (body.texts("trust_anchors") ?? []).enumerated() {
                do { anchors.append(try TrustAnchor(pem: pem)) } catch {
                    let field = "trust_anchors[\(index)]"
                    throw .invalidField(field, .invalidValue, "Invalid value at '\(field)': \(error.reason).")
                }
            }
            settings.trustAnchors = anchors
        }
        if includes("token_ttl") { settings.tokenTTL = body.seconds("token_ttl") ?? RegisteredApp.defaultTokenTTL }
        if includes("debug_token_limit") {
            settings.debugTokenLimit = body.integer("debug_token_limit") ?? RegisteredApp.defaultDebugTokenLimit
        }
        try Policies.read(body, into: &settings, includes)
        return settings
    }
}
