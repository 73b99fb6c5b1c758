import AppAttestSimulator
import AppleServices
import AssayServer
import Foundation
import Testing
import TestSupport

@Suite("Files of DeviceCheck keys", .onSQLite("is about files beside the store")) struct DeviceCheckKeyFileTests {
    /// What is wrong with files of these contents, the folder left out; nil contents are no file.
    private func faults(_ contents: [String?]) async throws -> [String] {
        try await TemporaryFolder.with { folder in
            var files: [DeviceCheckKeyFile] = []
            for (number, contents) in contents.enumerated() {
                let path = folder.file("\(number).p8")
                if let contents { try PrivateFile.make(path, Array(contents.utf8)) }
                files.append(DeviceCheckKeyFile(teamID: "TEAM00000\(number)", keyID: "KEYID67890", path: path))
            }
            do throws(StartError) {
                _ = try DeviceCheckKeys(reading: files)
                return []
            } catch {
                return error.description.replacing(folder.path, with: "").split(separator: "\n").map(String.init)
            }
        }
    }

    private func key() throws -> String { try SimulatedDeviceCheckKey(teamID: "ABCDE12345").pem() }

    @Test("hold a key each") func good() async throws {
        let (first, second) = (try key(), try key())
        #expect(try await faults([first, second]) == [])
    }

    @Test("are all named that hold none, with the reason and without their contents") func bad() async throws {
        let good = try key()
        let long = good + String(repeating: "\n", count: 16_384)
        let found = try await faults([nil, "", good, "c2VjcmV0", long, good.replacing("PRIVATE", with: "PUBLIC")])
        #expect(
            found == [
                "/0.p8: DeviceCheck key of team TEAM000000: the file cannot be read, or is longer than 16384 bytes",
                "/1.p8: DeviceCheck key of team TEAM000001: expected exactly one PEM block and nothing around it, as in Apple's .p8 files",
                "/3.p8: DeviceCheck key of team TEAM000003: expected exactly one PEM block and nothing around it, as in Apple's .p8 files",
                "/4.p8: DeviceCheck key of team TEAM000004: the file cannot be read, or is longer than 16384 bytes",
                "/5.p8: DeviceCheck key of team TEAM000005: expected a PEM block of type PRIVATE KEY, unencrypted, as in Apple's .p8 files",
            ])
    }

    @Test("are files: a folder is none") func folder() async throws {
        try await TemporaryFolder.with { folder in
            _ = #expect(throws: StartError.self) {
                _ = try DeviceCheckKeys(
                    reading: [DeviceCheckKeyFile(teamID: "ABCDE12345", keyID: "KEYID67890", path: folder.path)])
            }
        }
    }

    @Test("are judged by their own modes where their names are links, whose modes say nothing")
    func links() async throws {
        let contents = try key()
        try await TemporaryFolder.with { folder in
            var files: [DeviceCheckKeyFile] = []
            for (name, mode) in [("private", 0o600), ("public", 0o644)] as [(String, UInt32)] {
                try PrivateFile.make(folder.file(name), permissions: mode, Array(contents.utf8))
                let link = folder.file("\(name)-link")
                try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: name)
                files.append(DeviceCheckKeyFile(teamID: "ABCDE12345", keyID: "KEYID67890", path: link))
            }
            let keys = try DeviceCheckKeys(reading: files)
            #expect(keys.keys.count == 2)
            #expect(keys.exposedPaths == [folder.file("public-link")])
        }
    }

    @Test("keep a server from starting that hold no key") func start() async throws {
        try await Site.with { site in
            await #expect(throws: StartError.self) {
                try await site.start(flags: [.deviceCheckKeys: "ABCDE12345:KEYID67890:\(#filePath)"])
            }
            // Nothing is left behind that would keep the next one from starting.
            try await site.serve { live in
                let status = try await live.http.get("/healthz").status
                #expect(status == 200)
            }
        }
    }

    @Test(
        "get a warning in the log if others than their owner can read them",
        arguments: [
            (0o600, false), (0o400, false), (0o700, false), (0o620, false), (0o640, true), (0o604, true), (0o644, true),
        ] as [(UInt32, Bool)])
    func modes(_ mode: UInt32, _ isExposed: Bool) async throws {
        let contents = try key()
        try await Site.with { site in
            try await TemporaryFolder.with { folder in
                let path = folder.file("key.p8")
                try PrivateFile.make(path, permissions: mode, Array(contents.utf8))
                try await site.serve(flags: [.deviceCheckKeys: "ABCDE12345:KEYID67890:\(path)"]) { _ in }
                let warnings = site.log.lines.filter { $0.contains("\"level\":\"warning\"") }
                #expect(warnings.count == (isExposed ? 1 : 0))
                #expect(
                    warnings.allSatisfy {
                        $0.contains("\"event\":\"DeviceCheck key can be read by others than its owner\"")
                            && $0.contains("/key.p8\"")
                    })
            }
        }
    }
}
