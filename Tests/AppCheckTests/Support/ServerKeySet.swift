import AppCheck
import AppCheckTokens
import Cryptography
import MemoryStore

/// All the keys of one server.
struct ServerKeySet: Sendable {
    let challenge: SymmetricKey
    let sealer: ArtifactSealer
    let signing: SigningKeys

    static let masterKey = Result { try SymmetricKey([UInt8](repeating: 0x4D, count: 32)) }

    static func load(
        from store: any KeyStore, clock: StoppedClock = StoppedClock(Specimen.moment), seed: String,
        masterKey: SymmetricKey? = nil
    ) async throws -> ServerKeySet {
        let keys = try ServerKeys(
            store: store, masterKey: masterKey ?? Self.masterKey.get(), surroundings: clock.surroundings(seed: seed))
        return ServerKeySet(
            challenge: try await keys.challengeKey(), sealer: try await keys.artifactSealer(),
            signing: try await SigningKeys.load(keys, schedule: RotationSchedule(), at: clock.seconds))
    }

    // Made once, since an RSA key takes a while to make.
    static let ours = Task { try await load(from: MemoryStore(), seed: "our keys") }
    static let anotherServers = Task {
        let masterKey = try SymmetricKey([UInt8](repeating: 0x54, count: 32))
        return try await load(from: MemoryStore(), seed: "their keys", masterKey: masterKey)
    }
}
