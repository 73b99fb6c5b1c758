import AppAttest
import AppCheck
import Testing

@Suite("The reasons of refusals") struct ExchangeErrorTests {
    private static let own: [ExchangeError] = [
        .projectNotFound("x"), .appNotRegistered("x"), .keyAlreadyRegistered, .keyMismatch, .keyNoLongerAllowed,
        .counterStale, .unavailable("/var/lib/assay.db is locked"), .internalFailure("secret detail"),
    ]

    @Test("are distinct words in capitals, of at most 63 characters, with nothing of the request in them")
    func words() {
        var words = Self.own.map(\.reason)
        words += ChallengeFault.allCases.map { ExchangeError.challenge($0).reason }
        words += ArtifactFault.allCases.map { ExchangeError.artifact($0).reason }
        #expect(
            words.sorted() == [
                "APP_NOT_REGISTERED", "ARTIFACT_ALTERED", "ARTIFACT_FOREIGN", "ARTIFACT_FOR_OTHER_APP",
                "ARTIFACT_MALFORMED", "CHALLENGE_EXPIRED", "CHALLENGE_FOR_OTHER_APP", "CHALLENGE_UNKNOWN",
                "CHALLENGE_USED", "COUNTER_STALE", "INTERNAL", "KEY_ALREADY_REGISTERED", "KEY_MISMATCH",
                "KEY_NO_LONGER_ALLOWED", "PROJECT_NOT_FOUND", "STORE_UNAVAILABLE",
            ])
        for word in words + RejectionReason.allCases.map(\.rawValue) {
            // google.rpc.ErrorInfo.reason.
            #expect(word.utf8.count <= 63)
            #expect(word.utf8.allSatisfy { 0x41...0x5A ~= $0 || $0 == 0x5F })
        }
    }
}
