import AssayServer
import Testing
import TestSupport

/// A 400 or a 404 keeps a phone from asking again for a day; these are mistakes in the app's build or its registration.
@Suite("What is not registered") struct RegistrationRefusalTests {
    static let verbs = ["generateAppAttestChallenge", "exchangeAppAttestAttestation", "exchangeAppAttestAssertion"]

    @Test("as an app is 400 and named as the reference service names it") func app() async throws {
        try await LiveServer.with { live async throws in
            for version in ["v1", "v1beta"] {
                let phone = live.phone.with(version: version, appID: "1:1234567890:ios:zz")
                for verb in Self.verbs {
                    let response = try await live.http.post(phone.path(verb), message(for: verb))
                    try expectError(
                        response, 400, "FAILED_PRECONDITION", "APP_NOT_REGISTERED", fields: [], verb)
                    #expect(try response.error?.message == "App not registered: 1:1234567890:ios:zz.")
                }
            }
        }
    }

    @Test("as a project is 404") func project() async throws {
        try await LiveServer.with { live async throws in
            for project in ["shop2", "1234567891", "SHOP", "01234567890", "-"] {
                for verb in Self.verbs {
                    let path = live.phone.with(project: project).path(verb)
                    let response = try await live.http.post(path, message(for: verb))
                    try expectError(response, 404, "NOT_FOUND", "PROJECT_NOT_FOUND", fields: [], project)
                    #expect(try response.error?.message == "Project not found: \(project).")
                }
            }
        }
    }

    @Test("is served as soon as it is, and no longer than it is") func registrationWhileRunning() async throws {
        try await Site.with { site async throws in
            try await site.serve(parts: .init(directoryLifetime: 3)) { live async throws in
                let phone = live.phone.with(appID: "1:1234567890:ios:cc")
                let path = phone.path("generateAppAttestChallenge")
                #expect(try await live.http.post(path).status == 400)
                try await site.register("1:1234567890:ios:cc")
                #expect(try await live.http.post(path).status == 200)
                try site.raw.run("DELETE FROM apps WHERE app_id LIKE '%:cc'")
                site.clock.advance(by: 3)
                #expect(try await live.http.post(path).status == 400)
            }
        }
    }

    @Test("is repeated in the answer in part only, and never as anything but text") func longNames() async throws {
        try await LiveServer.with { live async throws in
            let name = String(repeating: "%22%5C%3Cb%3E", count: 200)
            let response = try await live.http.post(live.phone.with(project: name).path("generateAppAttestChallenge"))
            try expectError(response, 404, "NOT_FOUND", "PROJECT_NOT_FOUND")
            let shown = String(repeating: "\"\\<b>", count: 30)
            #expect(try response.error?.message == "Project not found: \(shown).")
        }
    }

    private func message(for verb: String) -> [UInt8] {
        switch verb {
        case "exchangeAppAttestAttestation": Message.attestation([1], keyID: [2], challenge: [3]).bytes
        case "exchangeAppAttestAssertion": Message.assertion([1], artifact: [2], challenge: [3]).bytes
        default: []
        }
    }
}
