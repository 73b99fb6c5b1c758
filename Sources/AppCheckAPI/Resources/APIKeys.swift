internal import AppCheck
internal import StrictJSON

extension APIMethods {
    static let apiKeyMethods: [APIMethod] = [
        APIMethod(
            "projects.apiKeys.create", "POST", "{parent=projects/*}/apiKeys", on: .administration,
            for: .bearer(.updateAPIKeys),
            "Makes an API key, and shows it this once. From the first one on, exchanges of the project need one.",
            request: APIKeys.schema, response: APIKeys.schema, answer: APIKeys.create),
        APIMethod(
            "projects.apiKeys.list", "GET", "{parent=projects/*}/apiKeys", on: .administration,
            for: .bearer(.readAPIKeys), "Lists a project's API keys, oldest first.", query: Paging.query,
            response: MessageSchema(
                "ListApiKeysResponse",
                [
                    FieldSchema(
                        "api_keys", .list(.message(APIKeys.schema), most: Paging.mostSize), .outputOnly, "The keys."),
                    Paging.nextPageToken,
                ]), answer: APIKeys.list),
        APIMethod(
            "projects.apiKeys.get", "GET", "{name=projects/*/apiKeys/*}", on: .administration,
            for: .bearer(.readAPIKeys), "Gets an API key, without its text.", response: APIKeys.schema,
            answer: APIKeys.get),
        APIMethod(
            "projects.apiKeys.patch", "PATCH", "{api_key.name=projects/*/apiKeys/*}", on: .administration,
            for: .bearer(.updateAPIKeys), "Renames an API key, or changes which bundle ids may use it.",
            request: APIKeys.schema, query: [Fields.updateMask(APIKeys.updatable)], requiringQuery: ["update_mask"],
            response: APIKeys.schema, answer: APIKeys.patch),
        APIMethod(
            "projects.apiKeys.delete", "DELETE", "{name=projects/*/apiKeys/*}", on: .administration,
            for: .bearer(.updateAPIKeys), "Ends an API key. With the last one gone, exchanges need none.",
            query: [Fields.etagParameter], response: .empty, answer: APIKeys.delete),
    ]
}

enum APIKeys {
    fileprivate static let updatable = ["display_name", "bundle_ids"]

    static let schema = MessageSchema(
        "ApiKey",
        [
            FieldSchema("name", .string(.any), "`projects/{project}/apiKeys/{apiKey}`."), Fields.displayName(),
            Fields.bundleIDs("The only bundle ids that may use it; any if unset."),
            FieldSchema(
                "key_string", .string(.any), .outputOnly,
                "The text that apps send in `X-Goog-Api-Key` or `key=`. In the answer to its making only."),
            Fields.createTime, Fields.updateTime, Fields.etag,
        ])

    static func json(_ key: APIKey, text: String = "", in parent: String) -> JSONText {
        var members = Members(name: "\(parent)/apiKeys/\(key.id)")
        members.add("displayName", key.displayName)
        members.add("bundleIds", key.bundleIDs)
        members.add("keyString", text)
        members.addState(of: .apiKey(key), createdAt: key.createdAt)
        return members.json
    }

    static func create(_ call: APICall) async throws(APIError) -> APIAnswer {
        let made = try await call.administer { administration, actor throws(AdministrationError) in
            try await administration.createAPIKey(
                displayName: call.body.text("display_name") ?? "", bundleIDs: call.body.texts("bundle_ids") ?? [],
                in: call.project, by: actor)
        }
        return APIAnswer(json(made.key, text: made.text, in: call.projectName))
    }

    static func list(_ call: APICall) async throws(APIError) -> APIAnswer {
        try await Paging.answer(call, "apiKeys", { json($0, in: call.projectName) }) { after, size throws(APIError) in
            try await call.administer { administration, _ throws(AdministrationError) in
                try await administration.apiKeys(in: call.project, after: after, size: size)
            }
        }
    }

    static func get(_ call: APICall) async throws(APIError) -> APIAnswer {
        let key = try await call.administer { administration, _ throws(AdministrationError) in
            try await administration.apiKey(call["apiKey"], in: call.project)
        }
        return APIAnswer(json(key, in: call.projectName))
    }

    static func patch(_ call: APICall) async throws(APIError) -> APIAnswer {
        let mask = try call.mask(updatable: updatable)
        try await call.requireName("apiKeys/\(call["apiKey"])")
        let displayName = mask.contains("display_name") ? call.body.text("display_name") ?? "" : nil
        let bundleIDs = mask.contains("bundle_ids") ? call.body.texts("bundle_ids") ?? [] : nil
        let changed = try await call.administer { administration, actor throws(AdministrationError) in
            try await administration.updateAPIKey(
                call["apiKey"], in: call.project, displayName: displayName, bundleIDs: bundleIDs, etag: call.etag,
                by: actor)
        }
        return APIAnswer(json(changed, in: call.projectName))
    }

    static func delete(_ call: APICall) async throws(APIError) -> APIAnswer {
        try await call.administer { administration, actor throws(AdministrationError) in
            try await administration.deleteAPIKey(call["apiKey"], in: call.project, etag: call.etag, by: actor)
        }
        return .empty
    }
}
