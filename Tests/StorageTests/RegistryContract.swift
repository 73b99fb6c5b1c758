import AppAttest
import AppCheck
import Foundation
import Testing
import TestSupport

@Suite("Every store, as registry") struct RegistryContract {
    @Test("finds a project by number and by id", arguments: Backend.all)
    func finds(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            try await store.add(shop())
            let project = try RegisteredProject(project: shop())
            #expect(try await store.project("1234567890") == project)
            #expect(try await store.project("shop") == project)
            for stranger in ["", "Shop", "123456789", "shop'; --", "shop\0", "01234567890"] {
                #expect(try await store.project(stranger) == nil)
            }
        }
    }

    @Test("keeps an app as it was registered, with its trust anchors", arguments: Backend.all)
    func keepsApps(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            try await store.add(shop())
            let app = try shopApp(trustAnchors: [TrustAnchor(pem: appleRoot)])
            try await store.add(app)
            #expect(try await store.app(app.appID, in: shop()) == app)
            #expect(try await store.apps(in: shop()) == [app])
            #expect(try await store.app("1:1234567890:ios:AA", in: shop()) == nil)
            #expect(try await store.app(app.appID, in: Project(number: "1", id: "other")) == nil)
            // Not of a project that had the number before, or will have it.
            #expect(try await store.app(app.appID, in: Project(number: "1234567890", id: "other")) == nil)
        }
    }

    @Test("takes no spelling that Unicode calls the same", arguments: Backend.all)
    func spellings(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let (app, kelvin) = (try shopApp("1:1:ios:K"), "1:1:ios:\u{212A}")
            #expect(kelvin == app.appID)
            try await store.add(shop())
            try await store.add(app)
            try await store.add(.debugToken(specimenDebugToken("d1", app: app.appID, secret: 1)))
            _ = try await store.register(specimenKey(app: app.appID), redeeming: redemption(1))
            #expect(try await store.app(kelvin, in: shop()) == nil)
            #expect(try await store.resource(.app(project: "1234567890", kelvin)) == nil)
            let tokens = ResourceCollection.debugTokens(project: "1234567890", app: kelvin)
            #expect(try await store.resources(tokens, after: nil, limit: 9) == [])
            #expect(try await store.debugToken(secretHash: digest(1), app: kelvin, inProject: "1234567890") == nil)
            #expect(try await store.attestedKeys(ofApp: kelvin, inProject: "1234567890", after: nil, limit: 9) == [])
            let revoked = try await store.revokeKey(
                digest(1), ofApp: kelvin, inProject: "1234567890", at: 1200, recording: entry("1"))
            #expect(revoked == .unknown)
        }
    }

    @Test("tells an app its project's id as that is now", arguments: Backend.all)
    func renamedProject(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let renamed = try Project(number: "1234567890", id: "renamed")
            try await store.add(shop())
            try await store.add(shopApp("app"))
            let change = ResourceChange.replace(
                .project(try RegisteredProject(project: shop())),
                by: .project(try RegisteredProject(project: renamed)))
            #expect(try await store.apply([change], recording: []) == .applied)
            #expect(try await store.app("app", in: shop()) == nil)
            let app = try await store.app("app", in: renamed)
            #expect(app?.project == renamed)
            #expect(app?.bundleIDs == ["com.example.app", "com.example.app.Ext"])
            #expect(try await store.removeApp("app", in: renamed))
        }
    }

    @Test("tells apps of the same id in two projects apart", arguments: Backend.all)
    func sameAppID(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            try await store.add(shop())
            try await store.add(shopApp("app"))
            let other = try Project(number: "1", id: "other")
            try await store.add(other)
            try await store.add(
                RegisteredApp(project: other, appID: "app", teamID: "ABCDE12345", bundleIDs: ["com.example"]))
            #expect(try await store.app("app", in: other)?.environments == [.production])
            #expect(try await store.app("app", in: shop())?.environments == [.development, .production])
        }
    }

    @Test("removes an app once and takes it back; its keys stay", arguments: Backend.all)
    func removes(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            let app = try shopApp()
            try await store.add(shop())
            try await store.add(app)
            _ = try await store.register(specimenKey(), redeeming: redemption(1))
            #expect(try await store.removeApp(app.appID, in: shop()))
            #expect(try await !store.removeApp(app.appID, in: shop()))
            #expect(try await store.app(app.appID, in: shop()) == nil)
            try await store.add(app)
            #expect(try await store.app(app.appID, in: shop()) == app)
            #expect(try await store.attestedKey(digest(1)) != nil)
        }
    }
}

/// Apple App Attestation Root CA, as published by Apple's certificate authority.
private let appleRoot = """
    -----BEGIN CERTIFICATE-----
    MIICITCCAaegAwIBAgIQC/O+DvHN0uD7jG5yH2IXmDAKBggqhkjOPQQDAzBSMSYw
    JAYDVQQDDB1BcHBsZSBBcHAgQXR0ZXN0YXRpb24gUm9vdCBDQTETMBEGA1UECgwK
    QXBwbGUgSW5jLjETMBEGA1UECAwKQ2FsaWZvcm5pYTAeFw0yMDAzMTgxODMyNTNa
    Fw00NTAzMTUwMDAwMDBaMFIxJjAkBgNVBAMMHUFwcGxlIEFwcCBBdHRlc3RhdGlv
    biBSb290IENBMRMwEQYDVQQKDApBcHBsZSBJbmMuMRMwEQYDVQQIDApDYWxpZm9y
    bmlhMHYwEAYHKoZIzj0CAQYFK4EEACIDYgAERTHhmLW07ATaFQIEVwTtT4dyctdh
    NbJhFs/Ii2FdCgAHGbpphY3+d8qjuDngIN3WVhQUBHAoMeQ/cLiP1sOUtgjqK9au
    Yen1mMEvRq9Sk3Jm5X8U62H+xTD3FE9TgS41o0IwQDAPBgNVHRMBAf8EBTADAQH/
    MB0GA1UdDgQWBBSskRBTM72+aEH/pwyp5frq5eWKoTAOBgNVHQ8BAf8EBAMCAQYw
    CgYIKoZIzj0EAwMDaAAwZQIwQgFGnByvsiVbpTKwSga0kP0e8EeDS4+sQmTvb7vn
    53O5+FRXgeLhpJ06ysC5PrOyAjEAp5U4xDgEgllF7En3VcE3iexZZtKeYnpqtijV
    oyFraWVIyd/dganmrduC1bmTBGwD
    -----END CERTIFICATE-----
    """
