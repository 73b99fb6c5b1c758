import Foundation

/// What becomes of files on bad disks.
package enum Damage {
    /// Overwrites most of the third of a database's pages and of those after it, and leaves its head.
    package static func overwritePages(of path: String) throws {
        let file = try FileHandle(forUpdating: URL(filePath: path))
        let end = try file.seekToEnd()
        for start in stride(from: UInt64(8_192), to: end, by: 4_096) {
            try file.seek(toOffset: start)
            try file.write(contentsOf: Data(repeating: 0xA5, count: 3_000))
        }
        try file.close()
    }
}
