/// What the listener may be told. The defaults suit a service whose requests are a few kilobytes.
package struct HTTPServerConfiguration: Sendable, Equatable {
    /// Numeric IPv4 or IPv6 address to listen on. `::` listens on IPv4 too.
    package var host = "127.0.0.1"
    /// 0 lets the system choose; ``HTTPServer/port`` says which it was.
    package var port: UInt16 = 0
    /// Event loops, each with a thread of its own.
    package var threads = 2
    /// Longest body in bytes, chunked framing not counted.
    package var maximumBodyBytes = 65_536
    /// Memory for one connection in bytes. The head of a request must fit into it with the library's bookkeeping of
    /// about 64 bytes for each header; the target of a batch request of a hundred names has up to 17,000. All of it stays
    /// in use while the connection is idle.
    package var maximumHeadBytes = 18_944
    /// Requests that may wait for a processor with their bodies read; further ones wait with their heads.
    package var queueLimit = 64
    /// Connections served at once; further ones wait in the system's queue.
    package var connectionLimit = 1_000
    /// Connections from one address at once; further ones are closed. 0 is no limit: behind a proxy all come from one.
    package var connectionLimitPerAddress = 0
    /// Longest silence on a connection, in whole seconds (rounded up).
    package var idleTimeout: Duration = .seconds(30)
    /// Longest time from the opening of a connection, or from the last answer on it, to the end of the next head.
    package var headDeadline: Duration = .seconds(15)
    /// Longest time from the end of the head to the end of the body, and again from there for the client to take the
    /// answer. The time the handler takes does not count.
    package var bodyDeadline: Duration = .seconds(15)

    package init() {}
}
