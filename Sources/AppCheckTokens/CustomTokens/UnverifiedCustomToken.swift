private import StrictJSON

/// A custom token before its key is known. All that can be had of it is which key to look for.
package struct UnverifiedCustomToken: Sendable {
    /// How a token names the key that signed it.
    package enum KeyReference: Sendable, Equatable {
        /// The header's `kid`: that key and no other.
        case keyID(String)
        /// There is no `kid`: one of the keys of the account that the claim `iss` names.
        case serviceAccount(String)
    }

    package let keyReference: KeyReference
    let jws: CompactJWS

    /// - Parameter text: a compact JWS of at most 8 KiB.
    /// - Throws: `malformed`, `unsupportedAlgorithm`.
    package init(_ text: String) throws(CustomTokenFault) {
        do { jws = try CompactJWS(text) } catch { throw CustomTokenFault(error) }
        if let kid = jws.header["kid"] {
            guard let kid = kid.string else { throw .malformed }
            keyReference = .keyID(kid)
        } else {
            let issuer: String?
            do { issuer = try jws.unverifiedText("iss") } catch { throw CustomTokenFault(error) }
            guard let issuer else { throw .malformed }
            keyReference = .serviceAccount(issuer)
        }
    }
}
