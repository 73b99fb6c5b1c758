import Foundation
import Synchronization

/// Sees from outside what becomes of a SQLite database's write-ahead log, every few milliseconds.
final class CheckpointWatch: Sendable {
    struct Seen: Sendable {
        /// How often pages of the log were carried over into the database.
        var checkpoints = 0
        /// How often the log began anew from its start, after a checkpoint had caught up with it.
        var restarts = 0
        /// The log's file at its longest.
        var longestLog = 0

        fileprivate var carriedOver: UInt32?
        fileprivate var sequence: UInt32?
    }

    private let seen = Mutex(Seen())
    private let isOver = Atomic(false)
    private let done = DispatchSemaphore(value: 0)

    /// - Parameter path: of the database. Its log must exist.
    init(_ path: String) throws {
        let index = open("\(path)-shm", O_RDONLY | O_CLOEXEC)
        let log = open("\(path)-wal", O_RDONLY | O_CLOEXEC)
        guard index >= 0, log >= 0 else { throw Failure("\(path): has no write-ahead log") }
        let thread = Thread { [self] in
            while !isOver.load(ordering: .relaxed) {
                seen.withLock { Self.look(index, log, &$0) }
                usleep(3_000)
            }
            close(index)
            close(log)
            done.signal()
        }
        thread.start()
    }

    func end() -> Seen {
        isOver.store(true, ordering: .relaxed)
        done.wait()
        return seen.withLock { $0 }
    }

    /// The index's word 24 is how many frames were carried over, in the byte order of the machine; the log's word 3 counts
    /// its beginnings, in network order (https://www.sqlite.org/walformat.html).
    private static func look(_ index: Int32, _ log: Int32, _ seen: inout Seen) {
        if let carriedOver = word(24, of: index) {
            if let before = seen.carriedOver, carriedOver > before { seen.checkpoints += 1 }
            seen.carriedOver = carriedOver
        }
        if let sequence = word(3, of: log).map(UInt32.init(bigEndian:)) {
            if let before = seen.sequence, sequence != before { seen.restarts += 1 }
            seen.sequence = sequence
        }
        var status = stat()
        if fstat(log, &status) == 0 { seen.longestLog = max(seen.longestLog, Int(status.st_size)) }
    }

    private static func word(_ number: Int, of descriptor: Int32) -> UInt32? {
        var word: UInt32 = 0
        return pread(descriptor, &word, 4, off_t(number * 4)) == 4 ? word : nil
    }
}
