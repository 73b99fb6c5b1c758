/// Keeps the write-ahead log from growing without end, and the writer from doing that work as long as possible.
///
/// Lengths are in pages of 4096 bytes.
package struct LogKeeper: Sendable {
    /// What is to be done about the log between two transactions.
    package enum Step: Equatable {
        case nothing
        /// Another connection is to move pages into the database while writes go on.
        case moveElsewhere
        /// The writer is to move what is left, while writes wait.
        case moveHere
    }

    /// Pages that are in the log alone when another connection is asked: 8 MiB.
    private static let backlog = 2_048
    /// Length from which on the log is to start over: 64 MiB. It does so once everything is moved, to which another
    /// connection may never come while writes go on: so the writer moves the last of it, as soon as that is little.
    private static let limit = 16_384
    /// What holds writes up for a moment only: 1 MiB.
    private static let little = 256
    /// Length at which the writer moves all that is left, however much: 80 MiB.
    private static let lastLimit = 20_480

    /// How long the log was when another connection was asked, and what was moved before.
    package typealias Asked = (length: Int, moved: Int)

    private let checkpoints: LogCheckpoints
    private var length = 0
    private var asked: Asked?

    init(_ checkpoints: LogCheckpoints) { self.checkpoints = checkpoints }

    /// Called on the writer's thread between two transactions.
    mutating func bound(_ writer: SQLiteConnection) {
        let length = writer.logPages
        if length < self.length {
            checkpoints.logStartedOver()
            asked = nil
        }
        self.length = length
        guard let moved = checkpoints.moved else { return }
        switch Self.step(length: length, moved: moved, asked: asked) {
        case .nothing: break
        case .moveElsewhere:
            asked = (length, moved)
            checkpoints.ask()
        case .moveHere: checkpoints.run(on: writer)
        }
    }

    /// Whether the log must outlive the store.
    var logMustStay: Bool { checkpoints.moved == nil }

    /// - Parameters:
    ///   - moved: pages from the beginning of the log that are known to be in the database.
    ///   - asked: when another connection was last asked since the log began.
    package static func step(length: Int, moved: Int, asked: Asked? = nil) -> Step {
        let left = length - moved
        if length >= lastLimit || length >= limit && left <= little { return .moveHere }
        guard length >= limit || left >= backlog else { return .nothing }
        // Whoever reads for long, such as a backup, holds pages up: asking with each transaction would not move them.
        if let asked, moved <= asked.moved, length - asked.length < backlog { return .nothing }
        return .moveElsewhere
    }
}
