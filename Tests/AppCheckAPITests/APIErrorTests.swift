import AppAttest
import AppCheck
import AppCheckAPI
import FoundationEssentials
import HTTP
import StrictJSON
import Testing

@Suite("An error of the API") struct APIErrorTests {
    private static let specimen = APIError.invalidField("key_id", .missingField, "Missing required field 'key_id'.")

    @Test("is one line of JSON when nobody asks for more") func compact() {
        #expect(
            text(Self.specimen.body(legacy: false), pretty: false) == """
                {"error":{"code":400,"message":"Missing required field 'key_id'.","status":"INVALID_ARGUMENT",\
                "details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"MISSING_FIELD",\
                "domain":"assay"},{"@type":"type.googleapis.com/google.rpc.BadRequest",\
                "fieldViolations":[{"field":"key_id","description":"Missing required field 'key_id'."}]}]}}
                """)
    }

    @Test("is indented by two spaces when it is to be read") func pretty() {
        #expect(
            text(Self.specimen.body(legacy: true), pretty: true) == """
                {
                  "error": {
                    "code": 400,
                    "message": "Missing required field 'key_id'.",
                    "errors": [
                      {
                        "message": "Missing required field 'key_id'.",
                        "domain": "global",
                        "reason": "MISSING_FIELD"
                      }
                    ],
                    "status": "INVALID_ARGUMENT",
                    "details": [
                      {
                        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                        "reason": "MISSING_FIELD",
                        "domain": "assay"
                      },
                      {
                        "@type": "type.googleapis.com/google.rpc.BadRequest",
                        "fieldViolations": [
                          {
                            "field": "key_id",
                            "description": "Missing required field 'key_id'."
                          }
                        ]
                      }
                    ]
                  }
                }

                """)
    }

    @Test("about the whole message has a violation without a field") func wholeMessage() {
        let error = APIError.invalid(.invalidJSON, "No \"JSON\".")
        #expect(
            text(error.body(legacy: false), pretty: false).hasSuffix(
                "\"fieldViolations\":[{\"description\":\"No \\\"JSON\\\".\"}]}]}}"))
    }

    /// Every error that exchanges end in, with words that must stay inside.
    private static let secret = "c2VjcmV0 /var/lib/assay"

    private static func exchangeErrors() throws -> [(ExchangeError, Int, APIError.Status)] {
        let attestation = try #require(emptyObjectRejection())
        return [
            (.projectNotFound("shop"), 404, .notFound), (.appNotRegistered("a"), 400, .failedPrecondition),
            (.attestation(attestation), 403, .permissionDenied), (.assertion(attestation), 403, .permissionDenied),
            (.keyAlreadyRegistered, 403, .permissionDenied), (.keyMismatch, 403, .permissionDenied),
            (.keyNoLongerAllowed, 403, .permissionDenied), (.counterStale, 403, .permissionDenied),
            (.receipt(attestation), 403, .permissionDenied), (.keyRevoked, 403, .permissionDenied),
            (.riskTooHigh, 403, .permissionDenied),
            (.unavailable(secret), 503, .unavailable), (.internalFailure(secret), 500, .internal),
        ] + ChallengeFault.allCases.map { (.challenge($0), 403, .permissionDenied) }
            + ArtifactFault.allCases.map { (.artifact($0), 403, .permissionDenied) }
    }

    /// What the verifier says of no attestation at all.
    private static func emptyObjectRejection() -> Rejection? {
        let expectation = AttestationExpectation(appIDs: [AppID(teamID: "ABCDE12345", bundleID: "com.example.app")])
        do {
            _ = try AttestationVerifier().verify(
                [], keyID: [], clientDataHash: [], expecting: expectation, at: Date(timeIntervalSince1970: 0))
            return nil
        } catch {
            return error
        }
    }

    @Test("of an exchange has a status, its reason, and nothing that is for the log alone") func exchanges() throws {
        for (error, http, status) in try Self.exchangeErrors() {
            let mapped = APIError(error)
            #expect((mapped.http, mapped.status) == (http, status), "\(error)")
            #expect(mapped.reason == error.reason)
            let body = text(mapped.body(legacy: true), pretty: false)
            let inner = try Self.error(in: Array(body.utf8))
            #expect(inner.integer("code") == Int64(http))
            #expect(inner.string("status") == status.rawValue)
            #expect(body.contains("\"reason\":\"\(error.reason)\""))
            #expect(!body.contains("c2VjcmV0"))
            #expect(!body.contains("expected"))
            if http == 403 { #expect(inner.string("message") == "App attestation failed.") }
        }
    }

    @Test("keeps the words for the log beside it") func details() throws {
        #expect(APIError(ExchangeError.unavailable(Self.secret)).detail == Self.secret)
        #expect(APIError(ExchangeError.internalFailure(Self.secret)).detail == Self.secret)
        #expect(APIError(ExchangeError.counterStale).detail == "step S5")
        #expect(APIError(ExchangeError.keyRevoked).detail == "step E5")
        #expect(APIError(ExchangeError.debugTokenUnknown).detail == nil)
    }

    @Test(
        "of an exchange says what a client may do, where it is one of App Attest",
        arguments: [
            (.keyRevoked, "RE_ATTEST"), (.artifact(.altered), "RE_ATTEST"), (.riskTooHigh, "REFUSED"),
            (.challenge(.used), "RETRY_WITH_NEW_CHALLENGE"), (.counterStale, "RETRY_WITH_NEW_CHALLENGE"),
            (.unavailable("disk full"), "TEMPORARY"), (.debugTokenUnknown, nil), (.projectNotFound("shop"), nil),
        ] as [(ExchangeError, String?)])
    func actions(_ error: ExchangeError, _ action: String?) throws {
        let body = text(APIError(error).body(legacy: false), pretty: false)
        let metadata = ",\"metadata\":{\"action\":\""
        #expect(body.contains(metadata) == (action != nil))
        if let action { #expect(body.contains("\"domain\":\"assay\"\(metadata)\(action)\"}}")) }
    }

    @Test("has a reason that no other has") func reasons() throws {
        let own = APIError.Reason.allCases.map(\.rawValue)
        let domain = try Set(Self.exchangeErrors().map(\.0.reason)).union(RejectionReason.allCases.map(\.rawValue))
        #expect(Set(own).count == own.count)
        #expect(domain.isDisjoint(with: own))
    }

    @Test(
        "of the listener is JSON too",
        arguments: [
            (.malformed(detail: "There is no Host header."), 400, "Malformed HTTP request. There is no Host header."),
            (.bodyTooLarge(limit: 65_536), 413, "The request body is longer than 65536 bytes."),
            (.expectationFailed, 417, "Only the expectation 100-continue can be met."),
            (.headTimeout, 408, "The request did not arrive in time."),
            (.bodyTimeout, 408, "The request did not arrive in time."),
        ] as [(HTTPRefusal, Int, String)])
    func refusals(_ refusal: HTTPRefusal, _ status: Int, _ message: String) throws {
        let response = AppCheckService.response(to: refusal)
        #expect(response.status == status)
        #expect(response.status == refusal.status)
        #expect(response.headers["content-type"] == "application/json; charset=UTF-8")
        #expect(response.headers["cache-control"] == "no-store")
        #expect(response.annotations.reason?.isEmpty == false)
        let error = try Self.error(in: response.body)
        #expect(error.integer("code") == Int64(status))
        #expect(error.string("message") == message)
    }

    private static func error(in body: [UInt8]) throws -> JSONObject {
        let value = try JSONObject(json: body)["error"]
        guard case .object(let error)? = value else { return try #require(nil, "no error object") }
        return error
    }

    private func text(_ json: JSONText, pretty: Bool) -> String {
        String(decoding: json.encoded(pretty: pretty), as: UTF8.self)
    }
}
