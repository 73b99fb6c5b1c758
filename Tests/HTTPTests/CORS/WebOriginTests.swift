import HTTP
import Testing

@Suite("A web page's origin") struct WebOriginTests {
    @Test(
        "is what browsers send",
        arguments: [
            "https://app.example.com", "http://localhost:3000", "https://example.com:8443", "http://192.0.2.1",
            "http://[::1]:3000", "http://example.com:443", "https://example.com:80", "capacitor://localhost",
            "chrome-extension://abcdefghijklmnop",
        ])
    func accepted(_ text: String) { #expect(WebOrigin(text)?.text == text) }

    @Test(
        "is nothing that no browser sends",
        arguments: [
            "", "*", "null", "https", "https:", "https://", "://example.com", "//example.com", "example.com",
            "https:example.com", "https://example.com/", "https://example.com/a", "https://Example.com",
            "HTTPS://example.com", "https://example.com:443", "http://example.com:80", "https://example.com:",
            "https://example.com:0", "https://*.example.com", "https://user@example.com", "https://example.com?a",
            "https://example.com#a", "https://ex ample.com", " https://example.com", "https://example.com ",
            "https://exämple.com", "1http://example.com", "https://a,https://b", "https://a://b",
        ])
    func refused(_ text: String) { #expect(WebOrigin(text) == nil) }
}
