private import AppCheck
private import Cryptography
private import Encodings
private import FoundationEssentials

/// A file that gets its name when it is whole and on the disk. Its owner alone may read it.
struct DraftFile {
    /// Where it is until then.
    let path: String
    private let target: String

    /// Makes an empty one beside the file to be.
    init(for target: String) throws(TransferError) {
        self.target = target
        path = "\(target).unfinished-\(UUID().uuidString.prefix(8).lowercased())"
        do { try PrivateFile.make(path, []) } catch {
            throw TransferError(
                "\(target): cannot be made; its folder must be there, and you must be allowed to write to it")
        }
    }

    func discard() { try? FileManager.default.removeItem(atPath: path) }

    /// Gives it its name; never to the loss of another file.
    func publish() throws(TransferError) {
        try synchronize(path)
        // Unlike a renaming, a link fails where a file is. Not every file system has links.
        do { try FileManager.default.linkItem(atPath: path, toPath: target) } catch {
            try Self.requireNone(at: target)
            do { try FileManager.default.moveItem(atPath: path, toPath: target) } catch { throw Self.unnamed(target) }
        }
        discard()
        try synchronizeFolder()
    }

    /// Puts it in the place of another file, or where none is.
    func replace() throws(TransferError) {
        try synchronize(path)
        guard PrivateFile.move(path, over: target) else { throw Self.unnamed(target) }
        try synchronizeFolder()
    }

    static func requireNone(at path: String) throws(TransferError) {
        guard FileManager.default.fileExists(atPath: path) else { return }
        throw TransferError("\(path): exists already, and is not overwritten")
    }

    /// - Returns: how many bytes a file has, and their SHA-256 in hexadecimal digits.
    static func checksum(of path: String) throws(TransferError) -> (byteCount: Int, digits: String) {
        do {
            let file = try OpenFile(reading: path)
            let hash = try RunningSHA256.start()
            var byteCount = 0
            while case let bytes = try file.read(upTo: 1 << 20), !bytes.isEmpty {
                try hash.add(bytes)
                byteCount += bytes.count
            }
            return (byteCount, Hexadecimal.encode(try hash.finish()))
        } catch { throw TransferError("\(path): cannot be read") }
    }

    private func synchronizeFolder() throws(TransferError) {
        // By bytes: an accent that follows makes another character of a slash.
        let slash = target.utf8.lastIndex(of: UInt8(ascii: "/"))
        try synchronize(slash.map { String(decoding: target.utf8[...$0], as: UTF8.self) } ?? ".")
    }

    private func synchronize(_ path: String) throws(TransferError) {
        do throws(FileFault) {
            let file = try OpenFile(reading: path)
            try file.synchronize()
            try file.close()
        } catch { throw TransferError("\(path): cannot be brought to the disk") }
    }

    private static func unnamed(_ path: String) -> TransferError {
        TransferError("\(path): cannot be put in its place")
    }
}
