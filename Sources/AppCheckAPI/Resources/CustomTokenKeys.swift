internal import AppCheck
internal import AppCheckTokens
internal import Encodings
internal import StrictJSON

extension APIMethods {
    static let customTokenKeyMethods: [APIMethod] = [
        APIMethod(
            "projects.customTokenKeys.create", "POST", "{parent=projects/*}/customTokenKeys", on: .administration,
            for: .bearer(.updateCustomTokenKeys),
            "Registers a service account's public key, whose custom tokens are exchanged from then on.",
            request: CustomTokenKeys.schema, requiring: ["key_id", "service_account", "public_key"],
            response: CustomTokenKeys.schema, answer: CustomTokenKeys.create),
        APIMethod(
            "projects.customTokenKeys.list", "GET", "{parent=projects/*}/customTokenKeys", on: .administration,
            for: .bearer(.readCustomTokenKeys), "Lists a project's custom token keys.", query: Paging.query,
            response: MessageSchema(
                "ListCustomTokenKeysResponse",
                [
                    FieldSchema(
                        "custom_token_keys", .list(.message(CustomTokenKeys.schema), most: Paging.mostSize),
                        .outputOnly, "The keys, by id."), Paging.nextPageToken,
                ]), answer: CustomTokenKeys.list),
        APIMethod(
            "projects.customTokenKeys.get", "GET", "{name=projects/*/customTokenKeys/*}", on: .administration,
            for: .bearer(.readCustomTokenKeys), "Gets a custom token key.", response: CustomTokenKeys.schema,
            answer: CustomTokenKeys.get),
        APIMethod(
            "projects.customTokenKeys.delete", "DELETE", "{name=projects/*/customTokenKeys/*}", on: .administration,
            for: .bearer(.updateCustomTokenKeys), "Removes a custom token key. What it signed is refused from then on.",
            query: [Fields.etagParameter], response: .empty, answer: CustomTokenKeys.delete),
    ]
}

enum CustomTokenKeys {
    static let schema = MessageSchema(
        "CustomTokenKey",
        [
            FieldSchema("name", .string(.any), "`projects/{project}/customTokenKeys/{customTokenKey}`."),
            FieldSchema(
                "key_id", .string(TextForm(pattern: "^[A-Za-z0-9][A-Za-z0-9_-]*$", length: 1...128)), .immutable,
                "The key file's `private_key_id`."),
            FieldSchema(
                "service_account", .string(TextForm(pattern: "^[A-Za-z0-9][A-Za-z0-9@.+_-]*$", length: 1...254)),
                .immutable, "The key file's `client_email`."),
            FieldSchema(
                "public_key", .string(TextForm(length: 1...16_384, format: "pem")), .immutable,
                "PEM: an RSA public key of 2048 to 4096 bits, or a certificate with one. Never the private key."),
            Fields.createTime, Fields.etag,
        ])

    static func json(_ key: CustomTokenKey, in parent: String) -> JSONText {
        var members = Members(name: "\(parent)/customTokenKeys/\(key.id)")
        members.add("keyId", key.id)
        members.add("serviceAccount", key.serviceAccount)
        members.add("publicKey", PEM.block("PUBLIC KEY", key.publicKey))
        members.add("createTime", at: key.createdAt)
        members.add("etag", Resource.customTokenKey(key).etag)
        return members.json
    }

    static func create(_ call: APICall) async throws(APIError) -> APIAnswer {
        let publicKey: [UInt8]
        do {
            publicKey = try CustomTokenKeyMaterial.publicKey(pem: call.body.text("public_key") ?? "")
        } catch {
            throw .invalidField("public_key", .invalidValue, "Invalid value at 'public_key': \(error.description).")
        }
        let key = try await call.administer { administration, actor throws(AdministrationError) in
            try await administration.createCustomTokenKey(
                call.body.text("key_id") ?? "", serviceAccount: call.body.text("service_account") ?? "",
                publicKey: publicKey, in: call.project, by: actor)
        }
        return APIAnswer(json(key, in: call.projectName))
    }

    static func list(_ call: APICall) async throws(APIError) -> APIAnswer {
        try await Paging.answer(call, "customTokenKeys", { json($0, in: call.projectName) }) {
            after, size throws(APIError) in
            try await call.administer { administration, _ throws(AdministrationError) in
                try await administration.customTokenKeys(in: call.project, after: after, size: size)
            }
        }
    }

    static func get(_ call: APICall) async throws(APIError) -> APIAnswer {
        let key = try await call.administer { administration, _ throws(AdministrationError) in
            try await administration.customTokenKey(call["customTokenKey"], in: call.project)
        }
        return APIAnswer(json(key, in: call.projectName))
    }

    static func delete(_ call: APICall) async throws(APIError) -> APIAnswer {
        try await call.administer { administration, actor throws(AdministrationError) in
            try await administration.deleteCustomTokenKey(
                call["customTokenKey"], in: call.project, etag: call.etag, by: actor)
        }
        return .empty
    }
}
