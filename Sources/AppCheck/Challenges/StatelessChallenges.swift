private import Encodings
package import Cryptography

/// Challenges that carry their own proof, so that issuing one touches no store and any copy of the server takes it.
///
/// 57 bytes: version (1), expiry in seconds since 1970 (8, big-endian), chance (16), SHA-256 of the app's name cut to 16,
/// and the HMAC-SHA-256 of all that cut to 16.
package struct StatelessChallenges: ChallengeAuthority {
    private static let version: UInt8 = 1
    private static let chanceByteCount = 16
    private static let tagByteCount = 16
    private static let byteCount = 1 + 8 + chanceByteCount + 2 * tagByteCount

    private let authenticator: HMACSHA256.Authenticator
    private let ttl: Int64
    private let surroundings: Surroundings

    /// - Parameter ttl: seconds that a challenge may be used for.
    package init(key: SymmetricKey, ttl: Int64, surroundings: Surroundings) {
        (self.ttl, self.surroundings) = (ttl, surroundings)
        authenticator = HMACSHA256.Authenticator(key: key)
    }

    package func issue(for app: RegisteredApp, at now: Int64) throws(ExchangeError) -> IssuedChallenge {
        do {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(Self.byteCount)
            bytes.append(Self.version)
            bytes += UInt64(clamping: now + ttl).bigEndianBytes
            bytes += try surroundings.randomBytes(Self.chanceByteCount)
            bytes += Self.name(of: app)
            bytes += try tag(bytes)
            return IssuedChallenge(bytes: bytes, ttl: ttl)
        } catch {
            throw .internalFailure(error.description)
        }
    }

    package func authenticate(
        _ challenge: [UInt8], for app: RegisteredApp, at now: Int64
    ) throws(ChallengeFault) -> Int64 {
        guard challenge.count == Self.byteCount, challenge[0] == Self.version else { throw .unknown }
        let signed = Array(challenge.dropLast(Self.tagByteCount))
        guard let tag = try? tag(signed), ConstantTime.equal(Array(tag), Array(challenge.suffix(Self.tagByteCount)))
        else {
            throw .unknown
        }
        guard signed.suffix(Self.tagByteCount) == Self.name(of: app) else { throw .otherApp }
        let expiry = Int64(clamping: signed[1..<9].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        guard now < expiry else { throw .expired }
        return expiry
    }

    private func tag(_ bytes: [UInt8]) throws(CryptographyError) -> ArraySlice<UInt8> {
        try authenticator.code(for: bytes).prefix(Self.tagByteCount)
    }

    private static func name(of app: RegisteredApp) -> ArraySlice<UInt8> {
        var name: [UInt8] = []
        name.reserveCapacity(app.project.number.utf8.count + 1 + app.appID.utf8.count)
        name += app.project.number.utf8
        name.append(UInt8(ascii: "/"))
        name += app.appID.utf8
        return SHA256.hash(name).prefix(tagByteCount)
    }
}
