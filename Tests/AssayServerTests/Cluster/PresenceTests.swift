import Foundation
import Testing
import TestSupport

@Suite("What the tests stand on") struct PresenceTests {
    @Test("has a PostgreSQL wherever nobody looks at what was left out") func postgres() {
        guard ProcessInfo.processInfo.environment["CI"] != nil else { return }
        #expect(TestPostgres.isThere, "\(TestPostgres.absence)")
    }
}
