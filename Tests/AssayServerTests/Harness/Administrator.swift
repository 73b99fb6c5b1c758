import AppCheck
import StrictJSON
import Testing
import TestSupport

/// Somebody with a bearer token, or without, who speaks to a server by REST.
struct Administrator: Sendable {
    let http: LoopbackClient
    /// The token's text; nil for none.
    let token: String?

    func call(
        _ method: String, _ target: String, _ json: String? = nil, headers: [String] = []
    ) async throws -> RawResponse {
        var headers = headers
        if let token { headers.append("Authorization: Bearer \(token)") }
        if json != nil { headers.append("Content-Type: application/json") }
        return try await http.send(method, target, json.map { Array($0.utf8) }, headers: headers)
    }

    /// What a call that goes well answers.
    func object(
        _ method: String, _ target: String, _ json: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> JSONObject {
        let response = try await call(method, target, json)
        #expect(response.status == 200, "\(response.text)", sourceLocation: sourceLocation)
        guard case .object(let object) = try JSONReader.read(response.body, maximumElements: 1_024) else {
            throw NotAnObject(text: response.text)
        }
        return object
    }
}

private struct NotAnObject: Error { let text: String }

extension LiveServer {
    /// Somebody with a new token.
    /// - Parameter project: the one project that it is for; nil for all.
    func administrator(_ role: Role = .admin, project: String? = nil) async throws -> Administrator {
        let made = try await site.administration.createAdminToken(
            displayName: "a test", role: role, project: project, by: Actor("a test"))
        return Administrator(http: http, token: made.text)
    }

    var stranger: Administrator { Administrator(http: http, token: nil) }
}

extension Site {
    /// What the command line does beside a running server.
    var administration: Administration {
        Administration(
            store: store, registry: store, keys: store, receipts: store, counts: store, surroundings: surroundings)
    }
}

extension JSONObject {
    /// The objects in a member that is a list of them; none if it is absent.
    func objects(_ name: String) -> [JSONObject] {
        guard case .array(let items)? = self[name] else { return [] }
        return items.compactMap { if case .object(let object) = $0 { object } else { nil } }
    }

    func object(_ name: String) -> JSONObject? {
        guard case .object(let object)? = self[name] else { return nil }
        return object
    }

    /// The texts in a member that is a list of them.
    func strings(_ name: String) -> [String] {
        guard case .array(let items)? = self[name] else { return [] }
        return items.compactMap(\.string)
    }
}
