import AppCheck
import AppCheckAPI
import Cryptography
import Encodings

/// A text that is one value: a mask, a time, a secret.
enum ValueInput {
    static func check(_ input: [UInt8]) throws(BrokenPromise) {
        guard let text = String(validating: input, as: UTF8.self) else { return }
        try checkTimes(text)
        for fields in masks { try checkMask(text, fields) }
        try checkEncodings(text)
        try checkSecrets(text)
    }

    /// What masks may name, for every method that takes one.
    private static let masks: [[FieldSchema]] = APIMethods.all.reduce(into: []) { masks, method in
        for field in method.query + (method.request?.fields ?? []) {
            guard case .fieldMask(let names) = field.type else { continue }
            let fields = names.map { FieldSchema($0, .bool, "") }
            if !masks.contains(fields) { masks.append(fields) }
        }
    }

    private static func checkTimes(_ text: String) throws(BrokenPromise) {
        if let seconds = ProtoDuration.read(text) {
            try promise((-315_576_000_000...315_576_000_000).contains(seconds), "a duration of \(seconds) s was read")
            try promise(ProtoDuration.read(ProtoDuration.text(seconds)) == seconds, "\(seconds) s changed")
        }
        if let seconds = ProtoTimestamp.read(text) {
            let written = ProtoTimestamp.text(seconds)
            try promise(
                written.utf8.count == 20 && written.utf8.last == UInt8(ascii: "Z"),
                "\(seconds) was written as \(written)")
            try promise(ProtoTimestamp.read(written) == seconds, "\(seconds) changed by being written as \(written)")
            // Written in Greenwich's time, and to the second, it is the same text.
            if text.utf8.count == 20 { try promise(text == written, "\(text) was written as \(written)") }
        }
        if let day = ProtoDate.read(text) {
            try promise(ProtoDate.text(day).utf8.elementsEqual(text.utf8), "\(text) changed by being read as a day")
        }
    }

    private static func checkMask(_ text: String, _ fields: [FieldSchema]) throws(BrokenPromise) {
        let names = fields.map(\.name)
        guard let mask = try? FieldMask.read(text, updatable: names) else { return }
        try promise(!mask.paths.isEmpty && mask.paths.isSubset(of: names), "a mask names what cannot be updated")
        for spelling in [\FieldSchema.name, \.jsonName] {
            let written = fields.filter { mask.contains($0.name) }.map { $0[keyPath: spelling] }
            try promise(
                (try? FieldMask.read(written.joined(separator: ","), updatable: names)) == mask,
                "a mask changed by being written and read")
        }
    }

    private static func checkEncodings(_ text: String) throws(BrokenPromise) {
        if let bytes = Base64Text.decode(text) {
            try promise(bytes.count <= text.utf8.count / 4 * 3 + 2, "base64 gave more bytes than it has")
            try promise(Base64Text.decode(Base64Text.encode(bytes)) == bytes, "base64 changed")
        }
        if let bytes = Hexadecimal.decode(text) {
            try promise(Hexadecimal.encode(bytes) == text.lowercased(), "hexadecimal digits changed")
        }
        if let keyID = AttestedKeyName.keyID(reading: text) {
            try promise(keyID.count == 32, "a key id of \(keyID.count) bytes was read")
            let forms = [AttestedKeyName.id(of: keyID), Base64Text.encode(keyID), Hexadecimal.encode(keyID)]
            try promise(
                forms.allSatisfy { AttestedKeyName.keyID(reading: $0) == keyID }, "a key id changed by being written")
        }
    }

    private static func checkSecrets(_ text: String) throws(BrokenPromise) {
        let kinds = Credential.Kind.allCases.filter { Credential($0, parsing: text) != nil }
        try promise(kinds.count <= 1, "a secret is of two kinds")
        if let kind = kinds.first, let secret = Credential(kind, parsing: text) {
            try promise(
                text.utf8.elementsEqual("\(kind.rawValue)_\(secret.id)_\(text.utf8Suffix(64))".utf8),
                "a secret has another form")
            try promise(secret.hash == SHA256.hash(Array(text.utf8)), "a secret is kept as another one")
            try promise(!"\(secret)\(String(reflecting: secret))".contains(secret.id), "a secret describes itself")
        }
        if let hash = DebugToken.hash(ofSecret: text) {
            try promise(text.utf8.count == 36, "a debug secret of \(text.utf8.count) bytes was taken")
            try promise(hash == SHA256.hash(Array(text.lowercased().utf8)), "a debug secret is kept as another one")
            try promise(hash == DebugToken.hash(ofSecret: text.uppercased()), "a debug secret's case counts")
        }
    }
}

extension String {
    fileprivate func utf8Suffix(_ count: Int) -> String { String(decoding: utf8.suffix(count), as: UTF8.self) }
}
