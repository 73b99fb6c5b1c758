import AppAttest
import Cryptography

enum CertificateInput {
    static func check(_ input: [UInt8]) throws(BrokenPromise) {
        guard let certificate = try? Certificate(der: input) else { return }
        try promise((try? Certificate(der: input + [0])) == nil, "a byte after the certificate was accepted")
        try promise((try? Certificate(der: input.dropLast())) == nil, "it was accepted without its last byte")
        // Others end at the next check; what their algorithms' parameters say is read by nobody here.
        if Certificate.SignatureAlgorithm(certificate.signatureAlgorithm) != nil,
            certificate.publicKey.curve != nil
        {
            try promise(isCertificateToOpenSSL(input), "OpenSSL refuses to parse it")
        }
        try promise(certificate.signedBytes.count < input.count, "what is signed is longer than the whole")
        try checkExtensions(certificate)
    }

    /// A path from the certificate to no anchor at all: parsed, and then not trusted.
    private static func isCertificateToOpenSSL(_ der: [UInt8]) -> Bool {
        do {
            try CertificatePath.validate(der, anchors: [], at: nil)
            return true
        } catch {
            return error.kind != .malformedCertificate
        }
    }

    private static func checkExtensions(_ certificate: Certificate) throws(BrokenPromise) {
        _ = try? certificate.basicConstraints()
        _ = try? certificate.maySignCertificates()
        _ = try? certificate.subjectKeyIdentifier()
        _ = try? certificate.authorityKeyIdentifier()
        for found in certificate.extensions.all {
            if let nonce = try? AppleExtensions.nonce(found.value) {
                try promise(nonce.count == 32, "a nonce of \(nonce.count) bytes was accepted")
                try promise(found.value.count == 38, "a nonce was accepted with something beside it")
            }
            if let claims = try? AppleExtensions.claims(found.value) {
                let size = claims.values.reduce(0) { $0 + $1.count }
                try promise(size < found.value.count, "the claims are longer than their extension")
            }
        }
    }
}
