import AppCheckAPI
import HTTP
import Testing

@Suite("The address in a discovery document") struct DocumentRootTests {
    @Test("is the configured one, whatever the client asked for") func configured() {
        let root = DocumentRoot.url(publicURL: "https://check.example.com/appcheck", ["Host": "other.example.com"])
        #expect(root == "https://check.example.com/appcheck/")
    }

    @Test("is otherwise the host that was asked", arguments: ["127.0.0.1:8080", "check.example.com", "[::1]:8080"])
    func asked(_ host: String) {
        #expect(DocumentRoot.url(publicURL: nil, ["Host": host]) == "http://\(host)/")
    }

    @Test(
        "does not repeat what is no host",
        arguments: ["", "a@b.example.com", "b.example.com/path", "b.example.com?", "b\"", "b.example.com:", "x:99999"])
    func refused(_ host: String) {
        #expect(DocumentRoot.url(publicURL: nil, ["Host": host]) == "http://localhost/")
    }

    @Test("does not choose among several hosts, and does without any") func several() {
        #expect(
            DocumentRoot.url(publicURL: nil, ["Host": "a.example.com", "host": "b.example.com"]) == "http://localhost/")
        #expect(DocumentRoot.url(publicURL: nil, [:]) == "http://localhost/")
    }
}
