internal import AppCheck
internal import AppCheckTokens
internal import StrictJSON

extension APIMethods {
    /// Tokens by other ways than App Attest, and what verifiers need.
    static let tokenMethods: [APIMethod] = [
        APIMethod(
            "jwks.get", "GET", "{name=jwks}", on: .appCheck, for: .anyone,
            "The public keys that App Check tokens are verified with (RFC 7517).", response: TokenMessages.keySet,
            answerAtOnce: { TokenMessages.publicKeys($0) },
            answer: { TokenMessages.publicKeys($0) }),
        APIMethod(
            "projects.apps.exchangeDebugToken", "POST", "{app=projects/*/apps/*}:exchangeDebugToken", on: .appCheck,
            for: .apps, rate: .debugExchange, "Gives an App Check token for the secret of a debug token.",
            request: MessageSchema(
                "GoogleFirebaseAppcheckV1ExchangeDebugTokenRequest",
                [
                    FieldSchema(
                        "debug_token", .string(.any), .inputOnly, "The secret, in upper or lower case."),
                    TokenMessages.limitedUse,
                ]), requiring: ["debug_token"], response: TokenMessages.token,
            answer: TokenMessages.exchangeDebugToken),
        APIMethod(
            "projects.apps.exchangeCustomToken", "POST", "{app=projects/*/apps/*}:exchangeCustomToken",
            on: .appCheck, for: .apps,
            "Gives an App Check token for a custom token, signed by a service account whose key the project knows.",
            request: MessageSchema(
                "GoogleFirebaseAppcheckV1ExchangeCustomTokenRequest",
                [
                    FieldSchema("custom_token", .string(.any), .inputOnly, "A JWT as Admin SDKs make it."),
                    TokenMessages.limitedUse, TokenMessages.jti,
                ]), requiring: ["custom_token"], response: TokenMessages.token,
            answer: TokenMessages.exchangeCustomToken),
        APIMethod(
            "projects.apps.mintAppCheckToken", "POST", "{app=projects/*/apps/*}:mintAppCheckToken", on: .appCheck,
            for: .bearer(.mintTokens), rate: .tokenUse,
            "Issues an App Check token without any proof, for backends that vouch for an app.",
            request: MessageSchema(
                "GoogleFirebaseAppcheckV1MintAppCheckTokenRequest",
                [
                    FieldSchema(
                        "token_ttl", .duration(RegisteredApp.tokenTTLRange), .inputOnly,
                        "How long the token is good for; an hour if unset."),
                    FieldSchema(
                        "limited_use_config",
                        .message(
                            MessageSchema(
                                "GoogleFirebaseAppcheckV1LimitedUseConfig", [TokenMessages.jti])
                        ),
                        .inputOnly, "Asks for a token for limited use in place of one for `tokenTtl`."),
                ], alternatives: ["token_ttl", "limited_use_config"]),
            response: MessageSchema(
                "GoogleFirebaseAppcheckV1MintAppCheckTokenResponse", TokenMessages.tokenFields),
            answer: TokenMessages.mint),
        APIMethod(
            "projects.verifyAppCheckToken", "POST", "{project=projects/*}:verifyAppCheckToken", on: .appCheck,
            for: .bearer(.verifyTokens), rate: .tokenUse,
            "Verifies a token and uses it up, so that it is told apart when it comes again.",
            request: MessageSchema(
                "GoogleFirebaseAppcheckV1VerifyAppCheckTokenRequest",
                [FieldSchema("app_check_token", .string(.any), .inputOnly, "The token.")]),
            requiring: ["app_check_token"],
            response: MessageSchema(
                "GoogleFirebaseAppcheckV1VerifyAppCheckTokenResponse",
                [
                    FieldSchema(
                        "already_consumed", .bool, .outputOnly,
                        "Whether the token was used up before; absent for the first time.")
                ]), answer: TokenMessages.verify),
    ]
}

/// App Check tokens on the wire.
enum TokenMessages {
    static let tokenFields = [
        FieldSchema("token", .string(.any), .outputOnly, "A JWT."),
        FieldSchema("ttl", .duration(1...604_800), .outputOnly, "How long it is good for from now on."),
    ]
    static let token = MessageSchema(
        "GoogleFirebaseAppcheckV1AppCheckToken",
        tokenFields + [
            FieldSchema(
                "attestation_token", .string(.any), .outputOnly, isLegacy: true, "Deprecated: the token again.")
        ])
    static let limitedUse = FieldSchema(
        "limited_use", .bool, "Whether the token is for one use: good for five minutes, with a `jti`.")
    static let jti = FieldSchema(
        "jti", .string(TextForm(pattern: "^([!-~]{16,250})?$")), .inputOnly,
        "The token's `jti`: 16 to 250 bytes, for limited use only; made up if empty.")
    static let keySet = MessageSchema(
        "GoogleFirebaseAppcheckV1PublicJwkSet",
        [
            FieldSchema(
                "keys",
                .list(
                    .message(
                        MessageSchema(
                            "GoogleFirebaseAppcheckV1PublicJwk",
                            ["kty", "use", "alg", "kid", "n", "e"].map {
                                FieldSchema(
                                    $0, .string(.any), .outputOnly, "See RFC 7517 section 4 and RFC 7518 section 6.3.")
                            })), most: JWKSet.maximumKeyCount), .outputOnly, "One of them fits each token by its `kid`."
            )
        ])

    /// v1beta has the token a second time, under the name it had in 2021.
    static func json(_ token: AppCheckToken, _ version: APIVersion) -> JSONText {
        var members = [("token", JSONText.string(token.token)), ("ttl", .string(ProtoDuration.text(token.ttl)))]
        if version == .v1beta { members.append(("attestationToken", .string(token.token))) }
        return .object(members)
    }

    static func publicKeys(_ call: APICall) -> APIAnswer {
        let keys = call.services.exchanges.publicKeys.keys.map { key in
            JSONText.object([
                ("kty", .string("RSA")), ("use", .string("sig")), ("alg", .string("RS256")), ("kid", .string(key.kid)),
                ("n", .string(Base64URL.encode(key.modulus))), ("e", .string(Base64URL.encode(key.exponent))),
            ])
        }
        var answer = APIAnswer(.object([("keys", .array(keys))]))
        // Verifiers keep keys for six hours from when they fetched them, and what they fetched may have been in a
        // proxy's cache before. Both together must be over before a new key signs: the lead is six hours and a half.
        answer.caching = "public, max-age=900"
        return answer
    }

    static func exchangeDebugToken(_ call: APICall) async throws(APIError) -> APIAnswer {
        let submission = DebugTokenSubmission(
            project: call.project, appID: call.app, debugToken: call.body.text("debug_token") ?? "",
            limitedUse: call.body.bool("limited_use"))
        let token = try await call.exchange { exchanges throws(ExchangeError) in
            try await exchanges.exchange(submission)
        }
        return APIAnswer(json(token, call.version))
    }

    static func exchangeCustomToken(_ call: APICall) async throws(APIError) -> APIAnswer {
        let submission = CustomTokenSubmission(
            project: call.project, appID: call.app, customToken: call.body.text("custom_token") ?? "",
            limitedUse: call.body.bool("limited_use"), jti: call.body.text("jti"))
        let token = try await call.exchange { exchanges throws(ExchangeError) in
            try await exchanges.exchange(submission)
        }
        return APIAnswer(json(token, call.version))
    }

    static func mint(_ call: APICall) async throws(APIError) -> APIAnswer {
        let limitedUse = call.body.message("limited_use_config")
        guard limitedUse == nil || !call.body.has("token_ttl") else {
            throw .invalidField(
                "limited_use_config", .invalidValue,
                "Invalid value at 'limited_use_config', it cannot be given together with 'token_ttl'.")
        }
        let request = MintRequest(
            project: call.project, appID: call.app,
            kind: limitedUse.map { .limitedUse(jti: $0.text("jti")) } ?? .session(ttl: call.body.seconds("token_ttl")))
        let token = try await call.exchange { exchanges throws(ExchangeError) in try await exchanges.mint(request) }
        return APIAnswer(json(token, .v1))
    }

    static func verify(_ call: APICall) async throws(APIError) -> APIAnswer {
        let consumption = try await call.exchange { exchanges throws(ExchangeError) in
            try await exchanges.consume(token: call.body.text("app_check_token") ?? "", project: call.project)
        }
        return APIAnswer(.object(consumption.alreadyConsumed ? [("alreadyConsumed", .bool(true))] : []))
    }
}
