import Foundation

/// An answer taken apart by hand.
struct RawResponse: Sendable, Equatable {
    let status: Int
    /// Names in lower case.
    let headers: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
    var closes: Bool { headers["connection"]?.lowercased() == "close" }

    /// The `error` object of an error body: code, status and message.
    var error: APIError? {
        get throws { try JSONDecoder().decode([String: APIError].self, from: Data(body))["error"] }
    }

    /// Takes one whole answer off the front of `bytes`; `nil` if it has not arrived yet.
    /// - Parameter toHead: The request was a HEAD: no body follows, whatever its length is said to be.
    init?(parsing bytes: inout [UInt8], toHead: Bool) throws {
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

struct APIError: Codable, Equatable {
    let code: Int
    let message: String
    let status: String
}
