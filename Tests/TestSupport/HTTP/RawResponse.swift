import Foundation

/// An answer taken apart by hand.
package struct RawResponse: Sendable, Equatable {
    package let status: Int
    /// Names in lower case.
    package let headers: [String: String]
    package let body: [UInt8]

    package var text: String { String(decoding: body, as: UTF8.self) }
    package var closes: Bool { headers["connection"]?.lowercased() == "close" }

    /// The body as JSON.
    package func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(body))
    }

    /// The `error` object of an error body.
    package var error: ErrorBody? {
        get throws { try decoded(as: [String: ErrorBody].self)["error"] }
    }

    /// The reason of an error; nil for other answers.
    package var reason: String? { (try? error)?.reason }

    /// Takes one whole answer off the front of `bytes`; `nil` if it has not arrived yet.
    /// - Parameter toHead: The request was a HEAD: no body follows, whatever its length is said to be.
    package init?(parsing bytes: inout [UInt8], toHead: Bool) throws {
        let separator = Array("\r\n\r\n".utf8)
        guard bytes.count >= 4,
            let end = (0...(bytes.count - 4)).first(where: { bytes[$0..<($0 + 4)].elementsEqual(separator) })
        else { return nil }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            throw RawClientError.unreadable(lines[0])
        }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw RawClientError.unreadable(line) }
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        let hasBody = !toHead && status >= 200 && status != 204
        let length = hasBody ? Int(headers["content-length"] ?? "") : 0
        guard let length else { throw RawClientError.unreadable("no Content-Length") }
        guard bytes.count >= end + 4 + length else { return nil }
        (self.status, self.headers) = (status, headers)
        body = Array(bytes[(end + 4)..<(end + 4 + length)])
        bytes.removeFirst(end + 4 + length)
    }
}
