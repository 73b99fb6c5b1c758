/// A store's database as another process sees it.
package protocol RawSession: AnyObject {
    /// Runs statements whose results do not matter.
    func run(_ sql: String) throws

    /// The rows of a query, with every column as text; what is null is empty.
    func rows(_ sql: String) throws -> [[String]]

    /// Keeps every other connection from writing, until ``release()`` or the end of this one. Reading goes on.
    func holdWrites() throws

    func release() throws
}

extension RawSession {
    /// The one number that a query comes to.
    package func number(_ sql: String) throws -> Int {
        guard let first = try rows(sql).first?.first, let number = Int(first) else { throw MalformedFixture() }
        return number
    }

    package func release() throws { try run("ROLLBACK") }
}
