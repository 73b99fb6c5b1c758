package import AppCheck
import Glibc

/// Keeps a database from being exchanged for another one while it is in use.
///
/// SQLite's own locks are on the file, and cannot tell a program that is about to open it from none. So whoever uses a
/// database first takes a shared lock on the folder that it is in, and whoever puts another one in its place an
/// exclusive lock. The system lets go of both when a process ends, however it ends.
package final class FolderLock: Sendable {
    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { _ = Glibc.close(descriptor) }

    /// Lets go of the folder. May be called more than once.
    package func release() { _ = flock(descriptor, LOCK_UN) }

    /// - Returns: nil where the folder is missing or cannot be locked: that is no reason not to use a database.
    static func toUse(_ path: String) throws(StoreError) -> FolderLock? {
        guard let lock = open(path) else { return nil }
        guard flock(lock.descriptor, LOCK_SH | LOCK_NB) != 0 else { return lock }
        guard errno == EWOULDBLOCK else { return nil }
        throw StoreError.unavailable("a backup is just being put in its place").about(path)
    }

    /// - Parameter path: of the database, which may be missing; the folder must be there.
    package static func toReplace(_ path: String) throws(StoreError) -> FolderLock {
        guard let lock = open(path) else {
            throw StoreError.unavailable("the folder that it is in cannot be opened").about(path)
        }
        guard flock(lock.descriptor, LOCK_EX | LOCK_NB) != 0 else { return lock }
        guard errno == EWOULDBLOCK else {
            throw StoreError.unavailable("the folder that it is in cannot be locked").about(path)
        }
        throw inUse.about(path)
    }

    static let inUse = StoreError.unavailable("a server or another command uses it; stop it first")

    private static func open(_ path: String) -> FolderLock? {
        // By bytes: an accent that follows makes another character of a slash.
        let folder =
            path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(decoding: path.utf8[...$0], as: UTF8.self) } ?? "."
        let descriptor = unsafe Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        return descriptor >= 0 ? FolderLock(descriptor) : nil
    }
}
