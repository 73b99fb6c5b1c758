import AppCheck

/// Why PostgreSQL did not do what it was asked, and what that means to those who use the store.
struct PostgresFailure: Error, Equatable {
    enum Kind: Equatable {
        /// The connection is of no use any more. Whether the last thing that was asked for has been done is unknown.
        case connection
        /// Nothing was done, since another transaction came between: worth another try at once.
        case conflict
        /// Nothing was done, and everybody who asks now will hear the same: no space, a time limit, a shutdown.
        case trouble
        /// Nothing was done, since this very statement or its values are not taken.
        case refusal
    }

    let kind: Kind
    let error: StoreError

    init(_ kind: Kind, _ error: StoreError) { (self.kind, self.error) = (kind, error) }

    /// The server said nothing for so long that nobody waits any more.
    static let silence = PostgresFailure.connection("the database does not answer")

    static func connection(_ detail: String) -> PostgresFailure { .init(.connection, .unavailable(detail)) }

    /// - Parameter state: five characters, as in appendix A of PostgreSQL's manual; nil where the server said nothing.
    init(sqlState state: String?) {
        guard let state else {
            self = .connection("the connection to the database broke")
            return
        }
        switch state {
        case "40001", "40P01": self.init(.conflict, .unavailable("too many changes at once"))
        case "57014": self.init(.trouble, .unavailable("the database did not answer within the time limit"))
        case "53100": self.init(.trouble, .unavailable("the disk of the database is full"))
        case "53200": self.init(.trouble, .unavailable("the database is out of memory"))
        case "55P03": self.init(.trouble, .unavailable("a table of the database is locked by somebody else"))
        case "25006": self = .connection("the database takes no writes: it is a read-only replica")
        // The server does not know what was prepared: a pooler in between gave the connection to others, or a plan is old.
        case "26000", "0A000": self = .connection("the connection to the database lost what was prepared on it")
        case "42501": self.init(.refusal, .unreadable("the database's role lacks a privilege that is needed"))
        case "42P01", "42703", "42883", "3F000":
            self.init(.refusal, .unreadable("the database does not have the expected tables (SQLSTATE \(state))"))
        default:
            switch state.prefix(2) {
            // 57P01 to 57P05 end the session.
            case "08", "57": self = .connection("the database ended the connection (SQLSTATE \(state))")
            case "53", "54", "55", "58":
                self.init(.trouble, .unavailable("the database is in trouble (SQLSTATE \(state))"))
            case "22", "23": self.init(.refusal, .unreadable("the database refuses a value (SQLSTATE \(state))"))
            case "42": self.init(.refusal, .unreadable("the database refuses a statement (SQLSTATE \(state))"))
            // XX000 is whatever its authors thought cannot happen, and mostly passes.
            case "XX" where state != "XX000":
                self.init(.trouble, .unreadable("the database is damaged (SQLSTATE \(state))"))
            default: self.init(.trouble, .unavailable("the database answered SQLSTATE \(state)"))
            }
        }
    }
}
