import Encodings
import FoundationEssentials
import HTTPClient
import StrictJSON

/// A client of the App Check API, as a device's SDK is one.
struct AppCheckClient {
    private let server: String
    private let resource: String
    private let client: HTTPClient

    /// Far more than any answer of the API.
    private static let maximumAnswerBytes = 4 << 20

    /// - Parameter resource: `projects/P/apps/A`.
    init(server: String, resource: String) throws(Failure) {
        (self.server, self.resource) = (server, resource)
        do { client = try HTTPClient() } catch { throw Failure(error.description) }
    }

    struct Token {
        let text: String
        let ttl: String
    }

    func challenge() async throws -> [UInt8] {
        let answer = try await call("generateAppAttestChallenge", nil)
        return try bytes(answer, "challenge")
    }

    func exchange(
        attestation: [UInt8], keyID: [UInt8], challenge: [UInt8], limitedUse: Bool
    ) async throws -> (artifact: [UInt8], token: Token) {
        let answer = try await call(
            "exchangeAppAttestAttestation",
            .object([
                ("key_id", base64(keyID)), ("attestation_statement", base64(attestation)),
                ("challenge", base64(challenge)), ("limited_use", .bool(limitedUse)),
            ]))
        guard case .object(let token)? = answer["appCheckToken"] else { throw malformed("appCheckToken") }
        return (try bytes(answer, "artifact"), try self.token(token))
    }

    func exchange(
        assertion: [UInt8], artifact: [UInt8], challenge: [UInt8], limitedUse: Bool
    ) async throws -> Token {
        try token(
            await call(
                "exchangeAppAttestAssertion",
                .object([
                    ("artifact", base64(artifact)), ("assertion", base64(assertion)),
                    ("challenge", base64(challenge)), ("limited_use", .bool(limitedUse)),
                ])))
    }

    /// The bytes of the server's key set.
    func keySet() async throws -> [UInt8] { try await send("\(server)/v1/jwks", nil).body }

    private func call(_ method: String, _ message: JSONText?) async throws -> JSONObject {
        let (status, body) = try await send(
            "\(server)/v1/\(resource):\(method)", message.map { $0.encoded(pretty: false) } ?? [])
        guard let object = try? JSONObject(json: body) else {
            throw Failure(
                "\(method): the server answered \(status) without JSON", hint: "is \(server) an Assay server?")
        }
        guard status == 200 else { throw refusal(method, status, object) }
        return object
    }

    /// - Parameter body: of a POST; nil for a GET.
    private func send(_ address: String, _ body: [UInt8]?) async throws -> (status: Int, body: [UInt8]) {
        guard let url = URL(string: address), Self.hasHostName(url) else { throw Failure("\(address): is not a URL") }
        do throws(HTTPClientFailure) {
            let answer = try await client.send(
                ClientRequest(
                    url: url.absoluteString, headers: body?.isEmpty == false ? ["Content-Type: application/json"] : [],
                    body: body, deadline: .seconds(30), maximumBodyBytes: Self.maximumAnswerBytes))
            return (answer.status, answer.body)
        } catch {
            throw Failure("\(server): no answer", hint: "start one with assay serve, or name another with --server")
        }
    }

    /// What no URL has, such as a space, is escaped where one is made of a text, but a name of a host does not come of that.
    /// An address of a link's own has the link behind an escaped percent sign.
    private static func hasHostName(_ url: URL) -> Bool {
        (url.host(percentEncoded: true) ?? "").split(separator: "%", omittingEmptySubsequences: false).dropFirst()
            .allSatisfy { $0.hasPrefix("25") }
    }

    private func refusal(_ method: String, _ status: Int, _ answer: JSONObject) -> Failure {
        guard case .object(let error)? = answer["error"] else { return malformed("error") }
        var reason: String?
        if case .array(let details)? = error["details"] {
            for case .object(let detail) in details { reason = reason ?? detail.string("reason") }
        }
        return Failure(
            "\(method) was refused with \(status): \(error.string("message") ?? "") \(reason.map { "(\($0))" } ?? "")",
            hint: reason.flatMap { RefusalHints.hint($0) })
    }

    private func token(_ object: JSONObject) throws -> Token {
        guard let text = object.string("token"), let ttl = object.string("ttl") else { throw malformed("token") }
        return Token(text: text, ttl: ttl)
    }

    private func bytes(_ object: JSONObject, _ name: String) throws -> [UInt8] {
        guard let bytes = object.string(name).flatMap(Base64Text.decode) else { throw malformed(name) }
        return bytes
    }

    private func base64(_ bytes: [UInt8]) -> JSONText { .string(Base64Text.encode(bytes)) }

    private func malformed(_ name: String) -> Failure { Failure("the server's answer has no usable \(name)") }
}

/// What to do about the refusals that a simulated device meets.
enum RefusalHints {
    static func hint(_ reason: String) -> String? {
        switch reason {
        case "CHAIN_UNTRUSTED":
            "the app does not trust this authority: register one with assay app add PROJECT --simulated"
        case "UNKNOWN_APP", "APP_ID_CLAIM_MISMATCH": "give the app's --team-id and --bundle-id"
        case "NO_SUCH_METHOD": "give --server without a path: the version is added to it"
        case "WRONG_ENVIRONMENT": "give --environment, or register the app with it"
        case "PROJECT_NOT_FOUND", "APP_NOT_REGISTERED": "assay project list and assay app list show what is served"
        default: nil
        }
    }
}
