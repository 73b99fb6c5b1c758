/// What texts of each type look like, as regular expressions (ECMA 262) for JSON Schema.
enum TextPattern {
    /// Standard or URL-safe, with or without padding: what is read.
    static let base64: String = {
        func alphabet(_ last: String) -> String {
            let one = "[A-Za-z0-9\(last)]"
            return "(\(one){4})*(\(one){2}(==)?|\(one){3}=?)?"
        }
        return "^(\(alphabet("+/"))|\(alphabet("_-")))$"
    }()

    /// What is written.
    static let paddedBase64 = "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"

    /// What is read of durations within a range of seconds.
    static func duration(_ range: ClosedRange<Int64>) -> String {
        "^0*\(DecimalPattern.matching(range))(\\.0{1,9})?s$"
    }

    /// What is written.
    static let wholeSeconds = "^[0-9]+s$"

    static let timestamp =
        "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$"

    static let date = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"

    /// - Parameter fields: original names; the other spelling is read too.
    static func fieldMask(_ fields: [String], mayBeEmpty: Bool) -> String {
        var names: [String] = []
        for field in fields { names += field == field.camelCased ? [field] : [field.camelCased, field] }
        let name = "(\(names.joined(separator: "|")))"
        return "^(\(mayBeEmpty ? "|" : "")\\*|\(name)(,\(name))*)$"
    }

    /// Segments of paths that name a resource, by the singular of its collection: what such names can be.
    static func pathSegment(_ capture: String) -> String {
        switch capture {
        case "project": "^([a-z][a-z0-9-]{2,61}[a-z0-9]|[1-9][0-9]{0,18})$"
        case "app": "^[A-Za-z0-9][A-Za-z0-9:._-]{0,127}$"
        case "service": "^[A-Za-z0-9][A-Za-z0-9.-]{0,252}$"
        case "customTokenKey": "^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$"
        // A key id of 32 bytes, without padding.
        case "attestedKey": "^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$"
        // The server's own names.
        case _: "^[0-9a-f]{32}$"
        }
    }
}
