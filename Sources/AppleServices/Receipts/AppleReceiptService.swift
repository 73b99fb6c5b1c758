package import AppAttest
package import AppCheck
private import Cryptography
private import Encodings
package import HTTPClient

/// Apple's service for receipts, as "Assessing fraud risk" describes it: a POST of the receipt in base64, a bare bearer
/// token, and a newer receipt in base64 for an answer.
package struct AppleReceiptService: ReceiptService {
    /// Bytes of the longest answer that is read.
    package static let maximumAnswerBytes = 65_536
    /// For each request, of which there are at most two.
    package static let standardDeadline: Duration = .seconds(20)

    private let production: ReceiptEndpoint
    private let development: ReceiptEndpoint
    private let tokens: BearerTokens
    private let client: HTTPClient
    private let surroundings: Surroundings
    private let deadline: Duration

    /// - Parameters:
    ///   - keys: one for each team.
    ///   - deadline: for each request, all of it.
    package init(
        production: ReceiptEndpoint = .production, development: ReceiptEndpoint = .development, keys: [DeviceCheckKey],
        client: HTTPClient, surroundings: Surroundings, deadline: Duration = standardDeadline
    ) {
        (self.production, self.development, self.client) = (production, development, client)
        (self.surroundings, self.deadline) = (surroundings, deadline)
        tokens = BearerTokens(keys)
    }

    package var teamIDs: [String] { tokens.keys.keys.sorted() }

    /// Also where only one of the two endpoints is Apple's: what is simulated is nobody's business there.
    package var isApple: Bool { production.isApple || development.isApple }

    package func newerReceipt(
        for receipt: [UInt8], environment: AttestationEnvironment, teamID: String
    ) async -> ReceiptAnswer {
        guard let key = tokens.keys[teamID] else { return .unreachable("there is no DeviceCheck key of the team") }
        do {
            let token = try tokens.token(of: key, at: surroundings.seconds)
            let answer = try await ask(endpoint(environment), receipt, token)
            guard answer.status == 401,
                let other = try tokens.replacement(for: token, of: key, at: surroundings.seconds)
            else { return read(answer) }
            return read(try await ask(endpoint(environment), receipt, other))
        } catch let failure as HTTPClientFailure {
            return .unreachable(failure.description)
        } catch {
            return .unreachable("no bearer token could be signed")
        }
    }

    private func endpoint(_ environment: AttestationEnvironment) -> ReceiptEndpoint {
        switch environment {
        case .production: production
        case .development: development
        }
    }

    private func ask(
        _ endpoint: ReceiptEndpoint, _ receipt: [UInt8], _ token: String
    ) async throws(HTTPClientFailure) -> ClientAnswer {
        try await client.send(
            ClientRequest(
                url: endpoint.url, headers: ["Authorization: \(token)", "User-Agent: assay"],
                body: Array(Base64Text.encode(receipt).utf8), deadline: deadline,
                maximumBodyBytes: Self.maximumAnswerBytes))
    }

    private func read(_ answer: ClientAnswer) -> ReceiptAnswer {
        let retryAfter = answer.headers["retry-after"].flatMap { RetryAfter.seconds($0, at: surroundings.seconds) }
        switch answer.status {
        case 200: return Self.receipt(answer.body).map(ReceiptAnswer.receipt) ?? .unreadable
        case 304: return .notModified
        case 400: return .badRequest
        case 401: return .unauthorized
        case 404: return .noData
        case 429: return .tooManyRequests(retryAfter: retryAfter)
        default: return .trouble(status: answer.status, retryAfter: retryAfter)
        }
    }

    /// Nil for anything but base64, with or without white space around it.
    private static func receipt(_ body: [UInt8]) -> [UInt8]? {
        func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D, 0x0A].contains(byte) }
        let text = body.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        guard let bytes = Base64Text.decode(String(decoding: Array(text), as: UTF8.self)), !bytes.isEmpty else {
            return nil
        }
        return bytes
    }
}
