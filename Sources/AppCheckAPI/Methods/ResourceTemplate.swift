/// A path as `google.api.http` writes it, without its version: `{parent=projects/*/apps/*}/debugTokens:verb`.
///
/// One part in braces is the parameter by which clients name the resource; each `*` in it is one segment, known in the
/// router by the singular of the collection before it.
package struct ResourceTemplate: Sendable, Equatable {
    /// The parameter's name, such as `parent` or `app_attest_config.name`; nil for a path without one.
    package let parameter: String?
    /// What stands in the braces, such as `projects/*/apps/*`; empty for a path without.
    package let resource: String
    /// What follows the braces; the whole path if there are none.
    package let suffix: String

    package init(_ text: String) {
        guard text.hasPrefix("{"), let end = text.firstIndex(of: "}"), let equals = text[..<end].firstIndex(of: "=")
        else {
            (parameter, resource, suffix) = (nil, "", text)
            return
        }
        parameter = String(text[text.index(after: text.startIndex)..<equals])
        resource = String(text[text.index(after: equals)..<end])
        suffix = String(text[text.index(after: end)...])
    }

    /// The path with a name in braces for each segment that varies: `projects/{project}/apps/{app}/debugTokens:verb`.
    package var path: String {
        var pieces: [String] = []
        for segment in resource.split(separator: "/") {
            pieces.append(segment == "*" ? "{\(Self.singular(pieces.last ?? ""))}" : String(segment))
        }
        return pieces.joined(separator: "/") + suffix
    }

    /// The names of the segments that vary, in order.
    package var captures: [String] {
        path.split(separator: "{").dropFirst().compactMap { $0.split(separator: "}").first.map(String.init) }
    }

    /// What the parameter must match: `^projects/[^/]+/apps/[^/]+$`.
    package var pattern: String {
        "^" + resource.split(separator: "/").map { $0 == "*" ? "[^/]+" : String($0) }.joined(separator: "/") + "$"
    }

    /// `debugTokens` as `debugToken`, `auditEntries` as `auditEntry`.
    private static func singular(_ collection: String) -> String {
        collection.hasSuffix("ies") ? "\(collection.dropLast(3))y" : String(collection.dropLast())
    }
}
