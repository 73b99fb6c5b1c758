import AppCheck
import AppCheckTokens
import Foundation
import StrictJSON
import Testing
import TestSupport

@Suite(
    "The process of the server, killed", .serialized,
    .onSQLite("is about processes over SQLite; those over PostgreSQL are under Cluster"))
struct ConsumptionKillTests {
    @Test("while tokens are used up has used up every one that it said it had", .timeLimit(.minutes(2)))
    func kill() async throws {
        try await Workshop.with { workshop async throws in
            let first = try await ServeProcess.start(dataDirectory: workshop.dataDirectory)
            try await workshop.register()
            let text = try String(contentsOfFile: "\(workshop.dataDirectory)/admin.token", encoding: .utf8)
            let token = text.trimmingCharacters(in: .newlines)
            let admin = Administrator(http: first.http, token: token)
            let tokens = try await atOnce(8) { _ in
                try await (0..<15).asyncMap { _ in
                    try #require(
                        try await admin.object(
                            "POST", "/v1/projects/shop/apps/\(Site.appID):mintAppCheckToken",
                            "{\"limitedUseConfig\":{}}"
                        ).string("token"))
                }
            }
            // One of the tasks ends the server in the midst of the others' work.
            let acknowledged = try await atOnce(8) { task in
                var used: [String] = []
                for (index, token) in tokens[task].enumerated() {
                    if task == 0, index == 7 { first.kill() }
                    guard let response = try? await consume(token, admin) else { break }
                    #expect(response.status == 200)
                    let answer = try JSONObject(json: response.body)
                    #expect(answer.members.isEmpty)
                    used.append(token)
                }
                return used
            }.flatMap { $0 }
            #expect(acknowledged.count >= 7)
            #expect(acknowledged.count < 120)

            let second = try await ServeProcess.start(dataDirectory: workshop.dataDirectory)
            let again = Administrator(http: second.http, token: token)
            for token in acknowledged {
                let response = try await consume(token, again)
                let answer = try JSONObject(json: response.body)
                #expect(answer["alreadyConsumed"] == .bool(true))
            }
            #expect(try await second.terminate() == 0)
        }
    }

    private func consume(_ token: String, _ admin: Administrator) async throws -> RawResponse {
        try await admin.call(
            "POST", "/v1beta/projects/shop:verifyAppCheckToken", "{\"app_check_token\":\"\(token)\"}")
    }
}

extension Sequence {
    /// One after the other.
    fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
