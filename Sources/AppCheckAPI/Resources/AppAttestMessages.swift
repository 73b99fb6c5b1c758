internal import Encodings
package import AppCheck
internal import AppCheckTokens
internal import StrictJSON

/// The messages of App Attest exchanges (wire names in the order of their definition).
package enum AppAttestMessages {
    package static func attestationSubmission(
        project: String, appID: String, body: [UInt8]
    ) throws(APIError) -> AttestationSubmission {
        let message = try MessageReader(
            body, fields: ["attestation_statement", "challenge", "key_id", "limited_use"])
        return AttestationSubmission(
            project: project, appID: appID, attestationObject: try message.requiredBytes("attestation_statement"),
            keyID: try message.requiredBytes("key_id"), challenge: try message.requiredBytes("challenge"),
            limitedUse: try message.bool("limited_use"))
    }

    package static func assertionSubmission(
        project: String, appID: String, body: [UInt8]
    ) throws(APIError) -> AssertionSubmission {
        let message = try MessageReader(body, fields: ["artifact", "assertion", "challenge", "limited_use"])
        return AssertionSubmission(
            project: project, appID: appID, artifact: try message.requiredBytes("artifact"),
            assertion: try message.requiredBytes("assertion"), challenge: try message.requiredBytes("challenge"),
            limitedUse: try message.bool("limited_use"))
    }

    static func requireEmpty(_ body: [UInt8]) throws(APIError) { _ = try MessageReader(body, fields: []) }

    static func json(_ challenge: IssuedChallenge) -> JSONText {
        .object([("challenge", .string(Base64Text.encode(challenge.bytes))), ("ttl", duration(challenge.ttl))])
    }

    /// v1beta has the token a second time, under the name it had in 2021.
    static func json(_ token: AppCheckToken, _ version: APIVersion) -> JSONText {
        var members = [("token", JSONText.string(token.token)), ("ttl", duration(token.ttl))]
        if version == .v1beta { members.append(("attestationToken", .string(token.token))) }
        return .object(members)
    }

    static func json(_ grant: AttestationGrant, _ version: APIVersion) -> JSONText {
        let token = [("token", JSONText.string(grant.token.token)), ("ttl", duration(grant.token.ttl))]
        var members: [(String, JSONText)] = [
            ("artifact", .string(Base64Text.encode(grant.artifact))),
            ("appCheckToken", version == .v1 ? .object(token) : json(grant.token, version)),
        ]
        if version == .v1beta {
            members.append(
                (
                    "attestationToken",
                    .object([("attestationToken", .string(grant.token.token)), ("ttl", duration(grant.token.ttl))])
                ))
        }
        return .object(members)
    }

    static func json(_ keys: JWKSet) -> JSONText {
        .object([
            (
                "keys",
                .array(
                    keys.keys.map { key in
                        .object([
                            ("kty", .string("RSA")), ("use", .string("sig")), ("alg", .string("RS256")),
                            ("kid", .string(key.kid)), ("n", .string(Base64URL.encode(key.modulus))),
                            ("e", .string(Base64URL.encode(key.exponent))),
                        ])
                    })
            )
        ])
    }

    /// `google.protobuf.Duration` of whole seconds.
    private static func duration(_ seconds: Int64) -> JSONText { .string("\(seconds)s") }
}
