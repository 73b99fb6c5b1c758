internal import AppCheck
private import FoundationEssentials

/// The file of the first administrator's bearer token.
///
/// The token is written before it is made in the store, to a draft beside the file that bears its id, and the draft gets
/// the file's name afterwards: wherever a start is killed, no token is good that nobody has. A draft that was left behind
/// is looked after by the next start.
struct AdminTokenFile {
    private let directory: DataDirectory

    init(in directory: DataDirectory) { self.directory = directory }

    private func draftPath(_ id: String) -> String { "\(directory.adminTokenPath).\(id)" }

    func draft(_ credential: Credential) throws(DataDirectoryError) {
        do { try PrivateFile.make(draftPath(credential.id), Array("\(credential.text)\n".utf8)) } catch {
            throw DataDirectoryError("\(directory.adminTokenPath): cannot be written")
        }
        directory.synchronize()
    }

    /// Makes a draft the file, in place of one that an older database may have left.
    /// - Returns: whether it was done here; false if another process did.
    func publish(_ credential: Credential) -> Bool {
        let isDone = PrivateFile.move(draftPath(credential.id), over: directory.adminTokenPath)
        directory.synchronize()
        return isDone
    }

    func discard(_ credential: Credential) { try? FileManager.default.removeItem(atPath: draftPath(credential.id)) }

    /// What starts left behind, or are about to publish.
    var drafts: [Credential] {
        let prefix = "admin.token."
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return names.sorted().compactMap { name in
            guard name.hasPrefix(prefix),
                let data = FileManager.default.contents(atPath: "\(directory.path)/\(name)"),
                let found = Credential(
                    .adminToken, parsing: String(decoding: data, as: UTF8.self).trimming(where: \.isNewline)),
                found.id == name.dropFirst(prefix.count)
            else { return nil }
            return found
        }
    }
}
