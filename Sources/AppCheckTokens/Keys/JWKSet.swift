private import Encodings
internal import StrictJSON

/// The keys that tokens can be verified with (RFC 7517 section 5), as served at `/v1/jwks`.
public struct JWKSet: Sendable, Equatable {
    /// Bytes in the longest text that is read: 64 KiB.
    public static let maximumByteCount = 65_536
    /// Keys in the largest set: 64.
    public static let maximumKeyCount = 64

    /// The keys, each with a `kid` of its own.
    public let keys: [PublicJWK]

    /// - Throws: `duplicateKeyID`; `tooLarge` for more than 64 keys.
    public init(_ keys: [PublicJWK]) throws(JWKSetError) {
        guard keys.count <= Self.maximumKeyCount else { throw JWKSetError(.tooLarge) }
        guard Set(keys.map { Array($0.kid.utf8) }).count == keys.count else { throw JWKSetError(.duplicateKeyID) }
        self.keys = keys
    }

    /// For keys already known to be few and differently named.
    init(distinct keys: [PublicJWK]) { self.keys = keys }

    /// Reads a set as it was served.
    ///
    /// Keys that are not RSA, not for signatures, for another algorithm than RS256, without `kid` or out of range are
    /// passed over, as RFC 7517 section 5 asks; members that are not known are ignored.
    /// - Throws: `malformed`, `tooLarge`, `duplicateKeyID`.
    public init(json: [UInt8]) throws(JWKSetError) {
        guard json.count <= Self.maximumByteCount else { throw JWKSetError(.tooLarge) }
        guard let object = try? JSONObject(json: json), case .array(let entries)? = object["keys"] else {
            throw JWKSetError(.malformed)
        }
        var keys: [PublicJWK] = []
        for entry in entries {
            guard case .object(let members) = entry else { throw JWKSetError(.malformed) }
            if let key = Self.usableKey(members) { keys.append(key) }
        }
        try self.init(keys)
    }

    /// The set as JSON in UTF-8, `{"keys":[…]}`, always the same bytes for the same keys.
    public var json: [UInt8] { Array("{\"keys\":[\(keys.map(\.json).joined(separator: ","))]}".utf8) }

    /// The key of that name.
    public subscript(kid: String) -> PublicJWK? { keys.first { $0.kid.isExactly(kid) } }

    private static func usableKey(_ members: JSONObject) -> PublicJWK? {
        // A missing `use` or `alg` leaves both open; one that is there must allow what tokens need.
        guard members.string("kty") == "RSA",
            members["use"] == nil || members.string("use") == "sig",
            members["alg"] == nil || members.string("alg") == "RS256",
            let kid = members.string("kid"),
            let modulus = members.string("n").flatMap({ Base64URL.decode($0) }),
            let exponent = members.string("e").flatMap({ Base64URL.decode($0) })
        else { return nil }
        return try? PublicJWK(kid: kid, modulus: modulus, exponent: exponent)
    }
}
