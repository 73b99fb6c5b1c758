import AppCheck
import Testing

extension ResourceStore {
    func remove(_ resource: Resource) async throws {
        #expect(try await apply([.remove(resource)], recording: []) == .applied)
    }
}
