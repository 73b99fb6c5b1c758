private import Glibc

/// Files that not everybody may read.
package enum PrivateFile {
    /// Makes a new file with its mode from the start: who opens a file before its mode is set reads what is written to it
    /// later. What it holds is on the disk when this returns, unless nobody needs to wait for that.
    /// - Parameter permissions: such as 0o600.
    /// - Throws: that it cannot be made or written; also when there is one. Nothing is left behind then.
    package static func make(
        _ path: String, permissions: UInt32 = 0o600, waitsForDisk: Bool = true, _ bytes: [UInt8]
    ) throws(FileFault) {
        let file = try OpenFile(creating: path, permissions: permissions)
        do throws(FileFault) {
            try file.write(bytes)
            if waitsForDisk { try file.synchronize() }
            try file.close()
        } catch {
            _ = unsafe unlink(path)
            throw error
        }
    }

    /// Gives a file another name, in place of whatever has it.
    /// - Returns: whether there was such a file. Of several that rename it at once one alone is told so.
    static func move(_ path: String, over other: String) -> Bool { unsafe rename(path, other) == 0 }
}
