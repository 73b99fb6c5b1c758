import AppAttest
import AppAttestSimulator
import AppCheck
import AssayServer
import Storage
import StrictJSON
import TestSupport
import Testing

@Suite("A key that is revoked over REST") struct KeyRevocationTests {
    private func path(_ device: SimulatedDevice) -> String {
        let name = base64(device.keyID).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        return "/assay/v1/projects/shop/apps/\(Site.appID)/attestedKeys/\(name)"
    }

    @Test("is refused at once with the advice to have another attested, and its counter stands; another key is served")
    func exchanges() async throws {
        try await LiveServer.with { live async throws in
            let phone = live.phone
            let device = try live.site.device()
            let attestation = try await phone.attestation(of: device)
            let granted: AttestationAnswer = try await phone.submit(attestation: attestation).decoded()
            let artifact = try granted.artifactBytes
            #expect(try await phone.assert(device, artifact: artifact, counter: 3).status == 200)
            let revoked = try await live.administrator().object("POST", "\(path(device)):revoke", "{}")
            #expect(revoked.string("revokeTime") == "2026-01-15T12:00:00Z")

            let refused = try await phone.assert(device, artifact: artifact, counter: 4)
            try expectRefused(refused, "KEY_REVOKED")
            #expect(try refused.error?.action == "RE_ATTEST")
            #expect(try await live.site.store.attestedKey(device.keyID)?.counter == 3)
            // The attestation of before, too, while its challenge lasts.
            try expectRefused(try await phone.submit(attestation: attestation), "KEY_REVOKED")
            // And a new one of the same key.
            let again = try await phone.submit(attestation: try await phone.attestation(of: device))
            try expectRefused(again, "KEY_ALREADY_REGISTERED")
            #expect(try again.error?.action == "RE_ATTEST")

            // What a device has after a reinstallation: another key for the same app.
            let other = try live.site.device()
            let newArtifact = try await phone.register(other).artifactBytes
            #expect(try await phone.assert(other, artifact: newArtifact, counter: 1).status == 200)
            #expect(try await live.site.store.attestedKey(device.keyID)?.revokedAt == live.site.clock.seconds)
        }
    }

    @Test("stays so where nobody insists: again changes nothing, and the record names who did it, once")
    func twice() async throws {
        try await LiveServer.with { live async throws in
            let device = try live.site.device()
            _ = try await live.phone.register(device)
            let admin = try await live.administrator(.admin, project: "shop")
            let first = try await admin.object("POST", "\(path(device)):revoke")
            live.site.clock.advance(by: 60)
            #expect(try await live.administrator().object("POST", "\(path(device)):revoke", "{}") == first)
            #expect(try await admin.object("GET", path(device)).string("revokeTime") == "2026-01-15T12:00:00Z")
            let answers = try await atOnce(4) { _ in try await admin.call("POST", "\(path(device)):revoke").status }
            #expect(answers == [200, 200, 200, 200])
            let record = try await admin.object("GET", "/assay/v1/projects/shop/auditEntries")
            let entries = record.objects("auditEntries").filter {
                $0.string("action") == "projects.apps.attestedKeys.revoke"
            }
            #expect(entries.count == 1)
            #expect(
                entries.first?.string("resource")
                    == path(device).replacing("/assay/v1/", with: "").replacing("shop", with: Site.project))
            #expect(entries.first?.string("actor")?.hasPrefix("admin token ") == true)
            #expect(entries.first?.object("after")?.string("revokeTime") == "1768478400")
        }
    }

    @Test("is recorded once, whoever of several is first") func race() async throws {
        try await LiveServer.with { live async throws in
            let device = try live.site.device()
            _ = try await live.phone.register(device)
            let admin = try await live.administrator()
            let answers = try await atOnce(8) { _ in try await admin.call("POST", "\(path(device)):revoke").status }
            #expect(answers.allSatisfy { $0 == 200 })
            let record = try await admin.object("GET", "/assay/v1/projects/shop/auditEntries?pageSize=500")
            #expect(
                record.objects("auditEntries").count {
                    $0.string("action") == "projects.apps.attestedKeys.revoke"
                } == 1)
        }
    }

    @Test("cannot be revoked by who only reads, nor with words that mean nothing") func refused() async throws {
        try await LiveServer.with { live async throws in
            let device = try live.site.device()
            _ = try await live.phone.register(device)
            let viewer = try await live.administrator(.viewer)
            let denied = try await viewer.call("POST", "\(path(device)):revoke")
            try expectError(denied, 403, "PERMISSION_DENIED", "PERMISSION_DENIED")
            #expect(try denied.error?.message.contains("'assay.attestedKeys.revoke'") == true)
            let admin = try await live.administrator()
            let wrong = try await admin.call("POST", "\(path(device)):revoke", "{\"force\":true}")
            try expectError(wrong, 400, "INVALID_ARGUMENT", "UNKNOWN_FIELD", fields: ["force"])
            #expect(try await admin.call("GET", "\(path(device)):revoke").status == 405)
            #expect(try await live.site.store.attestedKey(device.keyID)?.revokedAt == nil)
        }
    }
}
