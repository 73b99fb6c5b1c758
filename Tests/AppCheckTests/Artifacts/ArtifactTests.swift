import AppAttest
import AppCheck
import Cryptography
import Testing
import TestSupport

@Suite("An artifact") struct ArtifactTests {
    private static let nonce = [UInt8](0..<12)

    private static func key(_ number: UInt8) throws -> ArtifactSealer.SealingKey {
        ArtifactSealer.SealingKey(
            id: [0xA0, 0, 0, number], key: try SymmetricKey([UInt8](repeating: number, count: 32)))
    }

    private static func artifact(
        environment: AttestationEnvironment = .production, createdAt: Int64 = Specimen.moment, bundleID: String = "b"
    ) -> Artifact {
        Artifact(
            projectNumber: "1234567890", appID: Specimen.appID,
            attestedAppID: AppID(teamID: Specimen.teamID, bundleID: bundleID),
            facts: AttestedFacts(environment: environment),
            publicKey: [4] + [UInt8](repeating: 9, count: 64), trustAnchor: [UInt8](repeating: 7, count: 32),
            createdAt: createdAt)
    }

    private let sealer: ArtifactSealer

    init() throws { sealer = ArtifactSealer(current: try Self.key(1)) }

    @Test(
        "comes back as it was", arguments: AttestationEnvironment.allCases,
        [0, Specimen.moment, -1, .max, .min] as [Int64])
    func roundTrip(_ environment: AttestationEnvironment, _ createdAt: Int64) throws {
        for length in [1, 60, 155] {
            let artifact = Self.artifact(
                environment: environment, createdAt: createdAt, bundleID: String(repeating: "b", count: length))
            #expect(try sealer.open(sealer.seal(artifact, nonce: Self.nonce)) == artifact)
        }
    }

    @Test("names its sealing key and shows nothing else") func layout() throws {
        let sealed = try sealer.seal(Self.artifact(), nonce: Self.nonce)
        #expect(hex(Array(sealed.prefix(17))) == "02" + "a0000001" + "000102030405060708090a0b")
        #expect(sealed.firstRange(of: Array("1234567890".utf8)) == nil)
    }

    @Test("is refused with any byte altered") func alteration() throws {
        let sealed = try sealer.seal(Self.artifact(), nonce: Self.nonce)
        for index in sealed.indices {
            var altered = sealed
            altered[index] ^= 0x10
            let fault: ArtifactFault = index == 0 ? .malformed : index < 5 ? .foreign : .altered
            #expect(throws: fault, "byte \(index)") { try sealer.open(altered) }
        }
    }

    @Test("is refused cut anywhere, and with something behind it") func length() throws {
        let sealed = try sealer.seal(Self.artifact(), nonce: Self.nonce)
        for count in sealed.indices {
            #expect(throws: count <= 33 ? ArtifactFault.malformed : .altered, "\(count) bytes") {
                try sealer.open(Array(sealed.prefix(count)))
            }
        }
        #expect(throws: ArtifactFault.altered) { try sealer.open(sealed + [0]) }
        #expect(throws: ArtifactFault.malformed) { try sealer.open(sealed + [UInt8](repeating: 0, count: 4096)) }
    }

    @Test("of another server is foreign, whatever it looks like") func foreign() throws {
        let theirs = try ArtifactSealer(current: Self.key(2)).seal(Self.artifact(), nonce: Self.nonce)
        #expect(throws: ArtifactFault.foreign) { try sealer.open(theirs) }
        // A key of the same name is another key all the same.
        let namesake = ArtifactSealer.SealingKey(id: try Self.key(1).id, key: try Self.key(2).key)
        let forged = try ArtifactSealer(current: namesake).seal(Self.artifact(), nonce: Self.nonce)
        #expect(throws: ArtifactFault.altered) { try sealer.open(forged) }
        for text in ["", "valid Firebase app attest artifact", String(repeating: "x", count: 500)] {
            #expect(throws: ArtifactFault.malformed) { try sealer.open(Array(text.utf8)) }
        }
    }

    @Test("opens after its key was followed by newer ones, which seal from then on") func rotation() throws {
        let old = try sealer.seal(Self.artifact(), nonce: Self.nonce)
        let rotated = ArtifactSealer(current: try Self.key(3), others: [try Self.key(2), try Self.key(1)])
        #expect(try rotated.open(old) == Self.artifact())
        let new = try rotated.seal(Self.artifact(), nonce: Self.nonce)
        #expect(Array(new[1..<5]) == [0xA0, 0, 0, 3])
        #expect(throws: ArtifactFault.foreign) { try sealer.open(new) }
    }

    @Test("that was sealed over something else is malformed") func content() throws {
        let key = try Self.key(1)
        let header = [1] + key.id
        let valid = [UInt8(1)] + [UInt8](repeating: 0, count: 105) + [1, 0x31, 1, 0x61, 1, 0x74, 1, 0x62]
        func open(_ content: [UInt8]) throws -> Artifact {
            let box = try AESGCM.seal(content, key: key.key, nonce: Self.nonce, associatedData: header)
            return try sealer.open(header + Self.nonce + box)
        }
        #expect(try open(valid).attestedAppID == AppID(teamID: "t", bundleID: "b"))
        for count in 1..<valid.count {
            #expect(throws: ArtifactFault.malformed) { try open(Array(valid.prefix(count))) }
        }
        var offered = [valid + [0], [0] + valid.dropFirst(), [3] + valid.dropFirst(), valid.dropLast() + [0xFF]]
        offered.append(valid.dropLast(2) + [255, 0x62])
        for content in offered { #expect(throws: ArtifactFault.malformed) { try open(content) } }
    }
}
