internal import AppCheck
internal import StrictJSON

/// Fields and parameters that several resources have.
enum Fields {
    /// - Parameter updatable: original names.
    static func updateMask(_ updatable: [String]) -> FieldSchema {
        FieldSchema(
            "update_mask", .fieldMask(updatable),
            "Which fields to change: names joined by commas, or `*` for all that can be changed.")
    }
    /// In a query, where a removal names what it read.
    static let etagParameter = FieldSchema(
        "etag", .string(.any),
        "As the resource was read. If it has changed since, nothing is done.")
    static let etag = FieldSchema(
        "etag", .string(.any),
        "A checksum of the resource. If an update brings one and the resource has changed since, nothing is done.")
    static let createTime = FieldSchema("create_time", .timestamp, .outputOnly, "When it was made.")
    static let updateTime = FieldSchema("update_time", .timestamp, .outputOnly, "When it was last changed.")
    static func displayName(required: Bool = false) -> FieldSchema {
        FieldSchema(
            "display_name",
            .string(TextForm(pattern: #"^[^\u0000-\u001f\u007f-\u009f]*$"#, length: (required ? 1 : 0)...128)),
            "What people call it: \(required ? "1 to" : "at most") 128 characters, none of them a control character.")
    }
    static func bundleIDs(_ meaning: String) -> FieldSchema {
        FieldSchema(
            "bundle_ids",
            .list(
                .string(TextForm(pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", length: 1...155, isUnique: true)), most: 50),
            meaning)
    }
}

/// Members of answers; what has no value is left out, as proto3 does.
struct Members {
    private(set) var members: [(String, JSONText)] = []

    init() {}
    init(name: String) { members = [("name", .string(name))] }

    mutating func add(_ name: String, _ text: String) {
        if !text.isEmpty { members.append((name, .string(text))) }
    }

    mutating func add(_ name: String, _ texts: [String]) {
        if !texts.isEmpty { members.append((name, .array(texts.map { .string($0) }))) }
    }

    /// A moment in seconds since 1970; 0 is one that was never recorded.
    mutating func add(_ name: String, at seconds: Int64?) {
        if let seconds, seconds != 0 { members.append((name, .string(ProtoTimestamp.text(seconds)))) }
    }

    mutating func add(_ name: String, number: Int64) { members.append((name, .number(Int(number)))) }

    mutating func add(_ more: [(String, JSONText)]) { members += more }

    /// An object of texts; its members are in the order of their names.
    mutating func add(_ name: String, _ texts: [String: String]?) {
        guard let texts else { return }
        let sorted = texts.sorted { $0.key < $1.key }.map { ($0.key, JSONText.string($0.value)) }
        members.append((name, .object(sorted)))
    }

    /// When it was made and changed, and the etag.
    mutating func addState(of resource: Resource, createdAt: Int64) {
        add("createTime", at: createdAt)
        add("updateTime", at: resource.updatedAt)
        add("etag", resource.etag)
    }

    var json: JSONText { .object(members) }
}
