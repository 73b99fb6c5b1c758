import AppCheckTokens
import StrictJSON

extension TokenProject {
    /// The project that a token says it is for, so that it can be verified by somebody who knows the project by one of its
    /// names only. A backend does not do this: it knows both.
    /// - Parameter reference: the name that is known; the token must have it in its audience.
    init(named reference: String, in token: String) throws {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let json = Base64URL.decode(String(parts[1])), let claims = try? JSONObject(json: json),
            case .array(let audience)? = claims["aud"], let issuer = claims.string("iss"),
            let slash = issuer.lastIndex(of: "/")
        else { throw Failure("the token has no readable claims") }
        let names = audience.compactMap(\.string).filter { $0.hasPrefix("projects/") }.map { String($0.dropFirst(9)) }
        let number = String(issuer[issuer.index(after: slash)...])
        guard names.contains(reference), names.contains(number), let id = names.first(where: { $0 != number }) else {
            throw Failure("the token is not for project \(reference)")
        }
        try self.init(number: number, id: id, issuerBase: String(issuer[..<slash]))
    }
}
