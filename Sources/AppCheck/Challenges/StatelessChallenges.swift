package import Cryptography

/// Challenges that carry their own proof, so that issuing one touches no store and any copy of the server takes it.
///
/// 57 bytes: version (1), expiry in seconds since 1970 (8, big-endian), chance (16), SHA-256 of the app's name cut to 16,
/// and the HMAC-SHA-256 of all that cut to 16.
package struct StatelessChallenges: ChallengeAuthority {
    private static let version: UInt8 = 1
    private static let chanceByteCount = 16
    private static let tagByteCount = 16
    private static let byteCount = 1 + 8 + chanceByteCount + RegisteredApp.challengeNameByteCount + tagByteCount

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
            let expiry = UInt64(clamping: now + ttl)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: expiry >> UInt64(shift)))
            }
            bytes += try surroundings.randomBytes(Self.chanceByteCount)
            bytes += app.challengeName
            let code = try authenticator.code(for: bytes)
            for index in 0..<Self.tagByteCount { bytes.append(code[index]) }
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
        guard signed.suffix(app.challengeName.count).elementsEqual(app.challengeName) else { throw .otherApp }
        let expiry = Int64(clamping: signed[1..<9].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        guard now < expiry else { throw .expired }
        return expiry
    }

    private func tag(_ bytes: [UInt8]) throws(CryptographyError) -> ArraySlice<UInt8> {
        try authenticator.code(for: bytes).prefix(Self.tagByteCount)
    }
}

extension RegisteredApp {
    /// What challenges know an app by: SHA-256 of its project's number and its id, cut to 16 bytes.
    static func challengeName(appID: String, projectNumber: String) -> [UInt8] {
        Array(SHA256.hash(Array("\(projectNumber)/\(appID)".utf8)).prefix(challengeNameByteCount))
    }

    fileprivate static let challengeNameByteCount = 16
}
