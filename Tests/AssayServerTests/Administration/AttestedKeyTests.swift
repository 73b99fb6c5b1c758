import AppAttest
import AppAttestSimulator
import AppCheck
import AssayServer
import Storage
import StrictJSON
import TestSupport
import Testing

@Suite("An attested key, over REST") struct AttestedKeyTests {
    private static let path = "/assay/v1/projects/shop/apps/\(Site.appID)/attestedKeys"

    /// The id of a key as names have it, written down apart from the code.
    private static func name(_ keyID: [UInt8]) -> String {
        base64(keyID).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    @Test("shows what is known of it, and neither its receipt nor its public key") func get() async throws {
        try await LiveServer.with { live async throws in
            var device = try live.site.device(generation: .iOS27EDSet)
            device.bundleVersion = "12.3"
            let artifact = try await live.phone.register(device).artifactBytes
            live.site.clock.advance(by: 60)
            #expect(try await live.phone.assert(device, artifact: artifact, counter: 5).status == 200)
            let viewer = try await live.administrator(.viewer, project: "shop")
            let response = try await viewer.call("GET", "\(Self.path)/\(Self.name(device.keyID))")
            let key = try JSONObject(json: response.body)
            #expect(key.string("name") == "projects/shop/apps/\(Site.appID)/attestedKeys/\(Self.name(device.keyID))")
            #expect(key.string("keyId") == base64(device.keyID))
            #expect(key.string("environment") == "PRODUCTION")
            #expect(key.string("attestTime") == "2026-01-15T12:00:00Z")
            #expect(key.string("lastUseTime") == "2026-01-15T12:01:00Z")
            #expect(key["revokeTime"] == nil)
            #expect(key.integer("counter") == 5)
            #expect(key.string("attestedAppId") == "ABCDE12345.com.example.app")
            #expect(key.string("validationCategory") == "APP_STORE")
            #expect(key.string("bundleVersion") == "12.3")
            #expect(key.string("osVersion") == "27.0.1")
            #expect(key.string("osBuild") == "24A446")
            let receipt = try #require(key.object("receipt"))
            #expect(receipt.string("type") == "ATTEST")
            #expect(receipt.string("createTime") == "2026-01-15T12:00:00Z")
            #expect(receipt["fault"] == nil)
            #expect(receipt["riskMetric"] == nil)
            #expect(receipt.object("refresh")?.integer("failures") == 0)
            #expect(key["riskHistory"] == nil)
            let bytes = try #require(try await live.site.store.attestedKey(device.keyID)?.receipt?.receipt)
            #expect(bytes.count > 1_000)
            for secret in [bytes, device.publicKeyX963] {
                #expect(!response.text.contains(base64(secret).prefix(40)))
            }
        }
    }

    @Test("of any form of its id in the path is the same one; of another app or project, or none, it is not there")
    func names() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            _ = try await admin.object("POST", "/assay/v1/projects", "{\"projectId\":\"foreign\"}")
            // One that base64 writes with a slash, which no path can hold.
            let device = try live.site.device()
            _ = try await live.phone.register(device)
            let name = Self.name(device.keyID)
            let digits = device.keyID.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            for id in [name, name + "=", name + "%3D", digits, digits.uppercased()] {
                #expect(try await admin.object("GET", "\(Self.path)/\(id)").string("keyId") == base64(device.keyID))
                let byNumber = Self.path.replacing("shop", with: Site.project)
                let found = try await admin.object("GET", "\(byNumber)/\(id)")
                #expect(found.string("name") == "projects/1234567890/apps/\(Site.appID)/attestedKeys/\(name)")
            }
            for (path, id) in [
                (Self.path, Self.name(try live.site.device().keyID)), (Self.path, "none"),
                (Self.path.replacing(Site.appID, with: Site.otherAppID), name),
                (Self.path.replacing("shop", with: "foreign"), name),
            ] {
                let answers = [
                    try await admin.call("GET", "\(path)/\(id)"), try await admin.call("POST", "\(path)/\(id):revoke"),
                ]
                for answer in answers { try expectError(answer, 404, "NOT_FOUND", "NOT_FOUND", path) }
            }
            let bound = try await live.administrator(.admin, project: "foreign")
            try await expectError(
                bound.call("POST", "\(Self.path)/\(name):revoke"), 403, "PERMISSION_DENIED", "PERMISSION_DENIED")
            #expect(try await live.site.store.attestedKey(device.keyID)?.revokedAt == nil)
        }
    }

    @Test("is listed by when it was attested, page by page, those of the app alone") func list() async throws {
        try await LiveServer.with { live async throws in
            var ids: [[UInt8]] = []
            for _ in 0..<5 {
                let device = try live.site.device()
                _ = try await live.phone.register(device)
                ids.append(device.keyID)
            }
            let neighbour = try live.site.device(bundle: "com.example.other")
            _ = try await live.phone.with(appID: Site.otherAppID).register(neighbour)
            let viewer = try await live.administrator(.viewer)
            var (found, sizes, token): ([String], [Int], String?) = ([], [], "")
            while let next = token {
                let page = try await viewer.object("GET", "\(Self.path)?pageSize=2&pageToken=\(next)")
                let keys = page.objects("attestedKeys")
                found += keys.compactMap { $0.string("keyId") }
                sizes.append(keys.count)
                token = page.string("nextPageToken")
            }
            // All of one second, and so by their ids.
            #expect(found == ids.sorted { $0.lexicographicallyPrecedes($1) }.map(base64))
            #expect(sizes == [2, 2, 1])
            let none = try await viewer.object("GET", Self.path.replacing(Site.appID, with: Site.otherAppID))
            #expect(none.objects("attestedKeys").compactMap { $0.string("keyId") } == [base64(neighbour.keyID)])
            // Of another listing: a name that is no key id, a key of another app, and of the one by ids that was before.
            let foreign = hex(Array("t\(hex(neighbour.keyID))".utf8))
            let former = hex(Array(hex(ids[0]).utf8))
            for token in ["3132", "zz", "74" + String(repeating: "4", count: 128), foreign, former] {
                let response = try await viewer.call("GET", "\(Self.path)?pageToken=\(token)")
                try expectError(response, 400, "INVALID_ARGUMENT", "INVALID_VALUE", fields: ["page_token"], token)
            }
            try await expectError(
                viewer.call("GET", Self.path.replacing(Site.appID, with: "none")), 404, "NOT_FOUND", "NOT_FOUND")
        }
    }

    @Test("has the history of its metric, and what became of its receipt, where Apple gave newer ones")
    func history() async throws {
        try await LiveServer.with { live async throws in
            let device = try live.site.device()
            _ = try await live.phone.register(device)
            let now = live.site.clock.seconds
            let claim = ReceiptClaim(id: [UInt8](repeating: 7, count: 16), madeAt: now, endsAt: now + 60)
            let claimed = try await live.site.store.claimDueReceipts(claim, ofTeam: Site.team, limit: 1)
            #expect(claimed.map(\.key.keyID) == [device.keyID])
            let record = ReceiptRecord(
                receipt: [0x53, 0x45, 0x43, 0x52, 0x45, 0x54],
                facts: ReceiptFacts(
                    type: .receipt, createdAt: now, refreshNotBefore: now + 86_400, expiresAt: now + 7_776_000,
                    riskMetric: "3"),
                refresh: ReceiptRefreshState(outcome: .refreshed, outcomeAt: now, failures: 0, nextAt: now + 90_000))
            #expect(
                try await live.site.store.settleReceipt(
                    of: device.keyID, under: claim, as: record,
                    adding: RiskMeasurement(measuredAt: now, metric: "3")))
            let viewer = try await live.administrator(.viewer)
            let response = try await viewer.call("GET", "\(Self.path)/\(Self.name(device.keyID))?prettyPrint=false")
            #expect(
                response.text.contains(
                    """
                    "receipt":{"type":"RECEIPT","createTime":"2026-01-15T12:00:00Z",\
                    "notBeforeTime":"2026-01-16T12:00:00Z","expireTime":"2026-04-15T12:00:00Z","riskMetric":"3",\
                    "refresh":{"outcome":"REFRESHED","outcomeTime":"2026-01-15T12:00:00Z","failures":0,\
                    "nextTime":"2026-01-16T13:00:00Z"}},\
                    "riskHistory":[{"measureTime":"2026-01-15T12:00:00Z","metric":"3"}]
                    """), "\(response.text)")
            let listed = try await viewer.call("GET", "\(Self.path)?prettyPrint=false")
            #expect(listed.text.contains("\"riskMetric\":\"3\""))
            #expect(!listed.text.contains("riskHistory"))
        }
    }
}
