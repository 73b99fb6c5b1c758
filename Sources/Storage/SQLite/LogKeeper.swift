/// Keeps the write-ahead log from growing without end, and the writer from doing that work as long as possible.
struct LogKeeper: Sendable {
    /// Pages of 4096 bytes after which another connection is asked for a checkpoint: 8 MiB.
    private static let softLimit = 2048
    /// Pages after which the writer makes the rest of it itself: 64 MiB. A log starts over only when a checkpoint has
    /// caught up with it, which another connection may never do while writes go on.
    private static let hardLimit = 16_384

    private let checkpointElsewhere: @Sendable () -> Void
    private var pagesAsked = 0

    init(checkpointElsewhere: @escaping @Sendable () -> Void) { self.checkpointElsewhere = checkpointElsewhere }

    /// Called on the writer's thread between two transactions.
    mutating func bound(_ writer: SQLiteConnection) {
        let pages = writer.logPages
        if pages < pagesAsked { pagesAsked = 0 }
        if pages >= Self.hardLimit {
            writer.checkpoint()
        } else if pages - pagesAsked >= Self.softLimit {
            pagesAsked = pages
            checkpointElsewhere()
        }
    }
}
