internal import AppCheck
internal import StrictJSON

extension APIMethods {
    static let auditMethods: [APIMethod] = [
        APIMethod(
            "auditEntries.list", "GET", "auditEntries", on: .administration, for: .bearer(.readAuditEntries),
            "Lists the record of administrative changes, newest first.", query: Paging.query,
            response: AuditEntries.listing, answer: AuditEntries.list),
        APIMethod(
            "projects.auditEntries.list", "GET", "{parent=projects/*}/auditEntries", on: .administration,
            for: .bearer(.readAuditEntries),
            "Lists the record of a project's changes, newest first; also of a project that is gone, by its number.",
            query: Paging.query, response: AuditEntries.listing, answer: AuditEntries.listOfProject),
    ]
}

enum AuditEntries {
    static let listing = MessageSchema(
        "ListAuditEntriesResponse",
        [
            FieldSchema(
                "audit_entries",
                .list(
                    .message(
                        MessageSchema(
                            "AuditEntry",
                            [
                                FieldSchema(
                                    "name", .string(.any), .outputOnly, "Ordered by name they are ordered by time."),
                                FieldSchema("time", .timestamp, .outputOnly, "When."),
                                FieldSchema("actor", .string(.any), .outputOnly, "Who."),
                                FieldSchema(
                                    "action", .string(.any), .outputOnly, "What, such as `projects.apps.create`."),
                                FieldSchema(
                                    "resource", .string(.any), .outputOnly, "Of what; projects by their number."),
                                FieldSchema(
                                    "before", .texts, .outputOnly,
                                    "The resource before, without secrets; absent if there was none."),
                                FieldSchema(
                                    "after", .texts, .outputOnly,
                                    "The resource after, without secrets; absent if it was removed."),
                            ])), most: Paging.mostSize), .outputOnly, "The entries."), Paging.nextPageToken,
        ])

    static func json(_ entry: AuditEntry) -> JSONText {
        var members = Members(name: "auditEntries/\(entry.id)")
        members.add("time", at: entry.at)
        members.add("actor", entry.actor)
        members.add("action", entry.action)
        members.add("resource", entry.resource)
        members.add("before", entry.before)
        members.add("after", entry.after)
        return members.json
    }

    static func list(_ call: APICall) async throws(APIError) -> APIAnswer { try await list(call, of: nil) }

    static func listOfProject(_ call: APICall) async throws(APIError) -> APIAnswer {
        try await list(call, of: call.project)
    }

    private static func list(_ call: APICall, of project: String?) async throws(APIError) -> APIAnswer {
        try await Paging.answer(call, "auditEntries", json) { before, size throws(APIError) in
            try await call.administer { administration, _ throws(AdministrationError) in
                try await administration.auditEntries(of: project, before: before, size: size)
            }
        }
    }
}
