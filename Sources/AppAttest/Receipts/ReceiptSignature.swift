internal import Cryptography

/// Step R1: the signer among the certificates, and the signature.
enum ReceiptSignature {
    /// The one certificate that the signer's issuer and serial number name.
    static func signer(
        of container: ReceiptContainer, among certificates: [ReceiptCertificate]
    ) throws(Finding) -> ReceiptCertificate {
        let named = certificates.filter {
            $0.read.serialNumber == container.signer.serialNumber && $0.read.issuer.isSame(as: container.signer.issuer)
        }
        guard named.count == 1 else {
            throw Finding(
                .receiptSignerUnknown,
                expected: "one certificate of the issuer and serial number that the signer names",
                found: "\(named.count) among \(certificates.count) certificates")
        }
        return named[0]
    }

    /// ECDSA with SHA-256 over the content itself, or over the signed attributes where there are any (RFC 5652 section
    /// 5.4). Attributes cannot pass for a content: their SET is not one of numbered fields.
    /// - Parameter table: of the signer's key, where there is one.
    static func verify(
        _ container: ReceiptContainer, by signer: ReceiptCertificate, _ table: P256FixedKey?,
        acceptsUncoveredAttributes: Bool
    ) throws(Finding) -> (Void, note: Note) {
        func isSigned(_ message: [UInt8]) throws(Finding) -> Bool {
            do {
                guard signer.read.publicKey.curve == .p256 else { throw CryptographyError(.invalidKey, "curve") }
                if let table { return table.isValidSignature(container.signer.signature, for: message) }
                return try P256.isValidSignature(
                    container.signer.signature, for: message, by: signer.read.publicKey.bytes)
            } catch {
                throw Finding(
                    .receiptSignatureInvalid, expected: "a signer with a P-256 key", found: "another kind of key")
            }
        }
        guard let contents = container.signer.signedAttributes else {
            guard try isSigned(container.content) else {
                throw Finding(
                    .receiptSignatureInvalid, expected: "the signer's signature over the content",
                    found: "one that does not verify")
            }
            return ((), note: Note("over \(container.content.count) bytes of content; no signed attributes"))
        }
        let attributes = try attributes(contents, of: container)
        if attributes.contentType != nil, try isSigned(attributes.signedBytes) {
            return ((), note: Note("over signed attributes, which hold the digest of the content"))
        }
        guard try isSigned(container.content) else {
            throw Finding(
                .receiptSignatureInvalid, expected: "the signer's signature over the signed attributes",
                found: "one that does not verify")
        }
        guard acceptsUncoveredAttributes else {
            throw Finding(
                .receiptAttributesNotCovered, expected: "a signature over the signed attributes (RFC 5652 section 5.4)",
                found: "one over the content alone")
        }
        return ((), note: Note("over the content alone, although there are signed attributes: accepted as in archives"))
    }

    /// Attributes that are of this content.
    private static func attributes(
        _ contents: [UInt8], of container: ReceiptContainer
    ) throws(Finding) -> SignedAttributes {
        let attributes: SignedAttributes
        do { attributes = try SignedAttributes(contents) } catch {
            throw Finding(.malformedReceipt, expected: "signed attributes in DER", found: error.detail)
        }
        guard attributes.contentType ?? ReceiptContainer.contentType == ReceiptContainer.contentType,
            let digest = attributes.messageDigest, ConstantTime.equal(digest, SHA256.hash(container.content))
        else {
            throw Finding(
                .receiptSignatureInvalid, expected: "signed attributes with the type and digest of the content",
                found: "others")
        }
        return attributes
    }
}
