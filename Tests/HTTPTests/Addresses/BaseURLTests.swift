import HTTP
import Testing

@Suite("A server's URL") struct BaseURLTests {
    @Test(
        "has a host, and maybe a port and a plain path",
        arguments: [
            "https://appcheck.example.com", "http://localhost:8080", "https://192.0.2.1", "http://[::1]:8080",
            "https://[2001:db8::1]", "https://example.com:443", "https://Example.com/Assay", "https://a/b/c_d-e.f~g",
        ])
    func accepted(_ text: String) { #expect(BaseURL(text)?.text == text) }

    @Test(
        "is nothing that paths cannot be appended to",
        arguments: [
            "", "https://", "https:///a", "example.com", "//example.com", "ftp://example.com", "HTTPS://example.com",
            "https://example.com/", "https://example.com/a/", "https://example.com//a", "https://example.com/a//b",
            "https://example.com/.", "https://example.com/../a", "https://example.com?q", "https://example.com/a?q",
            "https://example.com/#a", "https://example.com/%61", "https://example.com/a b", "https://example.com/ä",
            "https://user@example.com", "https://user:pass@example.com", "https://example.com:",
            "https://example.com:0",
            "https://example.com:65536", "https://example.com:8o", "https://::1", "https://[::1", "https://[1.2.3.4]",
            "https://[::1]x", "https://exämple.com", "https://ex ample.com", "https://*.example.com",
            " https://example.com",
        ])
    func refused(_ text: String) { #expect(BaseURL(text) == nil) }
}
