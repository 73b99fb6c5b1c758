/// What the operating system says, signed, about how the app was launched (iOS 27, macOS 27 and later).
public struct LaunchExtensions: Sendable, Hashable {
    /// Where the running code came from. Absent on older systems and for apps built with older SDKs.
    public let validationCategory: ValidationCategory?
    /// `CFBundleVersion`.
    public let bundleVersion: String?
    /// Hash of the code directory: 32 bytes, or a prefix of 20. Only for apps that opted in.
    public let codeDirectoryHash: [UInt8]?
    /// Which hash: 2 is SHA-256.
    public let codeDirectoryHashType: UInt8?
    /// Names that this version does not know, sorted. They are signed but nothing is concluded from them.
    public let unknownNames: [String]

    /// No extensions were sent.
    package static let none = LaunchExtensions()

    private init() {
        (validationCategory, bundleVersion, codeDirectoryHash, codeDirectoryHashType) = (nil, nil, nil, nil)
        unknownNames = []
    }

    private static let category = "apple_validation_category_01"
    private static let version = "apple_bundle_version_01"
    private static let hash = "apple_cd_hash_hash_01"
    private static let hashType = "apple_cd_hash_type_01"
    private static let known = [category, version, hash, hashType]

    /// Reads the extension map of authenticator data. A known name with a value of another shape is an error: taking it
    /// for absent would let a policy be skipped.
    init(_ map: CBOREntries) throws(Finding) {
        validationCategory = try map[text: Self.category].map { value throws(Finding) in
            try ValidationCategory(value)
        }
        bundleVersion = try map[text: Self.version].map { value throws(Finding) in
            guard case .text(let text) = value else { throw Self.malformed(Self.version, "text", value) }
            return text.string
        }
        codeDirectoryHash = try map[text: Self.hash].map { value throws(Finding) in
            guard case .bytes(let bytes) = value, bytes.count == 20 || bytes.count == 32 else {
                throw Self.malformed(Self.hash, "20 or 32 bytes", value)
            }
            return bytes
        }
        codeDirectoryHashType = try map[text: Self.hashType].map { value throws(Finding) in
            guard case .bytes(let bytes) = value, bytes.count == 1 else {
                throw Self.malformed(Self.hashType, "one byte", value)
            }
            return bytes[0]
        }
        unknownNames = map.compactMap { key, _ in
            guard case .text(let name) = key else { return key.kind }
            return Self.known.contains(where: name.isSame) ? nil : name.string
        }.sorted()
    }

    fileprivate static func malformed(_ name: String, _ expected: String, _ value: CBORValue) -> Finding {
        Finding(.malformedExtensions, expected: "\(name) of \(expected)", found: value.kind)
    }

    /// For traces: what the map said, or that there was none.
    var summary: String {
        var parts: [String] = []
        if let validationCategory { parts.append("validation category \(validationCategory)") }
        if let bundleVersion { parts.append("bundle version \(printable(bundleVersion, limit: 64))") }
        if codeDirectoryHash != nil { parts.append("a code directory hash") }
        if !unknownNames.isEmpty { parts.append("\(unknownNames.count) unknown entries") }
        return parts.isEmpty ? "none sent (normal before iOS 27)" : parts.joined(separator: ", ")
    }
}

/// `apple_validation_category_01`: how the running code was validated.
public struct ValidationCategory: Sendable, Hashable, CustomStringConvertible {
    /// The number as sent.
    public let rawValue: UInt32

    /// Any number is a category; unknown ones are for policies to judge.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// 0: the code was not valid.
    public static let invalid = ValidationCategory(rawValue: 0)
    /// 1: part of the operating system.
    public static let operatingSystem = ValidationCategory(rawValue: 1)
    /// 2: installed by TestFlight.
    public static let testFlight = ValidationCategory(rawValue: 2)
    /// 3: signed for development.
    public static let development = ValidationCategory(rawValue: 3)
    /// 4: installed from the App Store.
    public static let appStore = ValidationCategory(rawValue: 4)
    /// 5: distributed by an enterprise or ad hoc.
    public static let enterprise = ValidationCategory(rawValue: 5)
    /// 6: signed with a Developer ID.
    public static let developerID = ValidationCategory(rawValue: 6)
    /// 10: of another kind.
    public static let other = ValidationCategory(rawValue: 10)

    /// Two encodings exist: the documented unsigned integer, and the four little-endian bytes that devices send.
    fileprivate init(_ value: CBORValue) throws(Finding) {
        switch value {
        case .unsigned(let number) where number <= UInt64(UInt32.max): rawValue = UInt32(number)
        case .bytes(let bytes) where bytes.count == 4:
            rawValue = bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        case .unsigned, .negative, .bytes, .text, .array, .map, .tagged, .simple, .float:
            throw LaunchExtensions.malformed(
                "apple_validation_category_01", "an unsigned 32-bit number or 4 bytes", value)
        }
    }

    /// The number and its name.
    public var description: String {
        switch rawValue {
        case 0: "0 (invalid)"
        case 1: "1 (operating system)"
        case 2: "2 (TestFlight)"
        case 3: "3 (development)"
        case 4: "4 (App Store)"
        case 5: "5 (enterprise or ad hoc)"
        case 6: "6 (Developer ID)"
        case 10: "10 (other)"
        default: "\(rawValue) (unknown)"
        }
    }
}
