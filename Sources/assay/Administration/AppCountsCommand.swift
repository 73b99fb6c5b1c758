import AppCheck
import AppCheckAPI

enum AppCountsCommand: Command {
    static let name = "app counts"
    static let usage = "PROJECT APP [--days N] [--json] [--data-dir DIR]"
    static let summary = "show how an app's exchanges of App Attest ended, day by day"
    static let details = """
        Each line has day (UTC), ending, reason or -, and how many. Endings: GRANTED, REFUSED, and REPORTED for what policies
        that only report would have refused, counted beside what became of it. Servers add theirs within seconds.
        """
    static let options =
        [Option("days", "N", "how many days with today: 1 to 3650 (default \(Administration.countedDays))")]
        + Listing.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let names = try arguments.operands("PROJECT", "APP")
        let days = try arguments.number("days", 1...3650) ?? Administration.countedDays
        let first = ExchangeTally.day(of: Place.surroundings.seconds) - days + 1
        let counts = try await Place.withAdministration(arguments, terminal) { administration, _ in
            try await administration.exchangeCounts(of: names[1], in: names[0], since: first)
        }
        if counts.isEmpty { terminal.note("app \(names[1]) had no exchanges in these days") }
        for count in counts {
            guard !arguments.isSet("json") else {
                terminal.print(ResourceJSON.json(count))
                continue
            }
            terminal.row([
                ProtoDate.text(count.tally.day), count.tally.ending.rawValue, count.tally.reason, String(count.count),
            ])
        }
        return 0
    }
}
