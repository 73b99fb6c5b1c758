import AppCheck
import AppCheckAPI

enum AuditListCommand: Command {
    static let name = "audit list"
    static let usage = "[PROJECT] [--limit N] [--json] [--data-dir DIR]"
    static let summary = "list who changed what, newest first"
    static let details = """
        Each line has moment, who, action, resource, and what became of its fields; - for what was made or removed. JSON has
        all fields before and after. A project that is gone is named by its number.
        """
    static let options =
        [Option("limit", "N", "how many at most: 1 to 100000 (default 50)")] + Listing.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        guard arguments.operands.count <= 1 else { throw Failure.usage("unexpected operand \(arguments.operands[1])") }
        let limit = Int(try arguments.number("limit", 1...100_000) ?? 50)
        try await Place.withAdministration(arguments, terminal) { administration, _ in
            var (left, before): (Int, String?) = (limit, nil)
            repeat {
                let page = try await administration.auditEntries(
                    of: arguments.operands.first, before: before, size: min(left, Place.pageSize))
                for entry in page.items { print(entry, arguments, terminal) }
                (left, before) = (left - page.items.count, page.next)
            } while before != nil && left > 0
        }
        return 0
    }

    private static func print(_ entry: AuditEntry, _ arguments: Arguments, _ terminal: Terminal) {
        guard !arguments.isSet("json") else { return terminal.print(ResourceJSON.json(entry)) }
        terminal.row([Listing.moment(entry.at), entry.actor, entry.action, entry.resource, difference(entry)])
    }

    private static func difference(_ entry: AuditEntry) -> String {
        guard let before = entry.before, let after = entry.after else { return "" }
        // What is not there reads like a rule that is empty, so neither becoming the other is worth a word.
        return Set(before.keys).union(after.keys).sorted().compactMap { name in
            let (old, new) = (before[name] ?? "-", after[name] ?? "-")
            return old == new ? nil : "\(name): \(old) -> \(new)"
        }.joined(separator: "; ")
    }
}
