internal import AppCheck
internal import Encodings
internal import StrictJSON

extension APIMethods {
    static let attestedKeyMethods: [APIMethod] = [
        APIMethod(
            "projects.apps.attestedKeys.list", "GET", "{parent=projects/*/apps/*}/attestedKeys", on: .administration,
            for: .bearer(.readAttestedKeys),
            "Lists the keys that were attested for an app, in the order in which they were attested; revoked ones too.",
            query: [Paging.pageSize, AttestedKeys.pageToken],
            response: MessageSchema(
                "ListAttestedKeysResponse",
                [
                    FieldSchema(
                        "attested_keys", .list(.message(AttestedKeyMessages.key), most: Paging.mostSize), .outputOnly,
                        "The keys, without `riskHistory`."), Paging.nextPageToken,
                ]), answer: AttestedKeys.list),
        APIMethod(
            "projects.apps.attestedKeys.get", "GET", "{name=projects/*/apps/*/attestedKeys/*}", on: .administration,
            for: .bearer(.readAttestedKeys), "Gets an attested key, with the history of its risk metric.",
            response: AttestedKeyMessages.key, answer: AttestedKeys.get),
        APIMethod(
            "projects.apps.attestedKeys.revoke", "POST", "{name=projects/*/apps/*/attestedKeys/*}:revoke",
            on: .administration, for: .bearer(.revokeAttestedKeys),
            "Revokes an attested key for ever: its assertions are refused from here on, and its receipt is not refreshed any more. The device can have another key attested. Revoking it again changes nothing.",
            request: MessageSchema("RevokeAttestedKeyRequest", []), response: AttestedKeyMessages.key,
            answer: AttestedKeys.revoke),
    ]
}

enum AttestedKeys {
    /// Stands before the digits of a key id, so that a token of a server that lists keys in the order of their ids, as all did
    /// before schema 5, is not taken for one of these: some keys would be missed and others come twice.
    private static let mark = "t"
    /// Mark and digits in hexadecimal, as ``Paging`` writes texts: a form that a pattern can describe.
    static let pageToken = FieldSchema(
        "page_token", .string(TextForm(pattern: "^(74(3[0-9]|6[1-6]){64})?$", length: 0...130)),
        "Where to go on: `nextPageToken` of the page before. Empty for the first page.")

    static func list(_ call: APICall) async throws(APIError) -> APIAnswer {
        try await Paging.answer(call, "attestedKeys", { AttestedKeyMessages.json($0, in: call.appName) }) {
            after, size throws(APIError) in
            let keyID = try after.map(keyID(ofToken:))
            let page = try await call.administer { administration, _ throws(AdministrationError) -> Page<KeyRecord>? in
                do throws(AdministrationError) {
                    return try await administration.attestedKeys(
                        of: call.app, in: call.project, after: keyID, size: size)
                } catch .keyNotFound { return nil }
            }
            guard let page else { throw Paging.foreignToken }
            return Page(items: page.items, next: page.next.map { mark + $0 })
        }
    }

    /// - Returns: the digits. A key id in another form than a listing gives is from no listing.
    private static func keyID(ofToken text: String) throws(APIError) -> String {
        let digits = String(text.dropFirst(mark.count))
        guard text.hasPrefix(mark), AttestedKeyName.keyID(reading: digits).map(Hexadecimal.encode) == digits else {
            throw Paging.foreignToken
        }
        return digits
    }

    static func get(_ call: APICall) async throws(APIError) -> APIAnswer {
        let (record, history) = try await call.administer { administration, _ throws(AdministrationError) in
            let record = try await administration.attestedKey(call["attestedKey"], of: call.app, in: call.project)
            return (record, try await administration.riskMeasurements(of: record.key))
        }
        return APIAnswer(AttestedKeyMessages.json(record, history, in: call.appName))
    }

    static func revoke(_ call: APICall) async throws(APIError) -> APIAnswer {
        let record = try await call.administer { administration, actor throws(AdministrationError) in
            try await administration.revokeAttestedKey(
                call["attestedKey"], of: call.app, in: call.project, by: actor)
        }
        return APIAnswer(AttestedKeyMessages.json(record, in: call.appName))
    }
}
