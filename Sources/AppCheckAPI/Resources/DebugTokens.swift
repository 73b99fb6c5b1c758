internal import AppCheck
internal import StrictJSON

extension APIMethods {
    static let debugTokenMethods: [APIMethod] = [
        APIMethod(
            "projects.apps.debugTokens.create", "POST", "{parent=projects/*/apps/*}/debugTokens", on: .appCheck,
            for: .bearer(.updateDebugTokens), "Makes a debug token of a secret, which is never shown again.",
            request: DebugTokens.schema, requiring: ["display_name", "token"], response: DebugTokens.schema,
            answer: DebugTokens.create),
        APIMethod(
            "projects.apps.debugTokens.list", "GET", "{parent=projects/*/apps/*}/debugTokens", on: .appCheck,
            for: .bearer(.readDebugTokens), "Lists an app's debug tokens, oldest first.", query: Paging.query,
            response: MessageSchema(
                "GoogleFirebaseAppcheckV1ListDebugTokensResponse",
                [
                    FieldSchema(
                        "debug_tokens", .list(.message(DebugTokens.schema), most: Paging.mostSize), .outputOnly,
                        "The debug tokens."), Paging.nextPageToken,
                ]), answer: DebugTokens.list),
        APIMethod(
            "projects.apps.debugTokens.get", "GET", "{name=projects/*/apps/*/debugTokens/*}", on: .appCheck,
            for: .bearer(.readDebugTokens), "Gets a debug token.", response: DebugTokens.schema,
            answer: DebugTokens.get),
        APIMethod(
            "projects.apps.debugTokens.patch", "PATCH", "{debug_token.name=projects/*/apps/*/debugTokens/*}",
            on: .appCheck, for: .bearer(.updateDebugTokens), "Renames a debug token, or changes its end.",
            request: DebugTokens.schema, query: [Fields.updateMask(DebugTokens.updatable)],
            requiringQuery: ["update_mask"],
            response: DebugTokens.schema, answer: DebugTokens.patch),
        APIMethod(
            "projects.apps.debugTokens.delete", "DELETE", "{name=projects/*/apps/*/debugTokens/*}", on: .appCheck,
            for: .bearer(.updateDebugTokens), "Deletes a debug token. It cannot be exchanged from then on.",
            query: [Fields.etagParameter], response: .empty, answer: DebugTokens.delete),
    ]
}

enum DebugTokens {
    fileprivate static let updatable = ["display_name", "expire_time"]

    static let schema = MessageSchema(
        "GoogleFirebaseAppcheckV1DebugToken",
        [
            FieldSchema("name", .string(.any), "`projects/{project}/apps/{app}/debugTokens/{debugToken}`."),
            Fields.displayName(required: true),
            FieldSchema(
                "token",
                .string(
                    TextForm(
                        pattern:
                            "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-4[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$",
                        length: 36...36)), .inputOnly,
                "The secret: a UUID of version 4 in either case. It is needed to make the token, never shown, and cannot be changed."
            ),
            FieldSchema(
                "expire_time", .timestamp, "When it ends; never if unset. Assay's own: the reference service has none."),
            Fields.updateTime, Fields.etag,
        ])

    static func json(_ token: DebugToken, in parent: String) -> JSONText {
        let resource = Resource.debugToken(token)
        var members = Members(name: "\(parent)/debugTokens/\(token.id)")
        members.add("displayName", token.displayName)
        members.add("expireTime", at: token.expiresAt)
        members.add("updateTime", at: token.updatedAt)
        members.add("etag", resource.etag)
        return members.json
    }

    static func create(_ call: APICall) async throws(APIError) -> APIAnswer {
        let token = try await call.administer { administration, actor throws(AdministrationError) in
            try await administration.createDebugToken(
                displayName: call.body.text("display_name") ?? "", secret: call.body.text("token") ?? "",
                expiresAt: call.body.seconds("expire_time"), of: call.app, in: call.project, by: actor)
        }
        return APIAnswer(json(token, in: call.appName))
    }

    static func list(_ call: APICall) async throws(APIError) -> APIAnswer {
        try await Paging.answer(call, "debugTokens", { json($0, in: call.appName) }) { after, size throws(APIError) in
            try await call.administer { administration, _ throws(AdministrationError) in
                try await administration.debugTokens(of: call.app, in: call.project, after: after, size: size)
            }
        }
    }

    static func get(_ call: APICall) async throws(APIError) -> APIAnswer {
        let token = try await call.administer { administration, _ throws(AdministrationError) in
            try await administration.debugToken(call["debugToken"], of: call.app, in: call.project)
        }
        return APIAnswer(json(token, in: call.appName))
    }

    static func patch(_ call: APICall) async throws(APIError) -> APIAnswer {
        let mask = try call.mask(updatable: updatable)
        guard !call.body.has("token") else {
            throw .invalidField("token", .invalidValue, "Invalid value at 'token', a secret cannot be changed.")
        }
        try await call.requireName("apps/\(call.app)/debugTokens/\(call["debugToken"])")
        var change = DebugTokenChange()
        if mask.contains("display_name") { change.displayName = call.body.text("display_name") ?? "" }
        if mask.contains("expire_time") { change.expiresAt = .some(call.body.seconds("expire_time")) }
        let changed = try await call.administer { administration, actor throws(AdministrationError) in
            try await administration.updateDebugToken(
                call["debugToken"], of: call.app, in: call.project, change, etag: call.etag, by: actor)
        }
        return APIAnswer(json(changed, in: call.appName))
    }

    static func delete(_ call: APICall) async throws(APIError) -> APIAnswer {
        try await call.administer { administration, actor throws(AdministrationError) in
            try await administration.deleteDebugToken(
                call["debugToken"], of: call.app, in: call.project, etag: call.etag, by: actor)
        }
        return .empty
    }
}
