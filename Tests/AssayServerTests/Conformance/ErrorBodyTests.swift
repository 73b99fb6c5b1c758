import AssayServer
import Testing
import TestSupport

@Suite("An error's body") struct ErrorBodyTests {
    @Test("is JSON for what the listener refuses too") func listenerRefusals() async throws {
        try await LiveServer.with { live async throws in
            let path = live.phone.path("exchangeAppAttestAttestation")
            let tooLong = try await live.http.post(path, [UInt8](repeating: 0x20, count: 65_537))
            try expectError(tooLong, 413, "INVALID_ARGUMENT", "BODY_TOO_LARGE")
            let announced = try await live.http.raw(
                Array("POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n".utf8))
            try expectError(announced, 413, "INVALID_ARGUMENT", "BODY_TOO_LARGE")
            let expectation = try await live.http.send("POST", path, [], headers: ["Expect: something"])
            try expectError(expectation, 417, "INVALID_ARGUMENT", "EXPECTATION_FAILED")
            let twoHosts = try await live.http.send("POST", path, [], headers: ["Host: b"])
            try expectError(twoHosts, 400, "INVALID_ARGUMENT", "MALFORMED_REQUEST")
            #expect(
                try twoHosts.error?.message == "Malformed HTTP request. There is more than one Host header.")
        }
    }

    @Test("has the older list of errors beside it where that is asked for") func legacyErrors() async throws {
        try await LiveServer.with { live async throws in
            let phone = live.phone.with(project: "shop-that-is-not-there")
            let path = phone.path("generateAppAttestChallenge")
            let response = try await live.http.post("\(path)?$.xgafv=1&prettyPrint=false")
            #expect(
                response.text == """
                    {"error":{"code":404,"message":"Project not found: shop-that-is-not-there.",\
                    "errors":[{"message":"Project not found: shop-that-is-not-there.","domain":"global",\
                    "reason":"PROJECT_NOT_FOUND"}],"status":"NOT_FOUND",\
                    "details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"PROJECT_NOT_FOUND",\
                    "domain":"assay"}]}}
                    """)
        }
    }

    @Test("looks as asked for also where nobody is let in") func look() async throws {
        try await LiveServer.with { live async throws in
            for (target, code) in [("/assay/v1/projects", 401), ("/v1/none", 404), ("/v1/jwks?none=1", 400)] {
                let mark = target.contains("?") ? "&" : "?"
                let response = try await live.http.get("\(target)\(mark)prettyPrint=false&$.xgafv=1")
                #expect(response.status == code)
                #expect(response.text.hasPrefix("{\"error\":{\"code\":\(code),"), "\(response.text)")
                #expect(response.text.contains("\"errors\":[{"), "\(response.text)")
            }
        }
    }

    @Test("of 503 says when to come back") func unavailable() async throws {
        try await LiveServer.with(parts: .init(directoryLifetime: 0, storePatience: 1)) { live async throws in
            let message = try await live.phone.attestation(of: live.site.device())
            let other = try live.site.raw
            try other.holdWrites()
            let response = try await live.phone.submit(attestation: message)
            try other.release()
            try expectError(response, 503, "UNAVAILABLE", "STORE_UNAVAILABLE", fields: [])
            #expect(response.headers["retry-after"] == "1")
            #expect(try response.error?.message == "The service is temporarily unavailable.")
        }
    }
}
