internal import AppCheck
internal import AppCheckTokens
internal import StrictJSON

extension APIMethods {
    /// What an app asks for before and at an exchange of App Attest.
    static let exchangeMethods: [APIMethod] = [
        APIMethod(
            "projects.apps.generateAppAttestChallenge", "POST", "{app=projects/*/apps/*}:generateAppAttestChallenge",
            on: .appCheck, for: .apps, grantsNothing: true, "Issues a challenge for one attestation or assertion.",
            request: MessageSchema("GoogleFirebaseAppcheckV1GenerateAppAttestChallengeRequest", []),
            response: AppAttestMessages.challenge, answerAtOnce: AppAttestMessages.issueChallengeAtOnce,
            answer: AppAttestMessages.issueChallenge),
        APIMethod(
            "projects.apps.exchangeAppAttestAttestation", "POST",
            "{app=projects/*/apps/*}:exchangeAppAttestAttestation", on: .appCheck, for: .apps,
            "Verifies an attestation, registers its key, and gives an artifact and an App Check token.",
            request: AppAttestMessages.attestation, requiring: AppAttestMessages.requiredOfAttestations,
            response: AppAttestMessages.attestationGrant, answer: AppAttestMessages.exchangeAttestation),
        APIMethod(
            "projects.apps.exchangeAppAttestAssertion", "POST", "{app=projects/*/apps/*}:exchangeAppAttestAssertion",
            on: .appCheck, for: .apps, "Verifies an assertion by a registered key, and gives an App Check token.",
            request: AppAttestMessages.assertion, requiring: AppAttestMessages.requiredOfAssertions,
            response: TokenMessages.token, answer: AppAttestMessages.exchangeAssertion),
    ]
}

/// The messages of App Attest exchanges (wire names in the order of their definition).
enum AppAttestMessages {
    static let challenge = MessageSchema(
        "GoogleFirebaseAppcheckV1GenerateAppAttestChallengeResponse",
        [
            FieldSchema("challenge", .bytes, .outputOnly, "To be hashed into one attestation or assertion."),
            FieldSchema("ttl", .duration(1...3_600), .outputOnly, "How long the challenge may be used."),
        ])

    static let attestation = MessageSchema(
        "GoogleFirebaseAppcheckV1ExchangeAppAttestAttestationRequest",
        [
            FieldSchema("attestation_statement", .bytes, "The CBOR object of Apple's `attestKey`."),
            FieldSchema("challenge", .bytes, "The challenge that was hashed into it."),
            FieldSchema("key_id", .bytes, "Apple's key identifier: SHA-256 of the public key."),
            TokenMessages.limitedUse,
        ])
    static let requiredOfAttestations = ["attestation_statement", "key_id", "challenge"]

    static let attestationGrant = MessageSchema(
        "GoogleFirebaseAppcheckV1ExchangeAppAttestAttestationResponse",
        [
            FieldSchema("artifact", .bytes, .outputOnly, "Opaque; to be sent with each assertion of the key."),
            FieldSchema("app_check_token", .message(TokenMessages.token), .outputOnly, "The token."),
            FieldSchema(
                "attestation_token",
                .message(
                    MessageSchema(
                        "GoogleFirebaseAppcheckV1betaAttestationTokenResponse",
                        [
                            FieldSchema("attestation_token", .string(.any), .outputOnly, "The token again."),
                            FieldSchema("ttl", .duration(1...604_800), .outputOnly, "Its time to live."),
                        ])), .outputOnly, isLegacy: true, "Deprecated: the token again."),
        ])

    static let assertion = MessageSchema(
        "GoogleFirebaseAppcheckV1ExchangeAppAttestAssertionRequest",
        [
            FieldSchema("artifact", .bytes, "As the attestation's answer had it."),
            FieldSchema("assertion", .bytes, "The CBOR object of Apple's `generateAssertion`."),
            FieldSchema("challenge", .bytes, "The challenge that was hashed into it."), TokenMessages.limitedUse,
        ])
    static let requiredOfAssertions = ["artifact", "assertion", "challenge"]

    // MARK: Answers

    static func issueChallenge(_ call: APICall) async throws(APIError) -> APIAnswer {
        let issued = try await call.exchange { exchanges throws(ExchangeError) in
            try await exchanges.issueChallenge(appID: call.app, inProject: call.project)
        }
        return answer(issued)
    }

    /// For an app that was found a moment ago nothing has to be waited for.
    static func issueChallengeAtOnce(_ call: APICall) throws(APIError) -> APIAnswer? {
        guard let app = call.remembered else { return nil }
        do { return try call.services.exchanges.issueChallenge(for: app).map(answer) } catch { throw APIError(error) }
    }

    private static func answer(_ issued: IssuedChallenge) -> APIAnswer {
        APIAnswer(
            .object([
                ("challenge", .base64(issued.bytes)),
                ("ttl", .string(ProtoDuration.text(issued.ttl))),
            ]))
    }

    static func exchangeAttestation(_ call: APICall) async throws(APIError) -> APIAnswer {
        let submission = attestationSubmission(project: call.project, appID: call.app, call.body)
        let grant = try await call.exchange { exchanges throws(ExchangeError) in
            try await exchanges.exchange(submission)
        }
        var members: [(String, JSONText)] = [
            ("artifact", .base64(grant.artifact)),
            ("appCheckToken", TokenMessages.json(grant.token, call.version)),
        ]
        if call.version == .v1beta {
            let again: [(String, JSONText)] = [
                ("attestationToken", .string(grant.token.token)), ("ttl", .string(ProtoDuration.text(grant.token.ttl))),
            ]
            members.append(("attestationToken", .object(again)))
        }
        return APIAnswer(.object(members))
    }

    static func exchangeAssertion(_ call: APICall) async throws(APIError) -> APIAnswer {
        let submission = assertionSubmission(project: call.project, appID: call.app, call.body)
        let token = try await call.exchange { exchanges throws(ExchangeError) in
            try await exchanges.exchange(submission)
        }
        return APIAnswer(TokenMessages.json(token, call.version))
    }

    // MARK: Requests

    private static func attestationSubmission(
        project: String, appID: String, _ message: Message
    ) -> AttestationSubmission {
        AttestationSubmission(
            project: project, appID: appID, attestationObject: message.bytes("attestation_statement"),
            keyID: message.bytes("key_id"), challenge: message.bytes("challenge"),
            limitedUse: message.bool("limited_use"))
    }

    private static func assertionSubmission(
        project: String, appID: String, _ message: Message
    ) -> AssertionSubmission {
        AssertionSubmission(
            project: project, appID: appID, artifact: message.bytes("artifact"), assertion: message.bytes("assertion"),
            challenge: message.bytes("challenge"), limitedUse: message.bool("limited_use"))
    }
}
