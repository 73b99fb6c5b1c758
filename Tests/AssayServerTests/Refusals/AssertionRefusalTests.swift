import AppAttest
import AppAttestSimulator
import AppCheck
import Storage
import Testing
import TestSupport

@Suite("An assertion") struct AssertionRefusalTests {
    @Test("with any one thing wrong is refused with the reason of the check that found it") func damages() async throws
    {
        try await LiveServer.with { live async throws in
            let device = try live.site.device()
            let artifact = try await live.phone.register(device).artifactBytes
            #expect(try await live.phone.assert(device, artifact: artifact, counter: 5).status == 200)
            for damage in AssertionDamage.allCases {
                let challenge = try await live.phone.challenge()
                let object = try device.assert(
                    clientDataHash: AssertionVerifier.clientDataHash(of: artifact + challenge), previousCounter: 5,
                    damage: damage)
                let response = try await live.phone.submit(
                    assertion: .assertion(object, artifact: artifact, challenge: challenge))
                if damage == .empty {
                    try expectError(response, 400, "INVALID_ARGUMENT", "MISSING_FIELD", fields: ["assertion"])
                } else if damage == .oversized {
                    try expectError(response, 413, "INVALID_ARGUMENT", "BODY_TOO_LARGE")
                } else {
                    #expect(response.status == 403, "\(damage)")
                    let reason = try #require(try response.error?.reason)
                    #expect(RejectionReason(rawValue: reason)?.check == damage.expectedCheck, "\(damage)")
                    try expectRefused(response, reason, "\(damage)")
                }
            }
            #expect(try await live.site.store.attestedKey(device.keyID)?.counter == 5)
            #expect(try await live.phone.assert(device, artifact: artifact, counter: 6).status == 200)
        }
    }

    @Test("of every generation, and every unusual one, is taken") func variants() async throws {
        try await LiveServer.with { live async throws in
            for generation in DeviceGeneration.allCases {
                let device = try live.site.device(generation: generation)
                let artifact = try await live.phone.register(device).artifactBytes
                #expect(
                    try await live.phone.assert(device, artifact: artifact, counter: 1).status == 200, "\(generation)")
                for (index, variant) in AssertionVariant.allCases.enumerated() {
                    let challenge = try await live.phone.challenge()
                    let object = try device.assert(
                        clientDataHash: AssertionVerifier.clientDataHash(of: artifact + challenge),
                        counter: UInt32(index + 2), variant: variant)
                    let response = try await live.phone.submit(
                        assertion: .assertion(object, artifact: artifact, challenge: challenge))
                    #expect(response.status == 200, "\(generation) \(variant)")
                }
            }
        }
    }

    @Test("of another key or over another challenge is refused") func foreign() async throws {
        try await LiveServer.with { live async throws in
            let (site, phone) = (live.site, live.phone)
            let device = try site.device()
            let artifact = try await phone.register(device).artifactBytes
            let stranger = try site.device()
            try expectRefused(try await phone.assert(stranger, artifact: artifact, counter: 1), "SIGNATURE_INVALID")
            let message = try await phone.assertion(of: device, artifact: artifact, counter: 1)
            let otherChallenge = message.with("challenge", Message.quoted(try await phone.challenge()))
            try expectRefused(try await phone.submit(assertion: otherChallenge), "SIGNATURE_INVALID")
            let otherArtifact = try await phone.register(site.device()).artifactBytes
            let otherKey = message.with("artifact", Message.quoted(otherArtifact))
            try expectRefused(try await phone.submit(assertion: otherKey), "SIGNATURE_INVALID")
        }
    }

    @Test("with an artifact that is altered, foreign, another app's or no artifact at all is refused with its reason")
    func artifacts() async throws {
        try await Site.with { other async throws in
            try await LiveServer.with { live async throws in
                let phone = live.phone
                let device = try live.site.device()
                let artifact = try await phone.register(device).artifactBytes
                func refuse(_ artifact: [UInt8], _ reason: String) async throws {
                    try expectRefused(try await phone.assert(device, artifact: artifact, counter: 1), reason)
                }
                for index in artifact.indices {
                    var altered = artifact
                    altered[index] ^= 0x80
                    // The version comes first, then the four bytes that name the sealing key.
                    let reason = index == 0 ? "ARTIFACT_MALFORMED" : index < 5 ? "ARTIFACT_FOREIGN" : "ARTIFACT_ALTERED"
                    try await refuse(altered, reason)
                }
                try await refuse([1], "ARTIFACT_MALFORMED")
                try await refuse(Array(artifact.prefix(20)), "ARTIFACT_MALFORMED")
                try await refuse(Array(artifact.dropLast()), "ARTIFACT_ALTERED")
                try await refuse(artifact + [0], "ARTIFACT_ALTERED")
                try await refuse([UInt8](repeating: 1, count: 5_000), "ARTIFACT_MALFORMED")
                try await refuse(
                    Array("valid Firebase app attest artifact of another service".utf8), "ARTIFACT_MALFORMED")
                try await other.serve { elsewhere async throws in
                    let foreign = try await elsewhere.phone.register(other.device()).artifactBytes
                    try await refuse(foreign, "ARTIFACT_FOREIGN")
                }
                let neighbour = phone.with(appID: Site.otherAppID)
                let message = try await neighbour.assertion(of: device, artifact: artifact, counter: 1)
                try expectRefused(try await neighbour.submit(assertion: message), "ARTIFACT_FOR_OTHER_APP")
                #expect(try await phone.assert(device, artifact: artifact, counter: 1).status == 200)
            }
        }
    }

    @Test("of a key whose bundle or environment the app gave up is refused until it is allowed again")
    func noLongerAllowed() async throws {
        try await LiveServer.with { live async throws in
            let phone = live.phone
            let device = try live.site.device()
            let artifact = try await phone.register(device).artifactBytes
            try await live.site.register(Site.appID, bundle: "com.example.renamed")
            try expectRefused(try await phone.assert(device, artifact: artifact, counter: 1), "KEY_NO_LONGER_ALLOWED")
            try await live.site.register(Site.appID, environments: [.development])
            try expectRefused(try await phone.assert(device, artifact: artifact, counter: 1), "KEY_NO_LONGER_ALLOWED")
            try await live.site.register(Site.appID)
            #expect(try await phone.assert(device, artifact: artifact, counter: 1).status == 200)
        }
    }

    @Test("of a key that is another app's by now is refused") func keyMismatch() async throws {
        try await LiveServer.with { live async throws in
            let device = try live.site.device()
            let artifact = try await live.phone.register(device).artifactBytes
            try live.site.loseKeys()
            try await live.site.register("1:1234567890:ios:cc")
            _ = try await live.phone.with(appID: "1:1234567890:ios:cc").register(device)
            try expectRefused(try await live.phone.assert(device, artifact: artifact, counter: 1), "KEY_MISMATCH")
        }
    }
}
