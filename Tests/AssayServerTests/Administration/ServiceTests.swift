import StrictJSON
import TestSupport
import Testing

@Suite("A service") struct ServiceTests {
    private static let path = "/v1/projects/shop/services"

    @Test("is off until somebody configures it, and listed from then on") func lifecycle() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            #expect(try await admin.object("GET", Self.path).members.isEmpty)
            let off = try await admin.object("GET", "\(Self.path)/orders.example.com")
            // `OFF` is the default, and left out as proto3 does.
            #expect(off.members.map(\.name) == ["name", "etag"])
            #expect(off.string("updateTime") == nil)
            let on = try await admin.object(
                "PATCH", "\(Self.path)/orders.example.com?updateMask=enforcementMode",
                "{\"enforcementMode\":\"ENFORCED\",\"etag\":\"\(try #require(off.string("etag")))\"}")
            #expect(on.string("name") == "projects/shop/services/orders.example.com")
            #expect(on.string("enforcementMode") == "ENFORCED")
            #expect(on.string("updateTime") == "2026-01-15T12:00:00Z")
            let listed = try await admin.object("GET", Self.path).objects("services")
            #expect(listed.map { $0.string("name") } == ["projects/shop/services/orders.example.com"])
        }
    }

    @Test("protects from replay no more strictly than it enforces") func replayProtection() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let path = "\(Self.path)/orders.example.com"
            let modes = ["OFF", "UNENFORCED", "ENFORCED"]
            for (strictness, enforcement) in modes.enumerated() {
                for (wanted, replay) in modes.enumerated() {
                    let response = try await admin.call(
                        "PATCH", "\(path)?updateMask=enforcement_mode,replay_protection",
                        "{\"enforcementMode\":\"\(enforcement)\",\"replayProtection\":\"\(replay)\"}")
                    if wanted <= strictness {
                        #expect(response.status == 200, "\(enforcement) \(replay)")
                    } else {
                        try expectError(
                            response, 400, "INVALID_ARGUMENT", "INVALID_VALUE", fields: ["replay_protection"],
                            "\(enforcement) \(replay)")
                    }
                }
            }
            // Enforcement alone cannot fall below what is stored either.
            try await expectError(
                admin.call("PATCH", "\(path)?updateMask=enforcementMode", "{\"enforcementMode\":\"OFF\"}"), 400,
                "INVALID_ARGUMENT", "INVALID_VALUE", fields: ["replay_protection"])
        }
    }

    @Test("that is at fault among several is named by its place") func places() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            for (second, field) in [
                ("{\"name\":\"projects/shop/services/-b\"}", "requests[1].service.name"),
                (
                    "{\"name\":\"projects/shop/services/b\",\"replayProtection\":\"ENFORCED\"}",
                    "requests[1].service.replay_protection"
                ),
            ] {
                let body = """
                    {"updateMask":"*","requests":[{"service":{"name":"projects/shop/services/a"}},{"service":\(second)}]}
                    """
                try await expectError(
                    admin.call("POST", "\(Self.path):batchUpdate", body), 400, "INVALID_ARGUMENT", "INVALID_VALUE",
                    fields: [field])
            }
        }
    }

    @Test("has a name like a host's") func names() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            for name in ["a", "firestore.googleapis.com", "my-backend", String(repeating: "a", count: 253)] {
                #expect(try await admin.call("GET", "\(Self.path)/\(name)").status == 200)
            }
            for name in ["a_b", "-a", ".a", "a%20b", "%C3%A4", String(repeating: "a", count: 254)] {
                try await expectError(
                    admin.call("GET", "\(Self.path)/\(name)"), 400, "INVALID_ARGUMENT", "INVALID_VALUE",
                    fields: ["name"], name)
            }
        }
    }

    private static func request(
        _ service: String, _ mode: String = "UNENFORCED", mask: String? = "enforcementMode", project: String = "shop"
    ) -> String {
        let mask = mask.map { ",\"updateMask\":\"\($0)\"" } ?? ""
        return """
            {"service":{"name":"projects/\(project)/services/\(service)","enforcementMode":"\(mode)"}\(mask)}
            """
    }

    @Test("is changed together with others, all or none") func batchUpdate() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            func send(_ requests: [String], more: String = "") async throws -> RawResponse {
                try await admin.call(
                    "POST", "\(Self.path):batchUpdate",
                    "{\"requests\":[\(requests.joined(separator: ","))]\(more)}")
            }
            let answer = try JSONObject(
                json: await send(
                    [Self.request("b.example"), Self.request("a.example", "ENFORCED", mask: nil)],
                    more: ",\"updateMask\":\"enforcement_mode\""
                ).body)
            #expect(
                answer.objects("services").map { $0.string("name") }
                    == ["projects/shop/services/b.example", "projects/shop/services/a.example"])
            let hundred = (0..<100).map { Self.request("s\($0).example") }
            #expect(try await send(hundred).status == 200)
            for (requests, more, field) in [
                ([], "", "requests"), ((0..<101).map { Self.request("s\($0).example") }, "", "requests"),
                ([Self.request("c.example", mask: nil)], "", "requests[0].update_mask"),
                ([Self.request("c.example", mask: "name")], "", "requests[0].update_mask"),
                (
                    [Self.request("c.example")], ",\"updateMask\":\"replayProtection\"", "requests[0].update_mask"
                ), ([Self.request("c.example", project: "other")], "", "requests[0].service.name"),
                ([Self.request("c.example"), Self.request("c.example")], "", "requests[1].service.name"),
                ([Self.request("c.example"), "{\"updateMask\":\"*\"}"], "", "requests[1].service.name"),
                ([Self.request("c.example", "SOMETIMES")], "", "requests[0].service.enforcement_mode"),
            ] {
                let response = try await send(requests, more: more)
                #expect(response.status == 400, "\(response.text)")
                #expect(try response.error?.violatedFields == [field], "\(response.text)")
            }
            let stale = try await send([
                Self.request("c.example"),
                "{\"service\":{\"name\":\"projects/shop/services/a.example\",\"etag\":\"old\"},\"updateMask\":\"*\"}",
            ])
            try expectError(stale, 409, "ABORTED", "ETAG_MISMATCH")
            #expect(try await admin.object("GET", "\(Self.path)/c.example")["enforcementMode"] == nil)
        }
    }
}
