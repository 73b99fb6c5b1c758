import FoundationEssentials

/// The folder of real device data: `ASSAY_CASES`, or `../shared/cases` beside the project.
package enum CaseFolder {
    package static let path: String =
        ProcessInfo.processInfo.environment["ASSAY_CASES"] ?? "\(packageRoot)/../shared/cases"

    /// The project's root, from the place of this file in it.
    package static let packageRoot: String = {
        var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        parts.removeLast(3)
        return parts.joined(separator: "/")
    }()

    /// Whether there is any; tests over real data say so and do not run where there is none.
    package static let isPresent = !names.isEmpty

    /// Names of all case files, without their ending.
    package static let names: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
        .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()

    package static func contents(of name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name).json")))
    }

    /// The fields of a case, for tests that change one of them.
    package static func fields(of name: String) throws -> CaseDocument {
        try JSONDecoder().decode(CaseDocument.self, from: Data(try contents(of: name)))
    }

    /// Names of the cases of a kind.
    package static func names(kind: String) throws -> [String] {
        try names.filter { try fields(of: $0).kind == kind }
    }
}

/// A case file that can be changed and written again.
package struct CaseDocument: Codable, Sendable {
    package var kind: String
    package var teamId: String?
    package var bundleId: String?
    package var environment: String?
    package var keyId: String?
    package var clientData: String?
    package var clientDataHash: String?
    package var attestationObject: String?
    package var assertion: String?
    package var publicKey: String?
    package var certificate: String?
    package var receipt: String?
    package var previousCounter: UInt32?
    package var counter: UInt32?
    package var validAt: String?
    package var expected: String?
    package var rootCertificates: [String]?
    package var receiptRootCertificates: [String]?

    package init(
        kind: String, teamId: String, bundleId: String, environment: String, keyId: String? = nil,
        clientDataHash: String, attestationObject: String? = nil, assertion: String? = nil, publicKey: String? = nil,
        previousCounter: UInt32? = nil, validAt: String? = nil, rootCertificates: [String]? = nil
    ) {
        (self.kind, self.teamId, self.bundleId, self.environment) = (kind, teamId, bundleId, environment)
        (self.keyId, self.clientDataHash, self.attestationObject) = (keyId, clientDataHash, attestationObject)
        (self.assertion, self.publicKey, self.previousCounter) = (assertion, publicKey, previousCounter)
        (self.validAt, self.rootCertificates) = (validAt, rootCertificates)
    }

    package func json() throws -> [UInt8] { Array(try JSONEncoder().encode(self)) }
}

/// Bytes from base64, for fixtures whose text is known to be good.
package func bytes(base64 text: String?) throws -> [UInt8] {
    guard let text, let data = Data(base64Encoded: text) else { throw MalformedFixture() }
    return Array(data)
}

package func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

package struct MalformedFixture: Error {
    package init() {}
}
