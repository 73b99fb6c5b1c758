internal import Cryptography
private import Synchronization

/// One bearer token for each team, which all its requests share: Apple counts how many are made, and refuses old ones.
final class BearerTokens: Sendable {
    /// Seconds after which a token is made anew. Apple wants that done after 20 to 60 minutes.
    static let lifetime: Int64 = 2_400
    /// Seconds from one token that is made because Apple refused its predecessor to the next such one.
    static let pauseAfterRefusal: Int64 = 1_200
    /// By how much a clock may be set back without a reason to make tokens anew.
    private static let setBack: Int64 = 60

    private struct Issued {
        var text: String
        var at: Int64
        var replacedRefusedAt: Int64?
    }

    let keys: [String: DeviceCheckKey]
    private let issued = Mutex<[String: Issued]>([:])

    /// - Parameter keys: one for each team.
    init(_ keys: [DeviceCheckKey]) {
        self.keys = Dictionary(keys.map { ($0.teamID, $0) }) { first, _ in first }
    }

    /// The team's token.
    /// - Parameter now: seconds since 1970.
    func token(of key: DeviceCheckKey, at now: Int64) throws(CryptographyError) -> String {
        try issued.withLock { issued throws(CryptographyError) in
            let present = issued[key.teamID]
            if let present, Self.isWithin(Self.lifetime, since: present.at, now) { return present.text }
            let text = try key.bearerToken(issuedAt: now)
            issued[key.teamID] = Issued(text: text, at: now, replacedRefusedAt: present?.replacedRefusedAt)
            return text
        }
    }

    /// Another token than the one that Apple refused: one that was made since, or a new one.
    /// - Returns: nil if one was made for this reason lately: it is not for their age that Apple refuses them.
    func replacement(for refused: String, of key: DeviceCheckKey, at now: Int64) throws(CryptographyError) -> String? {
        try issued.withLock { issued throws(CryptographyError) in
            let present = issued[key.teamID]
            if let present, present.text != refused { return present.text }
            if let last = present?.replacedRefusedAt, Self.isWithin(Self.pauseAfterRefusal - 1, since: last, now) {
                return nil
            }
            let text = try key.bearerToken(issuedAt: now)
            issued[key.teamID] = Issued(text: text, at: now, replacedRefusedAt: now)
            return text
        }
    }

    private static func isWithin(_ seconds: Int64, since moment: Int64, _ now: Int64) -> Bool {
        (-setBack...seconds).contains(now - moment)
    }
}
