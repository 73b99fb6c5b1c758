import AppAttest
import AppAttestSimulator
import Foundation
import Testing
import TestSupport

@Suite("assay simulate apple") struct SimulateAppleTests {
    private static func withAuthority(_ body: (TemporaryFolder) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            _ = try BuiltTool.run(["project", "add", "my-project"], in: folder.path)
            _ = try BuiltTool.run(["app", "add", "my-project", "--simulated"], in: folder.path)
            try await body(folder)
        }
    }

    @Test("gives a receipt that servers accept, to whoever has its DeviceCheck key") func refreshes() async throws {
        try await Self.withAuthority { folder in
            let apple = try RunningApple(["--risk", "7"], in: folder)
            let (device, receipt, anchor) = try apple.attestedDevice()
            let answer = try await apple.post(base64(receipt))
            #expect(answer.status == 200)
            let verified = try ReceiptVerifier().verify(
                Array(Data(base64Encoded: Data(answer.body)) ?? Data()),
                expecting: ReceiptExpectation(
                    appID: device.appID, key: .publicKey(device.publicKeyX963), timing: .arrival, type: .receipt,
                    environment: .development, trustAnchors: [anchor]),
                at: Date())
            #expect(verified.contents.riskMetric?.count == 7)
            let early = try await apple.post(String(decoding: answer.body, as: UTF8.self))
            #expect((early.status, early.body) == (304, []))
            let (status, output) = apple.stop()
            #expect(status == 0)
            let lines = output.split(separator: "\n").suffix(2)
            #expect(lines.first?.hasSuffix("Z  200  a newer receipt") == true)
            #expect(lines.last?.hasSuffix("Z  304  too early for a newer one") == true)
        }
    }

    @Test("says which settings send a server there, and keeps its key from run to run") func settings() async throws {
        try await Self.withAuthority { folder in
            let first = try RunningApple(in: folder)
            let url = "http://127.0.0.1:\(first.client.port)/v1/attestationData"
            #expect(first.settings["ASSAY_RECEIPT_SERVICE"] == url)
            #expect(first.settings["ASSAY_DEVELOPMENT_RECEIPT_SERVICE"] == url)
            let parts = first.keyParts
            #expect(parts.count == 3 && parts[0] == "SIMULATED0")
            #expect(parts[2].hasPrefix("/") && parts[2].hasSuffix("/assay-authority/AuthKey_\(parts[1]).p8"))
            #expect(try TemporaryFolder.mode(of: parts[2]) == 0o600)
            #expect(first.text.contains("made       \(parts[2])\n"))
            #expect(first.stop(by: SIGINT).status == 0)

            let second = try RunningApple(["--team-id", "ABCDE12345"], in: folder)
            #expect(second.keyParts == ["ABCDE12345", parts[1], parts[2]])
            #expect(!second.text.contains("made  "))
            let answer = try await second.post(base64(try second.attestedDevice().receipt))
            #expect(answer.status == 200)
            _ = second.stop()
        }
    }

    @Test("answers as told, one request after the other, then as Apple would") func script() async throws {
        try await Self.withAuthority { folder in
            let apple = try RunningApple(
                ["--answer", "429", "--answer", "404", "--answer", "200", "--answer", "503", "--retry-after", "9"],
                in: folder)
            let receipt = base64(try apple.attestedDevice().receipt)
            var answers: [RawResponse] = []
            // What is no request for a receipt uses no answer up.
            #expect(try await apple.client.get("/v1/attestationData").status == 405)
            #expect(try await apple.client.post("/v2/attestationData").status == 404)
            for _ in 0..<5 { answers.append(try await apple.post(receipt)) }
            #expect(answers.map(\.status) == [429, 404, 200, 503, 200])
            #expect(answers.map { $0.headers["retry-after"] } == ["9", nil, nil, "9", nil])
            _ = apple.stop()
        }
    }

    @Test("answers as told again and again") func always() async throws {
        try await Self.withAuthority { folder in
            let apple = try RunningApple(["--answer", "503", "--answer", "401", "--always"], in: folder)
            var statuses: [Int] = []
            for _ in 0..<5 { statuses.append(try await apple.post("").status) }
            #expect(statuses == [503, 401, 503, 401, 503])
            _ = apple.stop()
        }
    }

    @Test("says why it refuses, and nothing of what was sent") func refusals() async throws {
        try await Self.withAuthority { folder in
            let apple = try RunningApple(in: folder)
            let (device, receipt, _) = try apple.attestedDevice()
            let token = try apple.bearerToken()
            #expect(try await apple.post(base64(receipt), bearer: "Bearer \(token)").status == 401)
            #expect(try await apple.post(base64(receipt), bearer: "\(token.dropLast(6))AAAAAA").status == 401)
            #expect(try await apple.post("{}").status == 400)
            let lines = apple.stop().output.split(separator: "\n").suffix(3).map(String.init)
            #expect(
                lines.map { String($0.split(separator: "Z  ").last ?? "") } == [
                    "401  the bearer token is not a bare JWT", "401  the bearer token's signature is not good",
                    "400  the body is not base64 of a receipt",
                ])
            let said = lines.joined()
            #expect(!said.contains(apple.keyParts[1]) && !said.contains(base64(device.keyID)))
        }
    }

    @Test("leaves no half a key behind where the disk is full") func fullDisk() async throws {
        try await Self.withAuthority { folder in
            let (process, errors) = (Process(), Pipe())
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            // Files may get no longer than this, as on a full disk, and the signal that would say so is ignored.
            process.arguments = ["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" simulate apple", BuiltTool.path]
            process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
            process.standardError = errors
            try process.run()
            let said = try errors.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            #expect(process.terminationStatus == 1)
            #expect(
                String(decoding: said, as: UTF8.self)
                    == "assay: error: ./assay-authority: a DeviceCheck key cannot be written there\n")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("assay-authority"))
            #expect(names.sorted() == ["authority.json", "root.pem"])
        }
    }

    @Test("makes no authority, and takes nothing for a key that is none") func folders() async throws {
        try await Self.withAuthority { folder in
            let missing = try BuiltTool.run(["simulate", "apple", "--authority", "typo"], in: folder.path)
            #expect(missing.status == 1)
            #expect(missing.errors.hasPrefix("assay: error: typo: holds no simulated authority\n"))
            #expect(!FileManager.default.fileExists(atPath: folder.file("typo")))
            try Data("none".utf8).write(to: URL(fileURLWithPath: folder.file("assay-authority/AuthKey_A.p8")))
            let damaged = try BuiltTool.run(["simulate", "apple", "--listen", "127.0.0.1:0"], in: folder.path)
            #expect(damaged.status == 1)
            #expect(
                damaged.errors.hasPrefix("assay: error: ./assay-authority/AuthKey_A.p8: is not a DeviceCheck key\n"))
        }
    }
}
