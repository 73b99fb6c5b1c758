import StrictJSON
import TestSupport
import Testing

/// Google's API clients send what their transport cannot, or what is too long for an address, as a POST that names the
/// method in a header: the Java client every PATCH, the Python and Java clients a GET of more than 2048 bytes.
@Suite("A method in the header X-HTTP-Method-Override") struct MethodOverrideTests {
    @Test("takes the place of POST for a change") func patch() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let response = try await admin.call(
                "POST", "/v1/projects/shop/services/orders.example.com?updateMask=enforcementMode",
                "{\"enforcementMode\":\"ENFORCED\"}", headers: ["X-HTTP-Method-Override: PATCH"])
            #expect(response.status == 200, "\(response.text)")
        }
    }

    @Test("takes the place of POST for a question whose query is in the body") func get() async throws {
        try await LiveServer.with { live async throws in
            let admin = try await live.administrator()
            let name = "projects/shop/apps/\(Site.appID)/appAttestConfig"
            let response = try await live.http.send(
                "POST", "/v1/projects/shop/apps/-/appAttestConfig:batchGet", Array("alt=json&names=\(name)".utf8),
                headers: [
                    "Authorization: Bearer \(admin.token ?? "")", "X-HTTP-Method-Override: GET",
                    "Content-Type: application/x-www-form-urlencoded",
                ])
            #expect(response.status == 200, "\(response.text)")
        }
    }

    @Test("is nothing where it is not one of those, or not in a POST, and opens no door") func others() async throws {
        try await LiveServer.with { live async throws in
            for (method, wanted) in [
                ("POST", "PUT"), ("POST", "get"), ("POST", "GET, PATCH"), ("POST", ""), ("PUT", "PATCH"),
            ] {
                let response = try await live.http.send(
                    method, "/v1/projects/shop/services/a.example", [],
                    headers: ["X-HTTP-Method-Override: \(wanted)"])
                try expectError(response, 405, "UNIMPLEMENTED", "METHOD_NOT_ALLOWED", "\(method) \(wanted)")
            }
            let stranger = try await live.http.post(
                "/v1/projects/shop/services/a.example", headers: ["X-HTTP-Method-Override: PATCH"])
            try expectError(stranger, 401, "UNAUTHENTICATED", "UNAUTHENTICATED")
        }
    }
}
