import AssayServer
import Storage
import Synchronization
import Testing
import TestSupport

/// Servers over one database. Each request goes to the next of them in turn, so that no two of one exchange go to the
/// same.
final class Crew: Sendable {
    let workshop: Workshop
    private let members: Mutex<[ServeProcess]>
    private let turn = Atomic(0)

    /// Runs so many servers, with the app registered, until `body` has returned; those that are left must then stop in
    /// order.
    static func with(_ count: Int, _ workshop: Workshop, _ body: (Crew) async throws -> Void) async throws {
        var members: [ServeProcess] = []
        for number in 0..<count { members.append(try await workshop.start(number)) }
        try await workshop.register()
        let crew = Crew(workshop, members)
        try await body(crew)
        for member in crew.all { #expect(try await member.terminate() == 0) }
    }

    private init(_ workshop: Workshop, _ members: [ServeProcess]) {
        self.workshop = workshop
        self.members = Mutex(members)
    }

    var all: [ServeProcess] { members.withLock { $0 } }

    /// Speaks to one of the servers.
    func phone(_ number: Int) -> Phone {
        let members = all
        return workshop.phone(members[number % members.count])
    }

    /// Speaks to the server whose turn it is.
    func phone() -> Phone { phone(turn.add(1, ordering: .relaxed).oldValue & 0xFFFF) }

    /// Ends a server in the midst of whatever it does, and starts another in its place.
    func replace(_ number: Int) async throws {
        let old = all[number]
        #expect(old.isRunning, "a server ended by itself")
        try await offPool { old.kill() }
        let new = try await workshop.start(number)
        members.withLock { $0[number] = new }
    }
}
