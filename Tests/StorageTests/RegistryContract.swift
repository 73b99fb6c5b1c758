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
            #expect(try await store.project("1234567890") == shop())
            #expect(try await store.project("shop") == shop())
            for stranger in ["", "Shop", "123456789", "shop'; --", "shop\0", "01234567890"] {
                #expect(try await store.project(stranger) == nil)
            }
        }
    }

    @Test("lists projects by id and apps by app id", arguments: Backend.all)
    func lists(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            #expect(try await store.projects() == [])
            for (number, id) in [("3", "zebra"), ("2", "a-10"), ("1", "a1-2")] {
                try await store.add(Project(number: number, id: id))
            }
            #expect(try await store.projects().map(\.id) == ["a-10", "a1-2", "zebra"])
            try await store.add(shop())
            for appID in ["b", "a", "C"] { try await store.add(shopApp(appID)) }
            #expect(try await store.apps(in: shop()).map(\.appID) == ["C", "a", "b"])
            #expect(try await store.apps(in: Project(number: "3", id: "zebra")) == [])
        }
    }

    @Test(
        "refuses a project whose number or id is taken", arguments: Backend.all,
        [("1234567890", "other"), ("99", "shop"), ("1234567890", "shop")])
    func takenProject(_ backend: Backend, _ other: (number: String, id: String)) async throws {
        try await backend.withStore { store async throws in
            try await store.add(shop())
            await #expect(throws: StoreError.alreadyExists("project shop with number 1234567890")) {
                try await store.add(Project(number: other.number, id: other.id))
            }
            #expect(try await store.projects() == [shop()])
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
        }
    }

    @Test("refuses an app whose id is taken in its project, and not in another", arguments: Backend.all)
    func takenApp(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            try await store.add(shop())
            try await store.add(shopApp("app"))
            await #expect(throws: StoreError.alreadyExists("app app of project shop")) {
                try await store.add(shopApp("app"))
            }
            let other = try Project(number: "1", id: "other")
            try await store.add(other)
            try await store.add(
                RegisteredApp(project: other, appID: "app", teamID: "ABCDE12345", bundleIDs: ["com.example"]))
            #expect(try await store.app("app", in: other)?.environments == [.production])
        }
    }

    @Test("refuses an app of a project that is not there", arguments: Backend.all)
    func missingProject(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            await #expect(throws: StoreError.unreadable("there is no project shop with number 1234567890")) {
                try await store.add(shopApp())
            }
            try await store.add(Project(number: "1234567890", id: "other"))
            await #expect(throws: StoreError.unreadable("there is no project shop with number 1234567890")) {
                try await store.add(shopApp())
            }
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

    @Test("lets one of many callers add the same app", arguments: Backend.all)
    func racingApps(_ backend: Backend) async throws {
        try await backend.withStore { store async throws in
            try await store.add(shop())
            let added = try await atOnce(16) { _ in
                do { try await store.add(shopApp()) } catch StoreError.alreadyExists { return false }
                return true
            }
            #expect(added.count { $0 } == 1)
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
