internal import AppCheck
internal import StrictJSON

extension APIMethods {
    static let exchangeCountMethods: [APIMethod] = [
        APIMethod(
            "projects.apps.exchangeCounts.list", "GET", "{parent=projects/*/apps/*}/exchangeCounts",
            on: .administration, for: .bearer(.readExchangeCounts),
            "Tells how an app's exchanges of App Attest ended, by day, ending and reason; all of it at once.",
            query: [
                FieldSchema(
                    "since", .date, "The first day in UTC; \(Administration.countedDays) days with today if unset.")
            ],
            response: MessageSchema(
                "ListExchangeCountsResponse",
                [
                    FieldSchema(
                        "exchange_counts", .list(.message(ExchangeCounts.schema), most: 1_000_000), .outputOnly,
                        "The counts, those of the first day first.")
                ]), answer: ExchangeCounts.list)
    ]
}

enum ExchangeCounts {
    static let schema = MessageSchema(
        "ExchangeCount",
        [
            FieldSchema("day", .date, .outputOnly, "The day, in UTC."),
            FieldSchema(
                "ending", .enumeration(ExchangeTally.Ending.allCases.map(\.rawValue)), .outputOnly,
                "`GRANTED`: a token was given. `REFUSED`: none was. `REPORTED`: a policy that only reports would have refused it, or shortened its token; counted beside what became of it."
            ),
            FieldSchema("reason", .string(.any), .outputOnly, "The word for it; absent for what was granted."),
            FieldSchema("count", .integer(0...Int64(UInt32.max)), .outputOnly, "How many."),
        ])

    static func json(_ count: ExchangeCount) -> JSONText {
        var members = Members()
        members.add("day", ProtoDate.text(count.tally.day))
        members.add("ending", count.tally.ending.rawValue)
        members.add("reason", count.tally.reason)
        // Four thousand million a day of one app: more than 49000 a second.
        members.add("count", number: Int64(UInt32(clamping: count.count)))
        return members.json
    }

    static func list(_ call: APICall) async throws(APIError) -> APIAnswer {
        let counts = try await call.administer { administration, _ throws(AdministrationError) in
            try await administration.exchangeCounts(
                of: call.app, in: call.project, since: call.query.integer("since"))
        }
        return APIAnswer(.object(counts.isEmpty ? [] : [("exchangeCounts", .array(counts.map(json)))]))
    }
}
