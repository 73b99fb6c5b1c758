private import Cryptography

private import Encodings
private import StrictJSON

/// What administrators paste to register a service account's key.
package enum CustomTokenKeyMaterial {
    /// Bytes in the longest text that is read: 16 KiB.
    package static let maximumByteCount = 16_384

    /// Why a text holds no key that could be registered. None of them repeats any of it.
    package enum Fault: Error, Sendable, CaseIterable, CustomStringConvertible {
        /// A private key is in it, alone or in a service account's key file. Whoever sent it should replace that key.
        case privateKey
        /// Not exactly one PEM block, or text around it.
        case notOneBlock
        /// A block of another type than `PUBLIC KEY` or `CERTIFICATE`.
        case otherBlock
        /// The block is not base64, or its contents are no certificate.
        case unreadable
        /// Not an RSA key of 2048 to 4096 bits for signatures in general, or not in DER.
        case unsuitableKey

        package var description: String {
            switch self {
            case .privateKey:
                "a private key was given: it belongs to the backend alone. Give its public key or certificate instead"
            case .notOneBlock: "expected exactly one PEM block and nothing around it"
            case .otherBlock: "expected a PEM block of type PUBLIC KEY or CERTIFICATE"
            case .unreadable: "the PEM block cannot be read"
            case .unsuitableKey: "the PEM block holds no RSA key of 2048 to 4096 bits"
            }
        }
    }

    private enum BlockType: String, CaseIterable {
        case publicKey = "PUBLIC KEY"
        case certificate = "CERTIFICATE"
    }

    /// The public key in a PEM text (RFC 7468): one block `PUBLIC KEY` or one X.509 `CERTIFICATE`, as service accounts'
    /// keys are published. Only a certificate's key counts, neither its dates nor who signed it: what makes the key
    /// trusted is that an administrator registers it.
    /// - Returns: `SubjectPublicKeyInfo`, DER, always the same bytes for the same key.
    package static func publicKey(pem text: String) throws(Fault) -> [UInt8] {
        guard !text.contains("PRIVATE KEY") else { throw .privateKey }
        let (label, contents) = try block(in: text)
        // Byte by byte: Swift takes a label with the Kelvin sign for its K.
        guard let type = BlockType.allCases.first(where: { label.isExactly($0.rawValue) }) else { throw .otherBlock }
        do throws(CryptographyError) {
            let key =
                switch type {
                case .publicKey: try RSA.PublicKey(subjectPublicKeyInfo: contents)
                case .certificate: try RSA.PublicKey(ofCertificate: contents)
                }
            return try key.subjectPublicKeyInfo()
        } catch {
            switch error.code {
            case .invalidKey: throw .unsuitableKey
            case .invalidCertificate, .authenticationFailure, .libraryFailure: throw .unreadable
            }
        }
    }

    private static func block(in text: String) throws(Fault) -> (type: String, contents: [UInt8]) {
        guard text.utf8.count <= maximumByteCount else { throw .notOneBlock }
        do { return try PEM.onlyBlock(in: text) } catch {
            switch error {
            case .notOneBlock: throw .notOneBlock
            case .unreadable: throw .unreadable
            }
        }
    }
}
