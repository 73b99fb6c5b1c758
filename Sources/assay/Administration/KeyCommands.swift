import AppAttest
import AppCheck
import AppCheckAPI
import Encodings

enum KeyListCommand: Command {
    static let name = "key list"
    static let usage = "PROJECT APP [--json] [--data-dir DIR]"
    static let summary = "list the keys that were attested for an app"
    static let details = """
        Each line has key id, environment, when it was attested and last used, risk metric or -, state of its receipt (see key
        show), and when it was revoked. In the order in which they were attested.
        """
    static let options = Listing.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let names = try arguments.operands("PROJECT", "APP")
        let isEmpty = try await Place.withAdministration(arguments, terminal) { administration, _ in
            // There may be millions: each page is printed before the next one is read.
            var (isEmpty, after): (Bool, String?) = (true, nil)
            repeat {
                let page = try await administration.attestedKeys(
                    of: names[1], in: names[0], after: after, size: Place.pageSize)
                for record in page.items { print(record, arguments, names[0], terminal) }
                (isEmpty, after) = (isEmpty && page.items.isEmpty, page.next)
            } while after != nil
            return isEmpty
        }
        if isEmpty { terminal.note("app \(names[1]) has no attested keys yet") }
        return 0
    }

    private static func print(_ record: KeyRecord, _ arguments: Arguments, _ project: String, _ terminal: Terminal) {
        guard !arguments.isSet("json") else { return terminal.print(ResourceJSON.json(record, project: project)) }
        let text = KeyText(record)
        terminal.row([
            text.id, record.key.environment.rawValue, Listing.moment(record.key.attestedAt),
            Listing.moment(record.lastUsedAt), text.riskMetric, text.receiptWord, Listing.moment(record.revokedAt),
        ])
    }
}

enum KeyShowCommand: Command {
    static let name = "key show"
    static let usage = "PROJECT APP KEY [--json] [--data-dir DIR]"
    static let summary = "show an attested key, its receipt, and the history of its risk metric"
    static let details = "KEY is a key id: in base64 as iOS has it, in base64url, or in hexadecimal digits."
    static let options = Listing.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let names = try arguments.operands("PROJECT", "APP", "KEY")
        let (record, history) = try await Place.withAdministration(arguments, terminal) { administration, _ in
            let record = try await administration.attestedKey(names[2], of: names[1], in: names[0])
            return (record, try await administration.riskMeasurements(of: record.key))
        }
        terminal.show(
            ResourceJSON.json(record, history: history, project: names[0]), arguments,
            lines: KeyText(record).lines(history))
        return 0
    }
}

enum KeyRevokeCommand: Command {
    static let name = "key revoke"
    static let usage = "PROJECT APP KEY [--data-dir DIR]"
    static let summary = "refuse a key's assertions, for ever"
    static let details = """
        Every server of the database refuses its next assertion. Tokens that it has stay good until they end. The device can
        have another key attested: this stops a key, not a device. AppCheckCore keeps a key that is refused, though: with it
        the app gets no tokens until it is installed anew. KEY is as for key show.
        """
    static let options = Place.options

    static func run(_ arguments: Arguments, _ terminal: Terminal) async throws -> Int32 {
        let names = try arguments.operands("PROJECT", "APP", "KEY")
        let record = try await Place.withAdministration(arguments, terminal) { administration, actor in
            try await administration.revokeAttestedKey(names[2], of: names[1], in: names[0], by: actor)
        }
        terminal.print("revoked key \(Base64Text.encode(record.key.keyID)) at \(Listing.moment(record.revokedAt))")
        return 0
    }
}
