import AppCheck
import Cryptography
import Testing
import TestSupport

@Suite("A challenge") struct ChallengeTests {
    private let clock = StoppedClock(Specimen.moment)
    private let app: RegisteredApp
    private let authority: StatelessChallenges

    init() throws {
        app = try Specimen.app()
        authority = try Self.authority(key: 1, clock)
    }

    private static func authority(key: UInt8, _ clock: StoppedClock) throws -> StatelessChallenges {
        StatelessChallenges(
            key: try SymmetricKey([UInt8](repeating: key, count: 32)), ttl: 300,
            surroundings: clock.surroundings(seed: "challenges"))
    }

    @Test("is 57 bytes that end after 300 seconds, and says so") func shape() throws {
        let issued = try authority.issue(for: app, at: Specimen.moment)
        #expect(issued.ttl == 300)
        #expect(issued.bytes.count == 57)
        // Version, and 1781524800 + 300.
        #expect(hex(Array(issued.bytes.prefix(9))) == "01" + "000000006a2fea6c")
        #expect(try authority.authenticate(issued.bytes, for: app, at: Specimen.moment) == 1_781_525_100)
    }

    @Test("is never issued twice") func chance() throws {
        let issued = try (0..<200).map { _ in try authority.issue(for: app, at: Specimen.moment).bytes }
        #expect(Set(issued).count == 200)
    }

    @Test("is good until the second before it ends") func expiry() throws {
        let challenge = try authority.issue(for: app, at: Specimen.moment).bytes
        #expect(throws: Never.self) {
            try authority.authenticate(challenge, for: app, at: Specimen.moment + 299)
        }
        for later: Int64 in [300, 301, 1_000_000, .max - Specimen.moment] {
            #expect(throws: ChallengeFault.expired) {
                try authority.authenticate(challenge, for: app, at: Specimen.moment + later)
            }
        }
    }

    @Test("ends when it ends: at any moment, and by whatever lifetime a server with its key is configured for")
    func sameEnd() throws {
        // Stores know a challenge by its end too: one with two ends could be redeemed twice.
        let challenge = try authority.issue(for: app, at: Specimen.moment).bytes
        for ttl: Int64 in [1, 300, 86_400] {
            let other = StatelessChallenges(
                key: try SymmetricKey([UInt8](repeating: 1, count: 32)), ttl: ttl,
                surroundings: clock.surroundings(seed: "\(ttl)"))
            for moment in [.min, 0, Specimen.moment - 1_000_000, Specimen.moment, Specimen.moment + 299] {
                #expect(try other.authenticate(challenge, for: app, at: moment) == 1_781_525_100)
            }
        }
    }

    @Test("is unknown with any bit altered") func alteration() throws {
        let challenge = try authority.issue(for: app, at: Specimen.moment).bytes
        for index in challenge.indices {
            for bit in 0..<8 {
                var altered = challenge
                altered[index] ^= 1 << UInt8(bit)
                #expect(throws: ChallengeFault.unknown, "byte \(index), bit \(bit)") {
                    try authority.authenticate(altered, for: app, at: Specimen.moment)
                }
            }
        }
    }

    @Test("is unknown at any other length, and rubbish is too") func rubbish() throws {
        let challenge = try authority.issue(for: app, at: Specimen.moment).bytes
        let draws = Draws(seed: "rubbish")
        for count in 0...120 {
            let rubbish = draws.bytes(count)
            var offered = [rubbish, [1] + rubbish.dropFirst(), [UInt8](repeating: 0xFF, count: count)]
            if count != 57 { offered.append(Array((challenge + challenge + challenge).prefix(count))) }
            for bytes in offered {
                #expect(throws: ChallengeFault.unknown, "\(count) bytes") {
                    try authority.authenticate(bytes, for: app, at: Specimen.moment)
                }
            }
        }
    }

    @Test("is unknown to a server with another key") func otherKey() throws {
        let challenge = try Self.authority(key: 2, clock).issue(for: app, at: Specimen.moment).bytes
        #expect(throws: ChallengeFault.unknown) { try authority.authenticate(challenge, for: app, at: Specimen.moment) }
    }

    @Test("is known to every server with the key, also after a restart") func sameKey() throws {
        let challenge = try authority.issue(for: app, at: Specimen.moment).bytes
        let restarted = try Self.authority(key: 1, StoppedClock(Specimen.moment + 60))
        #expect(try restarted.authenticate(challenge, for: app, at: Specimen.moment + 60) == 1_781_525_100)
    }

    @Test("is for one app of one project") func otherApp() throws {
        let challenge = try authority.issue(for: app, at: Specimen.moment).bytes
        let neighbour = try Specimen.app(Specimen.twinAppID)
        let namesake = try RegisteredApp(
            project: Project(number: "1234567891", id: "shop-two"), appID: Specimen.appID, teamID: Specimen.teamID,
            bundleIDs: [Specimen.bundleID])
        for other in [neighbour, namesake] {
            #expect(throws: ChallengeFault.otherApp) {
                try authority.authenticate(challenge, for: other, at: Specimen.moment)
            }
        }
    }

    @Test("cannot be issued without chance") func noChance() throws {
        let dry = Surroundings(
            now: { [clock] in clock.date },
            randomBytes: { (_: Int) throws(CryptographyError) in throw CryptographyError(.libraryFailure, "RAND_bytes")
            })
        let authority = StatelessChallenges(
            key: try SymmetricKey([UInt8](repeating: 1, count: 32)), ttl: 300, surroundings: dry)
        #expect(throws: ExchangeError.internalFailure("libraryFailure in RAND_bytes")) {
            try authority.issue(for: app, at: Specimen.moment)
        }
    }
}
