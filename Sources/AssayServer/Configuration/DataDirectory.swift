package import Cryptography
private import FoundationEssentials

/// The folder that holds everything a single server keeps: the database and the master key.
package struct DataDirectory: Sendable {
    package let path: String

    package var databasePath: String { Self.databasePath(in: path) }
    package var masterKeyPath: String { "\(path)/master.key" }
    /// Holds the first administrator's bearer token.
    package var adminTokenPath: String { "\(path)/admin.token" }
    package static func databasePath(in path: String) -> String { "\(path)/assay.db" }
    /// The folder of case files of refused exchanges.
    package static func rejectedCasesPath(in path: String) -> String { "\(path)/rejected" }
    package var hasDatabase: Bool { FileManager.default.fileExists(atPath: databasePath) }

    package var hasMasterKey: Bool { FileManager.default.fileExists(atPath: masterKeyPath) }

    /// The folder as it is; nil if there is none.
    package init?(existing path: String) {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        self.path = path
    }

    /// - Throws: that there is a folder and this process may not see what is in it.
    package static func checkAccess(to path: String) throws(DataDirectoryError) {
        guard !FileManager.default.fileExists(atPath: path) || FileManager.default.isExecutableFile(atPath: path) else {
            throw DataDirectoryError("\(path): cannot be read; run this command as the user of the server")
        }
    }

    /// Opens the folder; makes it, for its owner alone, if it is missing.
    package init(_ path: String) throws(DataDirectoryError) {
        self.path = path
        var isDirectory = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        guard !exists || isDirectory else { throw DataDirectoryError("\(path): is a file, not a folder") }
        try Self.checkAccess(to: path)
        guard !exists else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw DataDirectoryError("\(path): cannot be made; choose another folder with --data-dir")
        }
    }

    /// The master key: from `ASSAY_MASTER_KEY` (base64 of 32 bytes) if that is set, else from the folder's file, which is
    /// made at the first start.
    /// - Parameter random: 32 unpredictable bytes.
    package func masterKey(
        environment: [String: String], random: () throws(CryptographyError) -> [UInt8]
    ) throws(DataDirectoryError) -> SymmetricKey {
        if let text = environment["ASSAY_MASTER_KEY"] { return try Self.key(text, "ASSAY_MASTER_KEY") }
        // Looked at before the key: another first start, which may be under way, makes its key before its database.
        let isOld = hasDatabase
        if let data = FileManager.default.contents(atPath: masterKeyPath) {
            return try Self.key(String(decoding: data, as: UTF8.self), masterKeyPath)
        }
        // A new key beside an old database would open none of what is in it.
        guard !isOld else {
            guard !FileManager.default.fileExists(atPath: masterKeyPath) else {
                throw DataDirectoryError("\(masterKeyPath): cannot be read")
            }
            throw DataDirectoryError(
                "\(masterKeyPath): is missing although \(databasePath) exists; put it back, or set ASSAY_MASTER_KEY")
        }
        do {
            try write(Data(try random()).base64EncodedString() + "\n", to: masterKeyPath)
        } catch {
            throw DataDirectoryError("\(masterKeyPath): cannot be written")
        }
        // Whichever of several first starts came first has decided.
        guard let data = FileManager.default.contents(atPath: masterKeyPath) else {
            throw DataDirectoryError("\(masterKeyPath): cannot be read")
        }
        return try Self.key(String(decoding: data, as: UTF8.self), masterKeyPath)
    }

    /// The master key of a data directory from the same places, or nil if it is in neither.
    /// - Parameter path: of the folder, which may be missing.
    static func existingMasterKey(
        in path: String, environment: [String: String]
    ) throws(DataDirectoryError) -> SymmetricKey? {
        if let text = environment["ASSAY_MASTER_KEY"] { return try key(text, "ASSAY_MASTER_KEY") }
        guard let directory = DataDirectory(existing: path), directory.hasMasterKey else { return nil }
        guard let data = FileManager.default.contents(atPath: directory.masterKeyPath) else {
            throw DataDirectoryError("\(directory.masterKeyPath): cannot be read")
        }
        return try key(String(decoding: data, as: UTF8.self), directory.masterKeyPath)
    }

    /// Writes a file whole, to the disk, readable by its owner alone, and never over another one.
    private func write(_ text: String, to path: String) throws {
        let draft = "\(path).\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: draft) }
        try PrivateFile.make(draft, Array(text.utf8))
        // A link fails where a file is already, which is then another server's.
        do { try FileManager.default.linkItem(atPath: draft, toPath: path) } catch {
            guard FileManager.default.fileExists(atPath: path) else { throw error }
        }
        synchronize()
    }

    /// Brings the names of the folder's files to the disk.
    func synchronize() {
        try? OpenFile(reading: path).synchronize()
    }

    private static func key(_ text: String, _ name: String) throws(DataDirectoryError) -> SymmetricKey {
        let trimmed = text.trimming(where: \.isWhitespace)
        guard let data = Data(base64Encoded: trimmed), let key = try? SymmetricKey(Array(data)) else {
            throw DataDirectoryError("\(name): expected base64 of 32 bytes")
        }
        return key
    }
}

/// Why the data directory cannot be used. Says what to do, never what is in it.
package struct DataDirectoryError: Error, Sendable, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
