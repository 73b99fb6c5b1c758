/// The bytes of requests, head and body.
enum Request {
    static func get(_ path: String) -> [UInt8] { Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8) }

    static func post(_ path: String, _ body: String) -> [UInt8] { post(path, Array(body.utf8)) }

    static func post(_ path: String, _ body: [UInt8]) -> [UInt8] {
        Array(
            """
            POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n\
            Content-Length: \(body.count)\r\n\r\n
            """.utf8) + body
    }
}
