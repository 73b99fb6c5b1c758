/// How PostgreSQL is reached and used.
package struct PostgresSettings: Sendable {
    /// A connection string of libpq: a URI or `keyword=value` pairs. What it leaves out comes from libpq's environment
    /// variables and files, and of what these leave out too some have values of Assay's own; among them
    /// `target_session_attrs=read-write`, so that of several hosts the primary is found.
    package let connectionString: String
    /// How many connections there are at most: at least 2, of which a third, but at least one, are kept for exchanges.
    package var connections = 6
    /// Milliseconds that a statement may take, and that a caller may wait for its turn.
    package var deadline: Int32 = 5_000

    package init(connectionString: String) { self.connectionString = connectionString }
}

/// What befalls a store between requests, for the log.
package enum StoreEvent: Hashable, Sendable {
    /// No connection is left and none can be made, for the reason given.
    case lost(String)
    /// After it was lost.
    case regained
    /// A newer version has brought the schema to that number, and this one goes on over it.
    case schemaIsNewer(Int64)
    /// The disk failed to write the database file. All is kept in its write-ahead log.
    case fileFailed
    /// A setting of the database that costs durability was overridden or cannot be.
    case warning(String)
}
