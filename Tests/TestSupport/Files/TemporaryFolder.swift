import Foundation

/// A folder that is gone after the test.
package struct TemporaryFolder: Sendable {
    package let path: String

    package func file(_ name: String) -> String { path + "/" + name }

    package static func with<Result>(_ body: (TemporaryFolder) async throws -> Result) async throws -> Result {
        let path = FileManager.default.temporaryDirectory.appending(path: "assay-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(TemporaryFolder(path: path))
    }

    /// Read, write and execute bits of a file, such as 0o600.
    package static func mode(of path: String) throws -> Int {
        guard let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber else {
            throw MalformedFixture()
        }
        return mode.intValue
    }
}
