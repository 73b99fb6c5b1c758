import HTTP
import Testing

@Suite("Calls from web pages") struct CrossOriginTests {
    private static let shop = "https://shop.example.com"
    private static let local = "http://localhost:3000"

    private let anyone = CrossOrigin(.any)
    private let nobody = CrossOrigin(.listed([]))
    private let some: CrossOrigin

    init() throws {
        some = CrossOrigin(
            .listed([try #require(WebOrigin(Self.shop)), try #require(WebOrigin(Self.local))]))
    }

    private func request(origin: String?..., method: String = "POST", asks: String? = nil) throws -> HTTPRequest {
        var headers: HTTPHeaders = ["Host": "appcheck.example.com"]
        for case .some(let origin) in origin { headers.append("origin", origin) }
        if let asks { headers.append("access-control-request-method", asks) }
        return HTTPRequest(method: method, target: try RequestTarget(parsing: "/v1/jwks"), headers: headers, id: "1")
    }

    @Test("from anywhere are answered the same, so that caches need not tell them apart")
    func anywhere() throws {
        let expected: HTTPHeaders = [
            "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "Retry-After",
        ]
        for origin in [Self.shop, "https://other.example.com", "null", nil] {
            #expect(anyone.headers(for: try request(origin: origin)) == expected)
        }
    }

    @Test("from listed origins are allowed by name", arguments: [shop, local])
    func listed(_ origin: String) throws {
        #expect(
            some.headers(for: try request(origin: origin)) == [
                "Vary": "Origin", "Access-Control-Allow-Origin": origin,
                "Access-Control-Expose-Headers": "Retry-After",
            ])
    }

    @Test(
        "from origins that resemble a listed one are not allowed, and caches are told why",
        arguments: [
            nil, "null", "", "*", "https://shop.example.com:443", "https://shop.example.com/",
            "http://shop.example.com",
            "https://shop.example.com.evil.com", "https://evil-shop.example.com", "HTTPS://SHOP.EXAMPLE.COM",
            "https://shop.example.co", "http://localhost", "https://shop.example.com, http://localhost:3000",
            // What follows is invisible, or part of the last character.
            "https://shop.example.com\u{200D}", "http://localhost:3000\u{301}",
        ] as [String?])
    func unlisted(_ origin: String?) throws {
        #expect(some.headers(for: try request(origin: origin)) == ["Vary": "Origin"])
        let answer = some.preflight(
            try request(origin: origin, method: "OPTIONS", asks: "POST"), allowedMethods: ["POST"])
        #expect(answer == HTTPResponse(status: 204, headers: ["Vary": "Origin"]))
    }

    @Test("with two origins are not allowed") func twice() throws {
        #expect(some.headers(for: try request(origin: Self.shop, Self.shop)) == ["Vary": "Origin"])
    }

    @Test("are not spoken of where none are allowed") func none() throws {
        let request = try request(origin: Self.shop, method: "OPTIONS", asks: "POST")
        #expect(nobody.headers(for: request) == [:])
        #expect(nobody.preflight(request, allowedMethods: ["POST"]) == HTTPResponse(status: 204))
    }

    @Test("are announced by a preflight, which says what may be sent and never lets cookies through")
    func preflight() throws {
        let request = try request(origin: Self.shop, method: "OPTIONS", asks: "POST")
        let permission: HTTPHeaders = [
            "Access-Control-Allow-Methods": "GET, POST",
            "Access-Control-Allow-Headers":
                "Content-Type, X-Firebase-Client, X-Firebase-GMPID, X-Goog-Api-Key, X-Ios-Bundle-Identifier, X-Client-Version",
            "Access-Control-Max-Age": "3600",
        ]
        var toAnyone: HTTPHeaders = ["Access-Control-Allow-Origin": "*"]
        var toShop: HTTPHeaders = ["Vary": "Origin", "Access-Control-Allow-Origin": Self.shop]
        for field in permission {
            toAnyone.append(field.name, field.value)
            toShop.append(field.name, field.value)
        }
        let methods = ["GET", "POST"]
        #expect(anyone.preflight(request, allowedMethods: methods) == HTTPResponse(status: 204, headers: toAnyone))
        #expect(some.preflight(request, allowedMethods: methods) == HTTPResponse(status: 204, headers: toShop))
    }

    @Test("are preflights only with everything that makes one") func recognition() throws {
        #expect(CrossOrigin.isPreflight(try request(origin: Self.shop, method: "OPTIONS", asks: "POST")))
        #expect(!CrossOrigin.isPreflight(try request(origin: Self.shop, method: "options", asks: "POST")))
        #expect(!CrossOrigin.isPreflight(try request(origin: Self.shop, method: "POST", asks: "POST")))
        #expect(!CrossOrigin.isPreflight(try request(origin: Self.shop, method: "OPTIONS")))
        #expect(!CrossOrigin.isPreflight(try request(method: "OPTIONS", asks: "POST")))
    }
}
