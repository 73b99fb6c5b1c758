private import Glibc
private import Synchronization

/// A file that is open. What it reads and writes is whole: a signal in between, or a system that takes a part at a time,
/// is nothing that callers see.
///
/// It is closed when nobody has it any more. Who must know that nothing was lost closes it before.
package final class OpenFile: Sendable {
    package static let standardOutput = OpenFile(STDOUT_FILENO)
    package static let standardError = OpenFile(STDERR_FILENO)

    /// None after the end: the system gives its number to the next file that is opened.
    private let descriptor: Atomic<Int32>
    private static let none: Int32 = -1

    private init(_ descriptor: Int32) { self.descriptor = Atomic(descriptor) }

    deinit { try? close() }

    /// - Throws: also for a file that is missing. Waits at a named pipe until somebody writes to it.
    package convenience init(reading path: String) throws(FileFault) { self.init(try Self.open(path, O_RDONLY)) }

    /// Opens a file that is there, to write over it from its start.
    package convenience init(writing path: String) throws(FileFault) { self.init(try Self.open(path, O_WRONLY)) }

    /// Makes a file, with its mode from the start.
    /// - Parameter permissions: such as 0o600, less those that the process takes from all of its files.
    /// - Throws: also when there is something of that name, were it a link that leads nowhere.
    package convenience init(creating path: String, permissions: UInt32) throws(FileFault) {
        self.init(try Self.open(path, O_WRONLY | O_CREAT | O_EXCL, permissions))
    }

    private static func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) throws(FileFault) -> Int32 {
        // What the system takes for the end of a path is none in a text, of which it would open the first part.
        guard !path.utf8.contains(0) else { throw FileFault(code: EINVAL) }
        return try finished { unsafe Glibc.open(path, flags | O_CLOEXEC, mode) }
    }

    /// - Returns: what comes next, fewer bytes only before the end; none at the end.
    package func read(upTo count: Int) throws(FileFault) -> [UInt8] {
        let descriptor = descriptor.load(ordering: .relaxed)
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let found = try Self.finished {
                unsafe bytes.withUnsafeMutableBytes { buffer in
                    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
                    return unsafe Glibc.read(descriptor, rest.baseAddress, rest.count)
                }
            }
            guard found > 0 else { break }
            filled += found
        }
        bytes.removeLast(count - filled)
        return bytes
    }

    /// - Throws: that not all could be written, as on a full disk. A part of it may have been.
    package func write(_ bytes: [UInt8]) throws(FileFault) {
        let descriptor = descriptor.load(ordering: .relaxed)
        var written = 0
        while written < bytes.count {
            let count = try Self.finished {
                unsafe bytes.withUnsafeBytes { buffer in
                    let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
                    return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
                }
            }
            guard count > 0 else { throw FileFault(code: EIO) }
            written += count
        }
    }

    /// Returns when what it holds is on the disk; of a folder, the names of its files.
    package func synchronize() throws(FileFault) {
        _ = try Self.finished { fsync(descriptor.load(ordering: .relaxed)) }
    }

    /// Bytes it has, and its permissions such as 0o600; those of the file that a link leads to.
    package func status() throws(FileFault) -> (byteCount: Int, permissions: UInt32) {
        var status = stat()
        _ = try Self.finished { unsafe fstat(descriptor.load(ordering: .relaxed), &status) }
        return (Int(status.st_size), status.st_mode & 0o7777)
    }

    /// Nothing may be read or written after it. May be called again.
    /// - Throws: that what was written is lost, as some file systems tell only here. It is closed all the same.
    package func close() throws(FileFault) {
        let descriptor = descriptor.exchange(Self.none, ordering: .relaxed)
        guard descriptor != Self.none, Glibc.close(descriptor) != 0 else { return }
        let code = errno
        // Closed also then: a second try would hit another file.
        if code != EINTR { throw FileFault(code: code) }
    }

    /// Calls the system until no signal has interrupted it.
    private static func finished<Number: SignedInteger>(_ call: () -> Number) throws(FileFault) -> Number {
        while true {
            let number = call()
            guard number < 0 else { return number }
            let code = errno
            guard code == EINTR else { throw FileFault(code: code) }
        }
    }
}

/// Why the system did not do with a file what it was told.
package struct FileFault: Error, Equatable, CustomStringConvertible {
    /// Of `errno`.
    package let code: Int32

    package init(code: Int32) { self.code = code }

    package var description: String { unsafe String(cString: strerror(code)) }
}
