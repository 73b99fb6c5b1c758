/// What can be asked of a server under load.
enum Kind: String, CaseIterable {
    case attestation, assertion, challenge, jwks, healthz
    /// Of the minimal echo: a body there and back, and a fixed one.
    case echoPost = "echo-post"
    case echoGet = "echo-get"

    var isExchange: Bool { self == .attestation || self == .assertion }
    var isEcho: Bool { self == .echoPost || self == .echoGet }
    /// The least that could answer the same.
    var echo: Kind? {
        switch self {
        case .challenge: .echoPost
        case .jwks, .healthz: .echoGet
        case .attestation, .assertion, .echoPost, .echoGet: nil
        }
    }

    /// - Parameter names: `echo` is both of them.
    static func read(_ names: [String]) throws(Failure) -> [Kind] {
        var kinds: [Kind] = []
        for name in names {
            if name == "echo" {
                kinds += [.echoPost, .echoGet]
            } else if let kind = Kind(rawValue: name) {
                kinds.append(kind)
            } else {
                throw Failure("\(name): not one of \(allCases.map(\.rawValue).joined(separator: ", "))")
            }
        }
        return kinds
    }
}
