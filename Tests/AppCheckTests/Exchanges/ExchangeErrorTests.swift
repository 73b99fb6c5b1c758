import AppAttest
import AppCheck
import AppCheckTokens
import Testing

@Suite("The reasons of refusals") struct ExchangeErrorTests {
    private static let own: [ExchangeError] = [
        .projectNotFound("x"), .appNotRegistered("x"), .keyAlreadyRegistered, .keyMismatch, .keyNoLongerAllowed,
        .counterStale, .debugTokenUnknown, .debugTokenExpired, .invalidTTL, .invalidJTI(.length),
        .unavailable("/var/lib/assay.db is locked"), .internalFailure("secret detail"),
    ]

    @Test("are distinct words in capitals, of at most 63 characters, with nothing of the request in them")
    func words() {
        var words = Self.own.map(\.reason)
        words += ChallengeFault.allCases.map { ExchangeError.challenge($0).reason }
        words += ArtifactFault.allCases.map { ExchangeError.artifact($0).reason }
        words += CustomTokenFault.allCases.map { ExchangeError.customToken($0).reason }
        words += TokenError.Code.allCases.map(\.refusalReason)
        #expect(
            words.sorted() == [
                "APP_NOT_REGISTERED", "ARTIFACT_ALTERED", "ARTIFACT_FOREIGN", "ARTIFACT_FOR_OTHER_APP",
                "ARTIFACT_MALFORMED", "CHALLENGE_EXPIRED", "CHALLENGE_FOR_OTHER_APP", "CHALLENGE_UNKNOWN",
                "CHALLENGE_USED", "COUNTER_STALE", "CUSTOM_TOKEN_EXPIRED", "CUSTOM_TOKEN_INVALID_LIFETIME",
                "CUSTOM_TOKEN_INVALID_TTL", "CUSTOM_TOKEN_MALFORMED", "CUSTOM_TOKEN_NOT_YET_VALID",
                "CUSTOM_TOKEN_SIGNATURE_INVALID", "CUSTOM_TOKEN_UNKNOWN_KEY", "CUSTOM_TOKEN_UNSUPPORTED_ALGORITHM",
                "CUSTOM_TOKEN_WRONG_APP", "CUSTOM_TOKEN_WRONG_AUDIENCE", "CUSTOM_TOKEN_WRONG_ISSUER",
                "DEBUG_TOKEN_EXPIRED", "DEBUG_TOKEN_UNKNOWN", "INTERNAL", "INVALID_JTI", "INVALID_TTL",
                "KEY_ALREADY_REGISTERED", "KEY_MISMATCH", "KEY_NO_LONGER_ALLOWED", "PROJECT_NOT_FOUND",
                "STORE_UNAVAILABLE", "TOKEN_ALGORITHM_MISMATCH", "TOKEN_EXPIRED", "TOKEN_MALFORMED",
                "TOKEN_NOT_YET_VALID", "TOKEN_SIGNATURE_INVALID", "TOKEN_UNKNOWN_KEY", "TOKEN_WRONG_APP",
                "TOKEN_WRONG_AUDIENCE", "TOKEN_WRONG_ISSUER",
            ])
        for word in words + RejectionReason.allCases.map(\.rawValue) {
            // google.rpc.ErrorInfo.reason.
            #expect(word.utf8.count <= 63)
            #expect(word.utf8.allSatisfy { 0x41...0x5A ~= $0 || $0 == 0x5F })
        }
    }
}
