import AppCheck
import Testing

extension ResourceStore {
    /// Adds what nobody added before.
    func add(_ resources: Resource...) async throws {
        #expect(try await apply(resources.map { .create($0) }, recording: []) == .applied)
    }

    func remove(_ resource: Resource) async throws {
        #expect(try await apply([.remove(resource)], recording: []) == .applied)
    }
}

extension Specimen {
    /// A debug token's secret.
    static let secret = "5f1d7e80-2c43-4b6a-9a0e-0123456789ab"

    static func debugToken(
        _ secret: String = secret, id: String = "simulator", app: String = appID, expiresAt: Int64? = nil
    ) throws -> DebugToken {
        try DebugToken(
            projectNumber: "1234567890", appID: app, id: id, displayName: "Simulator",
            secretHash: #require(DebugToken.hash(ofSecret: secret)), expiresAt: expiresAt, createdAt: moment,
            updatedAt: moment)
    }
}
