import Cryptography

/// The signatures without which no exchange can be, and nothing around them: what everything else is measured by.
struct CryptoFloor {
    private let intermediate: P384.PrivateKey
    private let tables: P384FixedKey
    private let device: P256.PrivateKey
    private let tokenKey: RSA.PrivateKey
    /// As long as the signed part of a leaf, a token, an assertion and the content of a receipt.
    private let leaf = [UInt8](repeating: 1, count: 900)
    private let token = [UInt8](repeating: 2, count: 400)
    private let assertion = [UInt8](repeating: 3, count: 69)
    private let receipt = [UInt8](repeating: 4, count: 1_500)
    private let leafSignature: [UInt8]
    private let assertionSignature: [UInt8]
    private let receiptSignature: [UInt8]

    init() throws {
        intermediate = try P384.PrivateKey()
        tables = try P384FixedKey(intermediate.publicKey)
        device = try P256.PrivateKey()
        tokenKey = try RSA.PrivateKey(bits: 2048)
        leafSignature = try intermediate.signature(for: leaf, digest: .sha256)
        assertionSignature = try device.signature(for: assertion)
        receiptSignature = try device.signature(for: receipt)
    }

    var operations: [Operation] {
        let block = [UInt8](repeating: 7, count: 1_000)
        return [
            Operation(figure: "floor.p384.plain", title: "P-384 verify, EVP", count: 150) {
                try require(
                    intermediate.publicKey.isValidSignature(leafSignature, for: leaf, digest: .sha256), "P-384 verify")
            },
            Operation(figure: "floor.p384.fixed", title: "P-384 verify, fixed key", count: 300, run: verifyLeaf),
            Operation(figure: "floor.p256.plain", title: "P-256 verify, EVP, ready key", count: 1_500) {
                try verifyAssertion()
            },
            Operation(figure: "floor.rsa.sign", title: "RSA-2048 sign", count: 150, run: signToken),
            Operation(figure: "floor.p256.sign", title: "ECDSA P-256 sign", count: 3_000) {
                _ = try device.signature(for: token)
            },
            Operation(figure: "floor.sha256", title: "SHA-256 of 1000 bytes", count: 20_000) {
                _ = SHA256.hash(block)
            },
            Operation(figure: "floor.attestation", title: "bare crypto of an attestation exchange", count: 150) {
                try verifyLeaf()
                try signToken()
            },
            Operation(figure: "floor.attestation.receipt", title: "  the same with its receipt", count: 150) {
                try verifyLeaf()
                try verifyReceipt()
                try signToken()
            },
            Operation(figure: "floor.assertion", title: "bare crypto of an assertion exchange", count: 150) {
                try verifyAssertion()
                try signToken()
            },
        ]
    }

    private func verifyLeaf() throws {
        try require(tables.isValidSignature(leafSignature, for: leaf, digest: .sha256), "the fixed-key verify")
    }

    private func verifyAssertion() throws {
        try require(device.publicKey.isValidSignature(assertionSignature, for: assertion), "P-256 verify")
    }

    private func verifyReceipt() throws {
        try require(device.publicKey.isValidSignature(receiptSignature, for: receipt), "P-256 verify")
    }

    private func signToken() throws { _ = try tokenKey.signature(for: token) }
}
