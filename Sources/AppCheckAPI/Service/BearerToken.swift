internal import HTTP

/// Reads the header `Authorization` (RFC 6750 section 2.1).
enum BearerToken {
    /// - Returns: nil unless there is exactly one such header and it has a bearer token.
    static func text(_ headers: HTTPHeaders) -> String? {
        let values = headers.values(of: "Authorization")
        guard values.count == 1, let value = values.first else { return nil }
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1].drop { $0 == " " })
    }
}
