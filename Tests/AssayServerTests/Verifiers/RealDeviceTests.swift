import AppAttest
import AppCheck
import AssayServer
import FoundationEssentials
import Storage
import Testing
import TestSupport

/// A real iPhone's attestation, sent as its app would send it, and what Python's verifiers think of the token for it.
@Suite("A real device's attestation", .enabled(if: CaseFolder.isPresent, "no case folder: set ASSAY_CASES"))
struct RealDeviceTests {
    /// Recognises one challenge: the one that the device was given in its day.
    private struct KnownChallenge: ChallengeAuthority {
        let bytes: [UInt8]

        func issue(for app: RegisteredApp, at now: Int64) throws(ExchangeError) -> IssuedChallenge {
            IssuedChallenge(bytes: bytes, ttl: 300)
        }

        func authenticate(
            _ challenge: [UInt8], for app: RegisteredApp, at now: Int64
        ) throws(ChallengeFault) -> Int64 {
            guard challenge == bytes else { throw .unknown }
            return now + 300
        }
    }

    /// An iPhone with iOS 17.2.1, in production.
    static let specimen = "uebelack-ios17.2.1-prod-attestation"

    @Test(
        "is exchanged for a token that PyJWT and firebase-admin accept, and that they refuse once it is altered or over"
    )
    func acceptance() async throws {
        let device = try CaseFolder.fields(of: Self.specimen)
        let moment = try Date(try #require(device.validAt), strategy: .iso8601)
        try await Site.with { site async throws in
            site.clock.set(Int64(moment.timeIntervalSince1970))
            try await register(device, at: site)
            let challenges = KnownChallenge(bytes: try bytes(base64: device.clientData))
            try await site.serve(parts: .init(challenges: challenges, directoryLifetime: 0)) { live async throws in
                let challenge = try await live.phone.challenge()
                let message = Message.attestation(
                    try bytes(base64: device.attestationObject), keyID: try bytes(base64: device.keyId),
                    challenge: challenge)
                let response = try await live.phone.submit(attestation: message)
                #expect(response.status == 200)
                let answer: AttestationAnswer = try response.decoded()
                #expect(try answer.artifactBytes.count > 100)
                let token = answer.appCheckToken.token
                let tokens = ["good": token, "signature": try altered(token, 2), "claims": try altered(token, 1)]
                let verdicts = try await task(live, device.validAt, tokens).verdicts()
                #expect(verdicts["good"] == TokenVerdict(pyjwt: Site.appID, firebase_admin: Site.appID))
                let forged = try #require(verdicts["signature"])
                #expect(forged.pyjwt == "refused: InvalidSignatureError: Signature verification failed")
                #expect(
                    forged.firebase_admin
                        == "refused: ValueError: The provided App Check token has an invalid signature.")
                // Whether they stumble over the claims or over the signature first is their business.
                let rewritten = try #require(verdicts["claims"])
                #expect(rewritten.pyjwt.hasPrefix("refused: "))
                #expect(rewritten.firebase_admin.hasPrefix("refused: ValueError: "))
                let later = (moment + 3_600).formatted(.iso8601)
                let late = try #require(try await task(live, later, ["late": token]).verdicts()["late"])
                #expect(late.pyjwt == "refused: ExpiredSignatureError: Signature has expired")
                #expect(late.firebase_admin == "refused: ValueError: The provided App Check token has expired.")
            }
        }
    }

    @Test("is refused for another challenge, another team, another moment, and after any one byte of it changed")
    func refusals() async throws {
        let device = try CaseFolder.fields(of: Self.specimen)
        let moment = try Date(try #require(device.validAt), strategy: .iso8601)
        try await Site.with { site async throws in
            site.clock.set(Int64(moment.timeIntervalSince1970))
            try await register(device, at: site)
            let other = KnownChallenge(bytes: Array("another challenge".utf8))
            let (object, keyID) = (try bytes(base64: device.attestationObject), try bytes(base64: device.keyId))
            try await site.serve(parts: .init(challenges: other, directoryLifetime: 0)) { live async throws in
                let message = Message.attestation(object, keyID: keyID, challenge: other.bytes)
                try expectRefused(try await live.phone.submit(attestation: message), "NONCE_MISMATCH")
            }
            let known = KnownChallenge(bytes: try bytes(base64: device.clientData))
            try await site.serve(parts: .init(challenges: known, directoryLifetime: 0)) { live async throws in
                let message = Message.attestation(object, keyID: keyID, challenge: known.bytes)
                try await site.register(Site.appID, bundle: "io.uebelacker.Another", trustAnchors: [])
                try expectRefused(try await live.phone.submit(attestation: message), "UNKNOWN_APP")
                try await register(device, at: site)
                site.clock.advance(by: 366 * 86_400)
                try expectRefused(try await live.phone.submit(attestation: message), "CHAIN_EXPIRED")
                site.clock.set(Int64(moment.timeIntervalSince1970))
                // The receipt is the one part that nothing in the object vouches for; it is not judged here.
                let authenticatorData = object.count - 164
                for index in [0, 5, 40, 400, 1_200, authenticatorData, object.count - 1] {
                    var damaged = object
                    damaged[index] ^= 1
                    let message = Message.attestation(damaged, keyID: keyID, challenge: known.bytes)
                    #expect(try await live.phone.submit(attestation: message).status == 403, "byte \(index)")
                }
                #expect(try await live.phone.submit(attestation: message).status == 200)
            }
        }
    }

    private func register(_ device: CaseDocument, at site: Site) async throws {
        let project = try Project(number: Site.project, id: "shop")
        _ = try await site.store.removeApp(Site.appID, in: project)
        try await site.store.add(
            RegisteredApp(
                project: project, appID: Site.appID, teamID: #require(device.teamId),
                bundleIDs: [#require(device.bundleId)]))
    }

    private func task(_ live: LiveServer, _ moment: String?, _ tokens: [String: String]) throws -> TokenTask {
        TokenTask(
            jwks_url: "http://127.0.0.1:\(live.server.port)/v1/jwks", moment: try #require(moment),
            audience: "projects/shop", issuer: "https://firebaseappcheck.googleapis.com/1234567890",
            project_id: "shop", tokens: tokens)
    }

    /// The token with one character of a part replaced, away from its end, where some bits mean nothing.
    private func altered(_ token: String, _ part: Int) throws -> String {
        var parts = token.split(separator: ".").map(Array.init)
        let index = parts[part].count / 2
        parts[part][index] = parts[part][index] == "A" ? "B" : "A"
        return parts.map { String($0) }.joined(separator: ".")
    }
}
