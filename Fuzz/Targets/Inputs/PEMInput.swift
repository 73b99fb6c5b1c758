import AppCheckTokens
import Cryptography
import Encodings

/// A key that an administrator pastes: PEM text, or what is in it.
enum PEMInput {
    static func check(_ input: [UInt8]) throws(BrokenPromise) {
        if let text = String(validating: input, as: UTF8.self) { try checkText(text) }
        if let key = try? CustomTokenKeyMaterial.publicKey(pem: PEM.block("PUBLIC KEY", input)) {
            try promise(key == input, "a key has two forms")
        }
        if let key = try? CustomTokenKeyMaterial.publicKey(pem: PEM.block("CERTIFICATE", input)) {
            try promise(key.count < input.count, "a key is longer than its certificate")
            try checkKey(key)
            for other in [input + [0], input.dropLast()] {
                try promise(
                    (try? CustomTokenKeyMaterial.publicKey(pem: PEM.block("CERTIFICATE", other))) == nil,
                    "a certificate was taken that does not end where it ends")
            }
        }
    }

    private static func checkText(_ text: String) throws(BrokenPromise) {
        guard let key = try? CustomTokenKeyMaterial.publicKey(pem: text) else { return }
        try promise(text.utf8.count <= CustomTokenKeyMaterial.maximumByteCount, "\(text.utf8.count) bytes were read")
        let labels = ["PUBLIC KEY", "CERTIFICATE"].filter { text.holds("-----BEGIN \($0)-----") }
        try promise(labels.count == 1, "a block was taken that is of no known type")
        try promise(text.holds("-----END \(labels[0])-----"), "a block ends as another one")
        try promise(!text.holds("PRIVATE KEY"), "a private key was taken")
        try checkKey(key)
    }

    /// What is kept is one key in one form.
    private static func checkKey(_ key: [UInt8]) throws(BrokenPromise) {
        try promise(
            (try? CustomTokenKeyMaterial.publicKey(pem: PEM.block("PUBLIC KEY", key))) == key,
            "a key changed by being written and read")
        guard let parts = try? RSA.PublicKey(subjectPublicKeyInfo: key) else {
            throw BrokenPromise(description: "a key was taken that verifies nothing")
        }
        try promise(256...512 ~= parts.modulus.count, "a modulus of \(parts.modulus.count) bytes was taken")
        try promise(!parts.isValidSignature([UInt8](repeating: 0, count: parts.modulus.count), for: []), "0 signs")
    }
}

extension String {
    /// Byte by byte.
    fileprivate func holds(_ part: String) -> Bool { utf8.firstRange(of: part.utf8) != nil }
}
