import AppCheck
import MemoryStore
import Testing
import TestSupport

@Suite("Access") struct AccessControlTests {
    private let clock = StoppedClock(Specimen.moment)
    private let store = MemoryStore()
    private let actor = Actor("a test")

    private let administration: Administration

    init() {
        administration = Administration(
            store: store, registry: store, keys: store, receipts: store, counts: store,
            surroundings: clock.surroundings(seed: "access"))
    }

    private func access(lifetime: Int64 = 3) -> AccessControl {
        AccessControl(
            store: store, registry: store, surroundings: clock.surroundings(seed: "control"), lifetime: lifetime)
    }

    private func prepare() async throws {
        try await store.add(Specimen.project())
        try await store.add(Specimen.app())
    }

    @Test("ends with a revoked token within the time that tokens are remembered for") func revocation() async throws {
        let access = access()
        let made = try await administration.createAdminToken(displayName: "ci", role: .viewer, by: actor)
        #expect(try await access.caller(bearing: made.text).token.id == made.token.id)
        try await administration.revokeAdminToken(made.token.id, by: actor)
        clock.advance(by: 2)
        #expect(try await access.caller(bearing: made.text).token.id == made.token.id)
        clock.advance(by: 1)
        await #expect(throws: AccessError.unauthenticated) { try await access.caller(bearing: made.text) }
        // A clock that is set back does not bring it back.
        clock.advance(by: -2)
        await #expect(throws: AccessError.unauthenticated) { try await access.caller(bearing: made.text) }
    }

    @Test("needs the whole token, byte for byte") func wholeToken() async throws {
        let text = try await administration.createAdminToken(displayName: "ci", role: .admin, by: actor).text
        let other = try await administration.createAdminToken(displayName: "cd", role: .admin, by: actor).text
        let (parts, otherParts) = (text.split(separator: "_"), other.split(separator: "_"))
        let wrong: [String?] = [
            nil, "", "assay", "assay_\(parts[1])", "assay_\(parts[1])_", "assay_\(parts[1])_\(otherParts[2])",
            "assay_\(otherParts[1])_\(parts[2])", "\(text)0", String(text.dropLast()), text.uppercased(), " \(text)",
            "assaykey_\(parts[1])_\(parts[2])", text.replacing("_", with: "\u{FF3F}"),
        ]
        for text in wrong {
            await #expect(throws: AccessError.unauthenticated) { try await access().caller(bearing: text) }
        }
    }

    @Test("that nobody can decide about is neither given nor denied for good") func unavailable() async throws {
        try await prepare()
        let text = try await administration.createAdminToken(displayName: "ci", role: .admin, by: actor).text
        let access = access()
        store.edit { $0.readFailure = .unavailable("out") }
        await #expect(throws: AccessError.unavailable("the store is unavailable: out")) {
            try await access.caller(bearing: text)
        }
        await #expect(throws: AccessError.unavailable("the store is unavailable: out")) {
            try await access.admit(apiKey: nil, bearer: nil, bundleID: nil, project: "shop")
        }
        store.edit { $0.readFailure = nil }
        _ = try await access.caller(bearing: text)
        try await access.admit(apiKey: nil, bearer: nil, bundleID: nil, project: "shop")
    }

    @Test("by a bearer token is not denied because the store cannot be asked") func bearerUnavailable() async throws {
        try await prepare()
        let text = try await administration.createAdminToken(displayName: "ci", role: .minter, by: actor).text
        _ = try await administration.createAPIKey(in: "shop", by: actor)
        let access = access()
        await #expect(throws: AccessError.apiKeyMissing) {
            try await access.admit(apiKey: nil, bearer: nil, bundleID: nil, project: "shop")
        }
        store.edit { $0.readFailure = .unavailable("out") }
        await #expect(throws: AccessError.unavailable("the store is unavailable: out")) {
            try await access.admit(apiKey: nil, bearer: text, bundleID: nil, project: "shop")
        }
    }

    @Test("by API key begins with the first key and ends with the last one") func apiKeys() async throws {
        try await prepare()
        let access = access(lifetime: 0)
        func admit(_ key: String?) async throws(AccessError) {
            try await access.admit(apiKey: key, bearer: nil, bundleID: nil, project: "shop")
        }
        try await admit(nil)
        try await admit("anything")
        let made = try await administration.createAPIKey(in: "shop", by: actor)
        await #expect(throws: AccessError.apiKeyMissing) { try await admit(nil) }
        await #expect(throws: AccessError.apiKeyInvalid) { try await admit("anything") }
        await #expect(throws: AccessError.apiKeyInvalid) { try await admit(made.text.dropLast() + "x") }
        try await admit(made.text)
        try await administration.deleteAPIKey(made.key.id, in: "shop", by: actor)
        try await admit(nil)
    }

    @Test("of a key for some bundles compares their bytes") func bundles() async throws {
        try await prepare()
        let made = try await administration.createAPIKey(bundleIDs: ["com.example.ok"], in: "shop", by: actor)
        let access = access(lifetime: 0)
        try await access.admit(apiKey: made.text, bearer: nil, bundleID: "com.example.ok", project: "shop")
        // The Kelvin sign is the letter K to Swift.
        for other in ["com.example.o\u{212A}", "COM.EXAMPLE.OK", "com.example", ""] {
            await #expect(throws: AccessError.apiKeyBlocked(bundleID: other)) {
                try await access.admit(apiKey: made.text, bearer: nil, bundleID: other, project: "shop")
            }
        }
    }

    @Test("shows nothing of a credential in descriptions") func quiet() throws {
        let text = "assay_" + String(repeating: "a", count: 32) + "_" + String(repeating: "b", count: 64)
        let credential = try #require(Credential(.adminToken, parsing: text))
        #expect("\(credential)" == "<credential>")
        #expect(!String(reflecting: credential).contains("bbbb"))
        var dumped = ""
        dump(credential, to: &dumped)
        #expect(!dumped.contains("bbbb"))
    }
}
