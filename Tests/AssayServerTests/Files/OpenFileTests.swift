import AssayServer
import Foundation
import Glibc
import Testing
import TestSupport

@Suite("An open file", .onSQLite("is about files beside the store")) struct OpenFileTests {
    private func withFile(_ bytes: [UInt8], _ body: (TemporaryFolder, String) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            try Data(bytes).write(to: URL(fileURLWithPath: folder.file("file")))
            try await body(folder, folder.file("file"))
        }
    }

    @Test("is read piece by piece up to its end") func read() async throws {
        try await withFile([1, 2, 3, 4, 5]) { _, path in
            let file = try OpenFile(reading: path)
            #expect(try file.read(upTo: 3) == [1, 2, 3])
            #expect(try file.read(upTo: 3) == [4, 5])
            #expect(try file.read(upTo: 3) == [])
            #expect(try file.read(upTo: 0) == [])
        }
    }

    @Test("is written over from its start, or anew with the mode it was asked for") func write() async throws {
        try await withFile([1, 2, 3, 4, 5]) { folder, path in
            let old = try OpenFile(writing: path)
            try old.write([9])
            try old.write([])
            try old.write([8])
            #expect(FileManager.default.contents(atPath: path) == Data([9, 8, 3, 4, 5]))
            #expect(try old.status().byteCount == 5)

            let new = try OpenFile(creating: folder.file("new"), permissions: 0o640)
            try new.write([7])
            #expect(try new.status() == (1, 0o640))
            #expect(try TemporaryFolder.mode(of: folder.file("new")) == 0o640)
            #expect(FileManager.default.contents(atPath: folder.file("new")) == Data([7]))
        }
    }

    @Test("is not made where something is, were it a link to nothing") func occupied() async throws {
        try await withFile([1]) { folder, path in
            #expect(throws: FileFault(code: EEXIST)) { _ = try OpenFile(creating: path, permissions: 0o600) }
            let link = folder.file("link")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.file("nothing"))
            #expect(throws: FileFault(code: EEXIST)) { try PrivateFile.make(link, [2]) }
            #expect(!FileManager.default.fileExists(atPath: folder.file("nothing")))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["file", "link"])
            #expect(FileManager.default.contents(atPath: path) == Data([1]))
        }
    }

    @Test("is not a part of the name it was given, nor what is missing or a folder") func names() async throws {
        try await withFile([1]) { folder, path in
            #expect(throws: FileFault(code: EINVAL)) { _ = try OpenFile(reading: "\(path)\0.old") }
            #expect(throws: FileFault(code: ENOENT)) { _ = try OpenFile(reading: folder.file("nothing")) }
            #expect(throws: FileFault(code: EISDIR)) { _ = try OpenFile(writing: folder.path) }
            #expect(throws: FileFault(code: EISDIR)) { try OpenFile(reading: folder.path).read(upTo: 1) }
        }
    }

    @Test("says that it is full") func full() throws {
        let file = try OpenFile(writing: "/dev/full")
        #expect(throws: FileFault(code: ENOSPC)) { try file.write([1]) }
        #expect(FileFault(code: ENOSPC).description == "No space left on device")
    }

    @Test("says what the file is like that a link leads to") func link() async throws {
        try await withFile([1, 2]) { folder, path in
            #expect(chmod(path, 0o400) == 0)
            let link = folder.file("link")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            #expect(try OpenFile(reading: link).status() == (2, 0o400))
        }
    }

    @Test("is closed once, and of no use afterwards") func closed() async throws {
        try await withFile([1]) { _, path in
            let file = try OpenFile(reading: path)
            try file.close()
            try file.close()
            #expect(throws: FileFault(code: EBADF)) { try file.read(upTo: 1) }
            #expect(throws: FileFault(code: EBADF)) { try file.synchronize() }
        }
    }

    @Test("is closed when nobody has it any more, and not handed on to programs that are started") func descriptors()
        async throws
    {
        try await withFile([1]) { folder, path in
            func openFiles() throws -> [Int32] {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(Int32.init).filter {
                    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
                }
            }
            do {
                let file = try OpenFile(reading: path)
                let numbers = try openFiles()
                #expect(numbers.map { fcntl($0, F_GETFD) & FD_CLOEXEC } == [FD_CLOEXEC])
                #expect(try file.read(upTo: 1) == [1])
            }
            #expect(try openFiles() == [])
        }
    }
}
