import AppAttest
import AppAttestSimulator
import AppCheck
import AssayServer
import Foundation
import Testing
import TestSupport

@Suite("Rejected cases that a server keeps", .onSQLite("is about files beside the store")) struct RejectedCasesTests {
    @Test("are none unless a setting asks for them") func off() async throws {
        try await TemporaryFolder.with { folder in
            try await Site.with { site in
                try await site.serve(flags: [.dataDir: folder.path]) { live in try await live.refuseNonce() }
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test("are files that assay verify refuses for the same reason, and readable by their owner alone")
    func verified() async throws {
        try await TemporaryFolder.with { folder in
            try await Site.with { site in
                try await site.serve(keeping: 10, in: folder) { live async throws in
                    try await live.refuseNonce()
                    let (device, other) = (try site.device(), try site.device())
                    let answer = try await live.phone.register(device)
                    let artifact = try answer.artifactBytes
                    #expect(try await live.phone.assert(device, artifact: artifact, counter: 1).status == 200)
                    for (signer, counter, reason) in [
                        (device, UInt32(1), "COUNTER_STALE"), (other, 2, "SIGNATURE_INVALID"),
                    ] {
                        let response = try await live.phone.assert(signer, artifact: artifact, counter: counter)
                        try expectRefused(response, reason)
                    }
                    let twins = live.phone.with(appID: Site.otherAppID)
                    try expectRefused(
                        await twins.assert(device, artifact: artifact, counter: 2), "ARTIFACT_FOR_OTHER_APP")
                }
            }
            let kept = KeptFiles(in: folder)
            #expect(try TemporaryFolder.mode(of: kept.path) == 0o700)
            let expected = [
                ("assertion-ARTIFACT_FOR_OTHER_APP", "invalid:artifact-for-other-app (E1: "),
                ("assertion-COUNTER_STALE", "invalid:counter (S5: "),
                ("assertion-SIGNATURE_INVALID", "invalid:signature (S2-S3: "),
                ("attestation-NONCE_MISMATCH", "invalid:nonce (A2-A4: "),
            ]
            #expect(kept.names.map { String($0.dropLast(14)) } == expected.map { "20260115T120000.000Z-\($0.0)" })
            for (name, (_, verdict)) in zip(kept.names, expected) {
                #expect(try TemporaryFolder.mode(of: kept.file(name)) == 0o600)
                let outcome = try BuiltTool.run(["verify", kept.file(name)], in: folder.path)
                #expect(outcome.status == 1)
                #expect(outcome.output.hasPrefix("\(kept.file(name)): \(verdict)"))
                #expect(outcome.output.hasSuffix(", as the server said\n"))
            }
            let whole = try BuiltTool.run(["verify", "--expect", kept.path], in: folder.path)
            #expect(whole.status == 0)
            #expect(whole.errors.contains("4 judged: 0 valid, 4 rejected; 4 as expected, 0 not; 4 as the server said"))
        }
    }

    @Test("are the newest of each reason, also of those that an earlier run kept") func newest() async throws {
        try await TemporaryFolder.with { folder in
            let kept = KeptFiles(in: folder)
            try await Site.with { site in
                try await site.serve(keeping: 3, in: folder) { live in
                    for _ in 0..<5 {
                        try await live.refuseNonce()
                        site.clock.advance(by: 1)
                    }
                    let unknown = try await live.phone.attestation(of: site.device())
                        .with("challenge", Message.quoted([UInt8](repeating: 1, count: 57)))
                    try expectRefused(await live.phone.submit(attestation: unknown), "CHALLENGE_UNKNOWN")
                }
                #expect(
                    kept.moments(of: "NONCE_MISMATCH") == [
                        "20260115T120002.000Z", "20260115T120003.000Z", "20260115T120004.000Z",
                    ])
                #expect(kept.moments(of: "CHALLENGE_UNKNOWN") == ["20260115T120005.000Z"])
                // Others' files are left alone; what a killed server left behind is not.
                for name in ["notes.txt", ".draft-x.json"] {
                    #expect(FileManager.default.createFile(atPath: kept.file(name), contents: Data()))
                }
                site.clock.advance(by: 60)
                try await site.serve(keeping: 2, in: folder) { live in try await live.refuseNonce() }
                #expect(
                    kept.moments(of: "NONCE_MISMATCH") == ["20260115T120004.000Z", "20260115T120105.000Z"])
                #expect(kept.moments(of: "CHALLENGE_UNKNOWN").count == 1)
                #expect(kept.names.contains("notes.txt"))
                #expect(!FileManager.default.fileExists(atPath: kept.file(".draft-x.json")))
            }
        }
    }

    @Test("do not matter to exchanges when their folder cannot be written, and are kept again once it can")
    func brokenFolder() async throws {
        try await TemporaryFolder.with { folder in
            let kept = KeptFiles(in: folder)
            try await Site.with { site in
                #expect(FileManager.default.createFile(atPath: kept.path, contents: Data("in the way".utf8)))
                try await site.serve(keeping: 3, in: folder) { live in
                    for _ in 0..<3 { try await live.refuseNonce() }
                    #expect(try await live.phone.register(site.device()).artifact.isEmpty == false)
                }
                let warnings = site.log.lines.filter { $0.contains("\"level\":\"warning\"") }
                // Told once when it happens, and once what there was besides when the server stops.
                #expect(warnings.count <= 2)
                #expect(warnings.allSatisfy { $0.contains("its folder cannot be written") })
                #expect(warnings.map(count).reduce(0, +) == 3)
                try FileManager.default.removeItem(atPath: kept.path)
                try await site.serve(keeping: 3, in: folder) { live in try await live.refuseNonce() }
                #expect(kept.names.count == 1)
            }
        }
    }

    @Test("hold no artifact, token, API key or challenge in whatever encoding") func secrecy() async throws {
        try await TemporaryFolder.with { folder in
            let kept = KeptFiles(in: folder)
            var secrets: [[UInt8]] = [Array("AIza-a-key-of-an-app".utf8)]
            try await Site.with { site in
                try await site.serve(keeping: 20, in: folder) { live in
                    let (device, phone) = (try site.device(), live.phone)
                    let attestation = try await phone.attestation(of: device)
                    let answer: AttestationAnswer = try await phone.submit(
                        attestation: attestation, query: "?key=AIza-a-key-of-an-app"
                    ).decoded()
                    let artifact = try answer.artifactBytes
                    secrets += [artifact, Array(answer.appCheckToken.token.utf8)]
                    var messages = [attestation.with("limited_use", "true")]
                    messages.append(try await phone.attestation(of: device))
                    messages.append(try await phone.attestation(of: site.device(), damage: .counterOne))
                    for message in messages {
                        let response = try await phone.submit(
                            attestation: message, query: "?key=AIza-a-key-of-an-app")
                        #expect(response.status == 403)
                    }
                    let assertion = try await phone.assertion(of: device, artifact: artifact, counter: 1)
                    for message in [assertion.with("artifact", Message.quoted([1] + artifact)), assertion, assertion] {
                        let response = try await phone.submit(assertion: message)
                        if response.status == 200 {
                            secrets.append(Array(try response.decoded(as: TokenAnswer.self).token.utf8))
                        }
                        messages.append(message)
                    }
                    for message in messages {
                        let text = try #require(message["challenge"]).dropFirst().dropLast().replacing("\\/", with: "/")
                        secrets.append(try bytes(base64: String(text)))
                    }
                }
            }
            #expect(kept.names.count == 5)
            #expect(secrets.count == 10)
            for name in kept.names {
                let file = try kept.contents(name)
                for secret in secrets { #expect(!file.holds(secret), "\(name)") }
            }
        }
    }

    private func count(_ line: String) -> Int {
        struct Line: Decodable { let count: Int }
        return (try? JSONDecoder().decode(Line.self, from: Data(line.utf8)))?.count ?? 0
    }
}
