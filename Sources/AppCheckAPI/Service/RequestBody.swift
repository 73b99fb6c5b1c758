internal import AppCheck
internal import Compression
internal import HTTP

/// The content of a request's body, without its coding. Google's Java clients compress every body by themselves.
package enum RequestBody {
    /// The longest, in bytes, as it is sent and inflated.
    package static let maximumByteCount = 65_536

    /// Takes off the coding that the header `Content-Encoding` names (RFC 9110 section 8.4): none, or gzip once.
    static func read(_ request: HTTPRequest) throws(APIError) -> [UInt8] {
        let codings = request.headers.values(of: "Content-Encoding")
        if codings.isEmpty { return request.body }
        switch codings.map({ $0.lowercased() }) {
        case ["identity"]: return request.body
        case ["gzip"], ["x-gzip"]: return try inflate(request.body)
        default:
            throw APIError(
                http: 415, status: .invalidArgument,
                message: "Only the content coding gzip is understood, and it once.",
                reason: APIError.Reason.unsupportedEncoding.rawValue, headers: [("Accept-Encoding", "gzip")])
        }
    }

    private static func inflate(_ bytes: [UInt8]) throws(APIError) -> [UInt8] {
        do {
            return try Gzip.inflate(bytes, limit: maximumByteCount)
        } catch {
            switch error {
            case .malformed: throw .invalid(.malformedEncoding, "The body is not what gzip makes.")
            case .tooLarge: throw APIError(HTTPRefusal.bodyTooLarge(limit: maximumByteCount))
            case .outOfMemory: throw APIError(ExchangeError.internalFailure("no memory to inflate a body"))
            }
        }
    }
}
