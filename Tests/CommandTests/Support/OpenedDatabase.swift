import AppCheck
import Cryptography
import Foundation
import Storage
import TestSupport

/// What a server does with the database that commands have changed.
enum OpenedDatabase {
    private static let surroundings = Surroundings(
        now: { Date() }, randomBytes: { count throws(CryptographyError) in try SecureRandom.bytes(count) })

    /// The caller that a bearer token makes; nil for one that is refused.
    static func caller(bearing text: String, in bench: Bench) async throws -> Caller? {
        let store = try await SQLiteStore.open(path: bench.folder.file("assay-data/assay.db"))
        let access = AccessControl(store: store, registry: store, surroundings: surroundings, lifetime: 0)
        let caller: Caller?
        do throws(AccessError) { caller = try await access.caller(bearing: text) } catch .unauthenticated {
            caller = nil
        }
        await store.close()
        return caller
    }

    /// Why an app of the project `shop` is not let to exchanges; nil if it is.
    static func refusal(ofAPIKey text: String?, bundleID: String? = nil, in bench: Bench) async throws -> AccessError? {
        let store = try await SQLiteStore.open(path: bench.folder.file("assay-data/assay.db"))
        let access = AccessControl(store: store, registry: store, surroundings: surroundings, lifetime: 0)
        var refusal: AccessError?
        do throws(AccessError) {
            try await access.admit(apiKey: text, bearer: nil, bundleID: bundleID, project: "shop")
        } catch { refusal = error }
        await store.close()
        return refusal
    }
}
