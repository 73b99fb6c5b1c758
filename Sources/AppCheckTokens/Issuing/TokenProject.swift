/// The project that tokens are for: what its audience and its issuer are made of.
public struct TokenProject: Sendable, Equatable {
    /// The issuer that Firebase Admin SDKs insist on.
    public static let firebaseIssuerBase = "https://firebaseappcheck.googleapis.com"

    /// Decimal digits.
    public let number: String
    /// The id by which verifiers are configured.
    public let id: String
    /// What comes before the project number in `iss`, without a slash at its end.
    public let issuerBase: String

    /// - Parameters:
    ///   - number: 1 to 20 decimal digits.
    ///   - id: 1 to 128 visible ASCII characters, no slash.
    ///   - issuerBase: 1 to 512 visible ASCII characters, no slash at the end.
    /// - Throws: `invalidProject`.
    public init(
        number: String, id: String, issuerBase: String = TokenProject.firebaseIssuerBase
    ) throws(SigningError) {
        guard number.isVisibleASCII(upTo: 20), number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw SigningError(.invalidProject, "number")
        }
        guard id.isVisibleASCII(upTo: 128), !id.contains("/") else { throw SigningError(.invalidProject, "id") }
        guard issuerBase.isVisibleASCII(upTo: 512), !issuerBase.hasSuffix("/") else {
            throw SigningError(.invalidProject, "issuer")
        }
        (self.number, self.id, self.issuerBase) = (number, id, issuerBase)
    }

    /// The claim `aud`: `projects/<number>`, then `projects/<id>`.
    public var audience: [String] { ["projects/\(number)", "projects/\(id)"] }

    /// The claim `iss`: `<issuer base>/<number>`.
    public var issuer: String { "\(issuerBase)/\(number)" }
}
