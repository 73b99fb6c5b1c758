import AppCheck
import AppCheckAPI
import StrictJSON

/// How lists and shows are printed: a line of fields with tabs between them for each item, or a line of JSON.
enum Listing {
    static let options =
        [Option("json", "print one JSON object a line, named as in the REST interface")] + Place.options

    /// RFC 3339 in UTC; nil for what does not happen.
    static func moment(_ seconds: Int64?) -> String { seconds.map(ProtoTimestamp.text) ?? "never" }
}

extension Terminal {
    /// Prints items, each on its line.
    /// - Parameters:
    ///   - resource: the item as a resource, for JSON.
    ///   - project: as the command names it.
    ///   - fields: what stands between the tabs.
    func list<Item>(
        _ items: [Item], _ arguments: Arguments, as resource: (Item) -> Resource, of project: String = "",
        fields: (Item) -> [String]
    ) {
        for item in items {
            if arguments.isSet("json") {
                print(ResourceJSON.json(resource(item), project: project))
            } else {
                row(fields(item))
            }
        }
    }

    /// Prints one thing as JSON, or in lines of a word and what it is.
    func show(_ json: JSONText, _ arguments: Arguments, lines: [(word: String, meaning: String)]) {
        guard !arguments.isSet("json") else { return print(json) }
        let width = (lines.map(\.word.count).max() ?? 0) + 2
        for (word, meaning) in lines {
            print(word + String(repeating: " ", count: width - word.count) + (meaning.isEmpty ? "-" : meaning))
        }
    }

    /// Prints fields with tabs between them. No field has one: control characters are refused where they come in.
    func row(_ fields: [String]) { print(fields.map { $0.isEmpty ? "-" : $0 }.joined(separator: "\t")) }

    func print(_ json: JSONText) { print(String(decoding: json.encoded(pretty: false), as: UTF8.self)) }
}
