import AppCheckTokens
import Encodings
import StrictJSON

/// A token as somebody sends it, or what is in one: a header, or claims that a good key signed.
enum TokenInput {
    static func check(_ input: [UInt8]) throws(BrokenPromise) {
        guard let text = String(validating: input, as: UTF8.self) else { return }
        let site: SigningSite
        do { site = try SigningSite.only.get() } catch { throw BrokenPromise(description: "no key was made") }
        try checkForm(of: text)
        try checkRefusal(of: text, site)
        guard let object = try? JSONObject(json: input) else { return }
        try checkHeader(object, input, site)
        // Signing takes longer than all the rest: only what has a chance to be accepted is signed.
        if object["exp"] != nil, let token = site.token(header: site.header, claims: input) {
            try checkClaims(object, token, site)
            try checkCustomClaims(object, token, site)
        }
    }

    /// A signed text has one spelling.
    private static func checkForm(of text: String) throws(BrokenPromise) {
        let isForm = (try? CompactJWS(text)) != nil
        if isForm {
            let parts = text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false).map { String(Substring($0)) }
            try promise(parts.count == 3 && text.utf8.count <= 8192, "\(parts.count) parts were read")
            for (index, part) in parts.enumerated() {
                let bytes = Base64URL.decode(part)
                // What is claimed is read when its signature is known to be good.
                try promise(index == 1 || bytes != nil, "a part was read that is not base64url")
                if let bytes { try promise(Base64URL.encode(bytes) == part, "a part has two spellings") }
            }
        }
        if (try? UnverifiedCustomToken(text)) != nil { try promise(isForm, "a custom token is no JWS") }
    }

    /// Nobody has the key: it was made for this process, which signed nothing else.
    private static func checkRefusal(of text: String, _ site: SigningSite) throws(BrokenPromise) {
        try promise(
            (try? site.verifier.verify(text, keys: site.keys, at: 0)) == nil, "a token was accepted that nobody signed")
        guard let token = try? UnverifiedCustomToken(text) else { return }
        try promise(
            (try? site.customVerifier.verify(token, signers: [site.signer], at: 0)) == nil,
            "a custom token was accepted that nobody signed")
    }

    private static func checkHeader(
        _ header: JSONObject, _ json: [UInt8], _ site: SigningSite
    ) throws(BrokenPromise) {
        guard header["alg"] != nil, let token = site.token(header: json, claims: site.claims) else { return }
        let isKnown = isExactly(header.string("kid"), SigningSite.keyID)
        let isGood =
            isExactly(header.string("alg"), "RS256") && isExactly(header.string("typ"), "JWT")
            && header["crit"] == nil
        let isAccepted = (try? site.verifier.verify(token, keys: site.keys, at: SigningSite.now)) != nil
        try promise(isAccepted == (isKnown && isGood), "a header was \(isAccepted ? "accepted" : "refused")")
        guard let custom = try? UnverifiedCustomToken(token) else { return }
        try promise(isGood, "a custom token's header was accepted")
        switch custom.keyReference {
        case .keyID(let kid): try promise(isExactly(header.string("kid"), kid), "another key is asked for")
        case .serviceAccount: try promise(header["kid"] == nil, "a header's key is not asked for")
        }
    }

    private static func checkClaims(
        _ claims: JSONObject, _ token: String, _ site: SigningSite
    ) throws(BrokenPromise) {
        guard let verified = try? site.verifier.verify(token, keys: site.keys, at: SigningSite.now, leeway: 60) else {
            return
        }
        try promise(isExactly(claims.string("sub"), verified.appID), "another app was read")
        try promise(verified.appID == SigningSite.appID, "an app was accepted that may not ask")
        try promise(isExactly(claims.string("iss"), site.project.issuer), "another issuer was accepted")
        try promise(texts(claims["aud"])?.contains(where: site.project.audience.contains) == true, "another audience")
        try promise(claims.integer("exp") == verified.expiry && verified.expiry > SigningSite.now, "it has ended")
        try promise(
            claims.integer("iat") == verified.issuedAt && verified.issuedAt <= SigningSite.now + 60, "not issued yet")
        try promise(claims["nbf"] == nil || claims.integer("nbf").map { $0 <= SigningSite.now + 60 } == true, "nbf")
        try promise(claims.string("jti") == verified.jti && verified.jti?.isEmpty != true, "another jti was read")
    }

    private static func checkCustomClaims(
        _ claims: JSONObject, _ token: String, _ site: SigningSite
    ) throws(BrokenPromise) {
        guard let custom = try? UnverifiedCustomToken(token),
            let verified = try? site.customVerifier.verify(custom, signers: [site.signer], at: SigningSite.now)
        else { return }
        try promise(verified.serviceAccount == SigningSite.serviceAccount, "another account vouched")
        for name in ["iss", "sub"] {
            try promise(isExactly(claims.string(name), SigningSite.serviceAccount), "another account in \(name)")
        }
        try promise(isExactly(claims.string("app_id"), SigningSite.appID), "another app was accepted")
        let audience = claims.string("aud").map { [$0] } ?? texts(claims["aud"])
        try promise(audience == [CustomTokenVerifier.audience], "another audience was accepted")
        guard let issued = claims.integer("iat"), let expiry = claims.integer("exp") else {
            throw BrokenPromise(description: "a custom token without times was accepted")
        }
        try promise(expiry > SigningSite.now && issued <= SigningSite.now + 60, "it is not good now")
        try promise(1...3600 ~= expiry - issued, "it is good for \(expiry - issued) s")
        try promise(verified.sessionTTL.map { 1800...604_800 ~= $0 } ?? true, "another time to live was granted")
        try promise((verified.sessionTTL == nil) == (claims["ttl"] == nil), "a time to live was passed over")
    }

    private static func texts(_ value: JSONValue?) -> [String]? {
        guard case .array(let items)? = value else { return nil }
        return items.compactMap(\.string)
    }

    private static func isExactly(_ text: String?, _ other: String) -> Bool { text?.isExactly(other) ?? false }
}
