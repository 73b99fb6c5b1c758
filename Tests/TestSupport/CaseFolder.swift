import FoundationEssentials

/// The folder of real device data: `ASSAY_CASES`, or `../shared/cases` beside the project.
public enum CaseFolder {
    public static let path: String =
        ProcessInfo.processInfo.environment["ASSAY_CASES"] ?? "\(packageRoot)/../shared/cases"

    /// The project's root, from the place of this file in it.
    public static let packageRoot: String = {
        var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        parts.removeLast(3)
        return parts.joined(separator: "/")
    }()

    /// Whether there is any; tests over real data say so and do not run where there is none.
    public static let isPresent = !names.isEmpty

    /// Names of all case files, without their ending.
    public static let names: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
        .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()

    public static func contents(of name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name).json")))
    }

    /// The fields of a case, for tests that change one of them.
    public static func fields(of name: String) throws -> CaseDocument {
        try JSONDecoder().decode(CaseDocument.self, from: Data(try contents(of: name)))
    }

    /// Names of the cases of a kind.
    public static func names(kind: String) throws -> [String] {
        try names.filter { try fields(of: $0).kind == kind }
    }
}

/// A case file that can be changed and written again.
public struct CaseDocument: Codable, Sendable {
    public var kind: String
    public var teamId: String?
    public var bundleId: String?
    public var environment: String?
    public var keyId: String?
    public var clientData: String?
    public var clientDataHash: String?
    public var attestationObject: String?
    public var assertion: String?
    public var publicKey: String?
    public var certificate: String?
    public var previousCounter: UInt32?
    public var counter: UInt32?
    public var validAt: String?
    public var expected: String?
    public var rootCertificates: [String]?

    public func json() throws -> [UInt8] { Array(try JSONEncoder().encode(self)) }
}

/// Bytes from base64, for fixtures whose text is known to be good.
public func bytes(base64 text: String?) throws -> [UInt8] {
    guard let text, let data = Data(base64Encoded: text) else { throw MalformedFixture() }
    return Array(data)
}

public func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

public struct MalformedFixture: Error {
    public init() {}
}
