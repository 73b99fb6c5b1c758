import AssayServer
import Cryptography
import Foundation
import Testing
import TestSupport

@Suite("The data directory", .onSQLite("is about files beside the store")) struct DataDirectoryTests {
    private static let key = [UInt8](repeating: 0x2A, count: 32)

    private func withDirectory(_ body: (DataDirectory) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in try await body(DataDirectory(folder.file("a/b"))) }
    }

    private func masterKey(
        _ directory: DataDirectory, environment: [String: String] = [:], random: [UInt8] = key
    ) throws(DataDirectoryError) -> [UInt8] {
        try directory.masterKey(environment: environment) { () throws(CryptographyError) in random }.reveal { $0 }
    }

    @Test("is made for its owner alone, and the key in it too") func modes() async throws {
        try await withDirectory { directory async throws in
            #expect(try TemporaryFolder.mode(of: directory.path) == 0o700)
            #expect(try masterKey(directory) == Self.key)
            #expect(try TemporaryFolder.mode(of: directory.masterKeyPath) == 0o600)
            let data = try #require(FileManager.default.contents(atPath: directory.masterKeyPath))
            #expect(String(decoding: data, as: UTF8.self) == "KioqKioqKioqKioqKioqKioqKioqKioqKioqKioqKio=\n")
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["master.key"])
        }
    }

    @Test("keeps its first key") func sameKey() async throws {
        try await withDirectory { directory async throws in
            #expect(try masterKey(directory) == Self.key)
            #expect(try masterKey(directory, random: [UInt8](repeating: 9, count: 32)) == Self.key)
            #expect(try masterKey(DataDirectory(directory.path), random: []) == Self.key)
        }
    }

    @Test("gives way to a key in the environment, and keeps none then") func environment() async throws {
        try await withDirectory { directory async throws in
            let text = base64([UInt8](repeating: 7, count: 32))
            let key = try masterKey(directory, environment: ["ASSAY_MASTER_KEY": text])
            #expect(key == [UInt8](repeating: 7, count: 32))
            #expect(!FileManager.default.fileExists(atPath: directory.masterKeyPath))
        }
    }

    @Test("makes no new key beside a database, which would open nothing in it") func keyLost() async throws {
        try await withDirectory { directory async throws in
            #expect(FileManager.default.createFile(atPath: directory.databasePath, contents: Data()))
            let error = #expect(throws: DataDirectoryError.self) { try masterKey(directory) }
            #expect(
                error?.description
                    == "\(directory.masterKeyPath): is missing although \(directory.databasePath) exists; "
                    + "put it back, or set ASSAY_MASTER_KEY")
            #expect(!FileManager.default.fileExists(atPath: directory.masterKeyPath))
        }
    }

    @Test(
        "takes base64 of 32 bytes for a key and says so, without repeating what it found",
        arguments: [
            "", "\n", "secret", "KioqKio=", String(repeating: "A", count: 44), String(repeating: "2a", count: 32),
        ])
    func malformedKey(_ text: String) async throws {
        try await withDirectory { directory async throws in
            #expect(FileManager.default.createFile(atPath: directory.masterKeyPath, contents: Data(text.utf8)))
            let inFile = #expect(throws: DataDirectoryError.self) { try masterKey(directory) }
            #expect(inFile?.description == "\(directory.masterKeyPath): expected base64 of 32 bytes")
            let given = #expect(throws: DataDirectoryError.self) {
                try masterKey(directory, environment: ["ASSAY_MASTER_KEY": text])
            }
            #expect(given?.description == "ASSAY_MASTER_KEY: expected base64 of 32 bytes")
        }
    }

    @Test("does not mind blanks around its key, as editors and shells leave them") func blanks() async throws {
        try await withDirectory { directory async throws in
            let text = " \t\(base64(Self.key))\r\n\n"
            #expect(FileManager.default.createFile(atPath: directory.masterKeyPath, contents: Data(text.utf8)))
            #expect(try masterKey(directory) == Self.key)
            let other = "\u{A0}\(base64([UInt8](repeating: 7, count: 32)))\u{2028}"
            #expect(
                try masterKey(directory, environment: ["ASSAY_MASTER_KEY": other]) == [UInt8](repeating: 7, count: 32))
        }
    }

    @Test("of several first starts at once has one key, time after time") func race() async throws {
        for _ in 1...20 {
            try await withDirectory { directory async throws in
                let keys = try await atOnce(8) { number in
                    try await offPool {
                        try directory.masterKey(environment: [:]) { () throws(CryptographyError) in
                            [UInt8](repeating: UInt8(number), count: 32)
                        }.reveal { $0 }
                    }
                }
                #expect(Set(keys).count == 1)
                #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["master.key"])
            }
        }
    }

    @Test("is not a file, nor where nothing can be made") func noFolder() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.file("file")
            #expect(FileManager.default.createFile(atPath: path, contents: Data()))
            let file = #expect(throws: DataDirectoryError.self) { try DataDirectory(path) }
            #expect(file?.description == "\(path): is a file, not a folder")
            let below = #expect(throws: DataDirectoryError.self) { try DataDirectory("\(path)/below") }
            #expect(below?.description == "\(path)/below: cannot be made; choose another folder with --data-dir")
        }
    }

    @Test("whose key is another than that of its database is refused at the start") func wrongKey() async throws {
        try await Site.with { site async throws in
            let first = try await site.start()
            await first.stop()
            do {
                let second = try await AssayServer.start(
                    ServerConfiguration(flags: [.listen: "127.0.0.1:0"]), over: site.place.location(),
                    masterKey: SymmetricKey(Self.key), surroundings: site.surroundings, log: site.newLog())
                await second.stop()
                Issue.record("it started")
            } catch let error as StartError {
                #expect(
                    error.description
                        == "the stored keys do not open with this master key: "
                        + "use the one that the server was first started with, in the file master.key of the data "
                        + "directory or in ASSAY_MASTER_KEY; all servers over one database need the same")
            }
        }
    }
}
