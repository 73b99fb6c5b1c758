import TestSupport

/// A JSON object to be sent. Its values are raw JSON, so that a test can put anything there.
struct Message: Sendable {
    private(set) var members: [(name: String, json: String)]

    init(_ members: [(name: String, json: String)]) { self.members = members }

    static func attestation(_ object: [UInt8], keyID: [UInt8], challenge: [UInt8]) -> Message {
        Message([
            ("key_id", quoted(keyID)), ("attestation_statement", quoted(object)), ("challenge", quoted(challenge)),
            ("limited_use", "false"),
        ])
    }

    static func assertion(_ assertion: [UInt8], artifact: [UInt8], challenge: [UInt8]) -> Message {
        Message([
            ("artifact", quoted(artifact)), ("challenge", quoted(challenge)), ("assertion", quoted(assertion)),
            ("limited_use", "false"),
        ])
    }

    /// Base64 in quotes, slashes escaped as Apple's serializer escapes them.
    static func quoted(_ bytes: [UInt8]) -> String { "\"\(base64(bytes).replacing("/", with: "\\/"))\"" }

    /// The same with one member's JSON replaced, or added, or left out.
    func with(_ name: String, _ json: String?) -> Message {
        var copy = members
        if let index = copy.firstIndex(where: { $0.name == name }) {
            if let json { copy[index].json = json } else { copy.remove(at: index) }
        } else if let json {
            copy.append((name, json))
        }
        return Message(copy)
    }

    /// The same with another member at its end, whatever is there already.
    func adding(_ name: String, _ json: String) -> Message { Message(members + [(name, json)]) }

    func mapNames(_ change: (String) -> String) -> Message { Message(members.map { (change($0.name), $0.json) }) }

    func mapTexts(_ change: (String) -> String) -> Message {
        Message(members.map { ($0.name, $0.json.hasPrefix("\"") ? change($0.json) : $0.json) })
    }

    subscript(name: String) -> String? { members.first { $0.name == name }?.json }

    var json: String { "{\(members.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ","))}" }
    var bytes: [UInt8] { Array(json.utf8) }
}

struct ChallengeAnswer: Decodable {
    let challenge: String
    let ttl: String
}

struct TokenAnswer: Decodable, Equatable {
    let token: String
    let ttl: String
    /// Of v1beta only.
    let attestationToken: String?
}

struct AttestationAnswer: Decodable {
    struct Deprecated: Decodable, Equatable {
        let attestationToken: String
        let ttl: String
    }

    let artifact: String
    let appCheckToken: TokenAnswer
    /// Of v1beta only.
    let attestationToken: Deprecated?

    var artifactBytes: [UInt8] { get throws { try bytes(base64: artifact) } }
}
